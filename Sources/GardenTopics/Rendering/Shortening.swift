import LoamKit

/// Text that must fit.
enum Shortening {
  /// A name of at most `scalarsMax` characters without control characters; never empty.
  static func name(_ name: String, _ scalarsMax: Int, otherwise: String = "?") -> String {
    let clean = cleaned(name)
    let text = clean.isEmpty ? otherwise : clean
    var result = ""
    var count = 0
    for character in text {
      count += character.unicodeScalars.count
      if count > scalarsMax { break }
      result.append(character)
    }
    return result.isEmpty ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(scalarsMax))) : result
  }

  /// Without what a document may not carry.
  static func cleaned(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.filter { !isForbidden($0) }))
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// The text cut to at most that many UTF-8 bytes, `…` included: between words where the script has spaces, else
  /// between characters. Empty where nothing sensible is left.
  static func cut(_ text: String, toBytes bytesMax: Int) -> String {
    if text.utf8.count <= bytesMax { return text }
    let room = bytesMax - "…".utf8.count
    var kept = ""
    var bytes = 0
    var endsInsideWord = false
    for character in text {
      bytes += character.utf8.count
      if bytes > room {
        endsInsideWord = isSpaced(character) && kept.last.map(isSpaced) ?? false
        break
      }
      kept.append(character)
    }
    if endsInsideWord, let space = kept.suffix(40).lastIndex(of: " ") { kept = String(kept[..<space]) }
    while let last = kept.last, last.isWhitespace || last == "," || last == "、" || last == "，" {
      kept.removeLast()
    }
    return kept.isEmpty ? "" : kept + "…"
  }

  /// Part of a word in a script that puts spaces between words.
  private static func isSpaced(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return !character.isWhitespace && scalar.value < 0x2E80
  }

  /// Shortens what is too long: the tail of a digest's plants, then the body, then the subtitle.
  ///
  /// Fails where it still does not fit, or breaks a rule.
  static func bytes(
    of notification: NotificationMessage, upTo bytesMax: Int
  ) throws(DocumentError) -> [UInt8] {
    var message = notification
    var excess = try DocumentCodec.byteCount(of: message) - bytesMax
    while excess > 0, let plants = message.plants, plants.count > 1 {
      message.plants = plants.dropLast()
      message.note.more = (message.note.more ?? 0) + 1
      excess = try DocumentCodec.byteCount(of: message) - bytesMax
    }
    if excess > 0, let body = message.aps.alert.body {
      let cut = cut(body, toBytes: max(0, body.utf8.count - excess))
      message.aps.alert.body = cut.isEmpty ? nil : cut
      excess = try DocumentCodec.byteCount(of: message) - bytesMax
    }
    if excess > 0, let subtitle = message.aps.alert.subtitle {
      let cut = cut(subtitle, toBytes: max(0, subtitle.utf8.count - excess))
      message.aps.alert.subtitle = cut.isEmpty ? nil : cut
      excess = try DocumentCodec.byteCount(of: message) - bytesMax
    }
    if excess > 0 { throw DocumentError(.tooLarge, "does not fit \(max(0, bytesMax)) bytes, shortened") }
    return try DocumentCodec.encode(message)
  }

  /// Shortens a start that is too long: its order among others, the alert's words, then the title and the name; all of them stay
  /// readable.
  ///
  /// Fails where it still does not fit, or breaks a rule.
  static func bytes(of step: ActivityMessage, upTo bytesMax: Int) throws(DocumentError) -> [UInt8] {
    var message = step
    var excess = try DocumentCodec.byteCount(of: message) - bytesMax
    if excess > 0 {
      message.aps.relevanceScore = nil
      excess = try DocumentCodec.byteCount(of: message) - bytesMax
    }
    if excess > 0, message.aps.alert?.title != nil {
      message.aps.alert?.body = nil
      excess = try DocumentCodec.byteCount(of: message) - bytesMax
    }
    let words: [WritableKeyPath<ActivityMessage, String>] = [\.alertTitle, \.aps.contentState.title, \.name]
    for word in words where excess > 0 {
      let text = message[keyPath: word]
      guard let first = text.first else { continue }
      let cut = cut(text, toBytes: max(0, text.utf8.count - excess))
      message[keyPath: word] = cut.isEmpty ? String(first) : cut
      excess = try DocumentCodec.byteCount(of: message) - bytesMax
    }
    if excess > 0 { throw DocumentError(.tooLarge, "does not fit \(max(0, bytesMax)) bytes, shortened") }
    return try DocumentCodec.encode(message)
  }
}

extension ActivityMessage {
  /// Empty where it has none.
  fileprivate var alertTitle: String {
    get { aps.alert?.title ?? "" }
    set { aps.alert?.title = newValue }
  }
  fileprivate var name: String {
    get { aps.attributes?.name ?? "" }
    set { aps.attributes?.name = newValue }
  }
}
