/// The languages that the bridge speaks.
package enum Languages {
  package static let all: [any Phrasebook] = [English(), SimplifiedChinese(), TraditionalChinese()]

  /// The language of a tag or locale like `de-DE`, `zh_Hant_TW` or `zh-CN`; `nil`: not spoken.
  package static func of(_ locale: String) -> (any Phrasebook)? {
    let tag = String(locale.prefix(64)).lowercased()
    let hyphened = String(tag.map { $0 == "_" ? "-" : $0 })
    return all.first { $0.understands(hyphened) }?.regional(hyphened)
  }
}
