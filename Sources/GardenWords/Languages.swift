/// The languages that we speak: a file each in `Languages`, named by its BCP 47 tag. A file is read when it is first needed.
package enum Languages {
  /// English, which the others are compared with, and then they by their tags.
  package static let tags = ["en"] + embeddedLanguages.map(\.tag).filter { $0 != "en" }

  package static let english = read("en") ?? Phrasebook(tag: "en", file: LanguageFile())

  /// In the order of ``tags``.
  package static let all = tags.compactMap { $0 == "en" ? english : read($0) }

  /// A file that cannot be read is left out; a test reads each.
  private static func read(_ tag: String) -> Phrasebook? {
    embeddedLanguages.first { $0.tag == tag }.flatMap { try? Phrasebook(tag: tag, json: $0.json) }
  }

  /// The language of a tag or locale like `de-DE`, `zh_Hant_TW` or `zh-CN`, as the people of its region write it; `nil`: not
  /// spoken.
  ///
  /// Source: RFC 4647, 3.4 Lookup.
  package static func of(_ locale: String) -> Phrasebook? {
    var range = locale.prefix(64).lowercased().split { $0 == "_" || $0 == "-" }
    let subtags = range
    while !range.isEmpty {
      let wanted = range.joined(separator: "-")
      if let found = all.first(where: { $0.understands(wanted) }) { return found.regional(subtags) }
      range.removeLast()
    }
    return nil
  }
}
