/// Words and numbers in a text, each behind a name: `moisture=34,temp=21`, `Moisture: 34 %`, a line for InfluxDB.
enum NamedPieces {
  private static let lengthMax = 300

  /// The names, how what each one names is cut out, and what that is.
  static func places(in text: String) -> [(name: String, path: FieldPath, word: String)] {
    let text = Array(text)
    guard text.count <= lengthMax, !text.contains(where: { "{}\"".contains($0) }) else { return [] }
    let breaks = text.contains(";") ? " ;|&\t\n" : " ,;|&\t\n"
    // Behind a comma that divides stands a name: between two digits it is a decimal one.
    func isBreak(_ at: Int) -> Bool {
      guard text[at] == ",", at > 0, at + 1 < text.count else { return breaks.contains(text[at]) }
      return breaks.contains(",") && !(text[at - 1].isNumber && text[at + 1].isNumber)
    }
    var places: [(name: String, path: FieldPath, word: String)] = []
    for sign in text.indices where text[sign] == "=" || text[sign] == ":" {
      let before = text[..<sign].reversed().prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }
      let (start, name) = (sign - before.count, String(before.reversed()))
      let value = sign + 1 + text[(sign + 1)...].prefix { $0 == " " }.count
      let stop = text[value...].indices.first(where: isBreak) ?? text.count
      // A whole number of InfluxDB's has an i behind it.
      let isWhole = value + 1 < stop && text[stop - 1] == "i" && text[value..<stop - 1].allSatisfy(\.isNumber)
      let end = isWhole ? stop - 1 : stop
      guard name.first?.isLetter == true, value < end, !places.contains(where: { $0.name == name })
      else { continue }
      let head = start == 0 ? "" : "{any}\(text[start - 1])"
      let tail = String(text[end..<stop]) + (stop == text.count ? "" : "\(text[stop]){any}")
      let pattern = head + name + String(text[sign..<value]) + "{value}" + tail
      if let made = try? TextPattern(pattern) {
        places.append((name, FieldPath([.piece(.pattern(made))]), String(text[value..<end])))
      }
    }
    return places
  }
}
