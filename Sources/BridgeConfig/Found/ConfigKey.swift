import DeviceFamilies

/// Keys of the config made from what devices are called.
package enum ConfigKey {
  /// Short enough that `-probe` and a number still fit.
  private static let lengthMax = 40

  /// Small ASCII letters, digits and hyphens; `nil` where the name has none of them.
  static func slug(_ name: String) -> String? {
    var text = ""
    for character in name.lowercased() {
      let piece: String
      if let spelling = PlainLetters.of(character) {
        piece = spelling
      } else if character.isASCII, character.isLetter || character.isNumber {
        piece = String(character)
      } else {
        piece = text.hasSuffix("-") ? "" : "-"
      }
      text += piece
    }
    let cut = text.drop { $0 == "-" }.prefix(lengthMax)
    let end = cut.lastIndex { $0 != "-" }
    return end.map { String(cut[...$0]) }
  }

  /// A key that nothing has yet: the name's, or with a number behind it.
  package static func unique(
    _ name: String, otherwise: String, suffix: String = "", among taken: inout Set<String>
  )
    -> String
  {
    let stem = (slug(name) ?? slug(otherwise) ?? "device") + suffix
    var key = stem
    var number = 2
    while taken.contains(key) {
      key = "\(stem)-\(number)"
      number += 1
    }
    taken.insert(key)
    return key
  }
}
