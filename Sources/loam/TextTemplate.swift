/// A text with places that are filled in: `«name»`, or `«name of what»` where the name alone does not say it.
enum TextTemplate {
  static func filled(_ template: [UInt8], by value: (_ place: Substring, _ what: String) -> String) -> String
  {
    let parts = String(decoding: template, as: UTF8.self)
      .split(separator: "«", omittingEmptySubsequences: false)
    return parts.dropFirst().reduce(into: String(parts[0])) { text, part in
      guard let end = part.firstIndex(of: "»") else { return }
      let words = part[..<end].split(separator: " ", maxSplits: 1)
      text += value(words[0], words.count > 1 ? String(words[1]) : "") + part[part.index(after: end)...]
    }
  }
}
