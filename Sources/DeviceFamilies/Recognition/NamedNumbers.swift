/// Numbers in a text, each behind a name: `moisture=34,temp=21`, `Moisture: 34 %`, a line for InfluxDB.
enum NamedNumbers {
  private static let lengthMax = 300

  /// The names, and how each number is cut out.
  static func places(in text: String) -> [(name: String, path: FieldPath)] {
    let text = Array(text)
    guard text.count <= lengthMax, !text.contains(where: { "{}\"".contains($0) }) else { return [] }
    let breaks = text.contains(";") ? " ;|&\t\n" : " ,;|&\t\n"
    var places: [(name: String, path: FieldPath)] = []
    for sign in text.indices where text[sign] == "=" || text[sign] == ":" {
      let before = text[..<sign].reversed().prefix { $0.isLetter || $0.isNumber || "_-.".contains($0) }
      let (start, name) = (sign - before.count, String(before.reversed()))
      let value = sign + 1 + text[(sign + 1)...].prefix { $0 == " " }.count
      let end = text[value...].firstIndex { breaks.contains($0) } ?? text.count
      guard name.first?.isLetter == true, text[value..<end].contains(where: \.isNumber),
        !places.contains(where: { $0.name == name })
      else { continue }
      let head = start == 0 ? "" : "{any}\(text[start - 1])"
      let tail = end == text.count ? "" : "\(text[end]){any}"
      let pattern = head + name + String(text[sign..<value]) + "{value}" + tail
      if let made = try? TextPattern(pattern) {
        places.append((name, FieldPath([.piece(.pattern(made))])))
      }
    }
    return places
  }
}
