#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One language: its texts, with values filled in, and how it writes dates, times and numbers.
///
/// Plant names are shown as they are and never inflected.
package struct Phrasebook: Sendable {
  /// BCP 47, the name of its file.
  package let tag: String
  private var language: LanguageFile.Language
  /// By the number of the key.
  private let texts: [LanguageFile.Text]

  package init(tag: String, json: String) throws(LanguageError) {
    do {
      self.init(tag: tag, file: try JSONDecoder().decode(LanguageFile.self, from: Data(json.utf8)))
    } catch {
      throw LanguageError(tag, error)
    }
  }

  init(tag: String, file: LanguageFile) {
    self.tag = tag
    language = file.language
    texts = TextKey.names.map { file.shared[$0] ?? file.bridge[$0] ?? .whole($0) }
  }

  /// That text. `{name}` is replaced by the value of that name; what stands in `[…]` is left out where a value
  /// of it is nil. The value `count` chooses the plural.
  package func callAsFunction(_ key: TextKey, _ values: [String: String?] = [:]) -> String {
    let text =
      switch texts[key.rawValue] {
      case .whole(let text): text
      case .plural(let forms): plural(values["count"].flatMap(\.self).flatMap(Int.init), of: forms)
      }
    return filled(text[...], values) ?? text
  }

  private func plural(_ count: Int?, of forms: [String: String]) -> String {
    let category = count.flatMap { count in
      language.plurals.first { PluralRule.holds($0.value, for: count) }?.key
    }
    return category.flatMap { forms[$0] } ?? forms["other"] ?? ""
  }

  /// `nil`: a value is missing.
  private func filled(_ text: Substring, _ values: [String: String?]) -> String? {
    var made = HanText()
    var rest = text
    // In ASCII either bracket is closed by the character after next.
    while let start = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }),
      let end = rest.utf8[start...].firstIndex(of: rest.utf8[start] + 2)
    {
      made.append(rest[..<start])
      let inner = rest[rest.index(after: start)..<end]
      if rest[start] == "[" {
        made.append(filled(inner, values) ?? "")
      } else if let value = values[String(inner)] ?? nil {
        made.append(value)
      } else {
        return nil
      }
      rest = rest[rest.index(after: end)...]
    }
    made.append(rest)
    return made.text
  }

  func understands(_ locale: String) -> Bool { language.locales.contains { $0.lowercased() == locale } }

  /// The same language as people of a region write it: the order of day and month, the clock of 12 or 24 hours.
  func regional(_ subtags: [Substring]) -> Self {
    let region = language.regions.first { region in
      subtags.dropFirst().contains { region.of.contains($0.uppercased()) }
    }
    guard let region else { return self }
    var book = self
    book.language.formats.merge(region.formats) { _, regional in regional }
    return book
  }

  package func format(_ name: String) -> String { language.formats[name] ?? "" }
}
