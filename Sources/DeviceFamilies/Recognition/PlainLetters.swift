/// Letters with marks, and how they are written without them.
package enum PlainLetters {
  private static let spelled: [Character: String] = {
    var all: [Character: String] = ["°": ""]
    for (plain, letters) in [
      ("ae", "äæ"), ("oe", "öœ"), ("ue", "ü"), ("ss", "ß"), ("a", "åàáâãąă"), ("c", "çćč"), ("d", "ďđ"),
      ("e", "èéêëęě"), ("g", "ğ"), ("i", "ìíîïı"), ("l", "ł"), ("n", "ñńň"), ("o", "òóôõőø"), ("r", "ř"),
      ("s", "śšşș"), ("t", "ťțţ"), ("u", "ùúûůű"), ("y", "ýÿ"), ("z", "źžż"),
    ] {
      for letter in letters { all[letter] = plain }
    }
    return all
  }()

  /// `nil`: it is none of them.
  package static func of(_ letter: Character) -> String? { spelled[letter] }

  /// In small letters.
  static func of(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 }
      ? text.lowercased() : text.lowercased().map { of($0) ?? String($0) }.joined()
  }
}
