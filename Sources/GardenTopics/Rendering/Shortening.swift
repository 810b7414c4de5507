import LoamKit

/// Text that must fit.
enum Shortening {
  /// A name of at most `scalarsMax` characters without control characters; never empty.
  static func name(_ name: String, _ scalarsMax: Int, otherwise: String = "?") -> String {
    let clean = cleaned(name)
    let text = clean.isEmpty ? otherwise : clean
    // A scalar is a byte at least.
    if text.utf8.count <= scalarsMax { return text }
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
    guard text.unicodeScalars.contains(where: \.steers) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.filter { !$0.steers }))
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

  /// A slider that is not asked for, the tail of a digest's plants, then the body, then the subtitle; the title never.
  static func shorten(_ message: inout NotificationMessage, by excess: Int) -> Bool {
    if message.control != nil, message.aps.category != .setpointAdjust {
      message.control = nil
    } else if let plants = message.plants, plants.count > 1 {
      message.plants = plants.dropLast()
      message.note.more = (message.note.more ?? 0) + 1
    } else if let body = message.aps.alert.body {
      message.aps.alert.body = shorter(body, by: excess)
    } else if let subtitle = message.aps.alert.subtitle {
      message.aps.alert.subtitle = shorter(subtitle, by: excess)
    } else {
      return false
    }
    return true
  }

  /// Of a start: its order among others, the alert's words, then the titles and the name, which stay readable.
  static func shorten(_ message: inout ActivityMessage, by excess: Int) -> Bool {
    if message.aps.relevanceScore != nil {
      message.aps.relevanceScore = nil
      return true
    }
    if message.aps.alert?.title != nil, message.aps.alert?.body != nil {
      message.aps.alert?.body = nil
      return true
    }
    let words: [WritableKeyPath<ActivityMessage, String>] = [\.alertTitle, \.aps.contentState.title, \.name]
    for word in words {
      let text = message[keyPath: word]
      guard text.count > 1, let first = text.first else { continue }
      message[keyPath: word] = shorter(text, by: excess) ?? String(first)
      return true
    }
    return false
  }

  /// `nil`: nothing sensible is left.
  private static func shorter(_ text: String, by excess: Int) -> String? {
    let cut = cut(text, toBytes: max(0, text.utf8.count - excess))
    return cut.isEmpty ? nil : cut
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
