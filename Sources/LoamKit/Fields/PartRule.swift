/// What must agree inside a part, said so that a JSON Schema can say it too.
package struct PartRule: Sendable {
  /// When it holds: the value at these keys is one of these, or is none of them; `nil`: always.
  package var condition: (path: [String], words: [JSON], isNegated: Bool)?
  package var demand: Demand

  package enum Demand: Sendable {
    /// These fields.
    case fields([String])
    /// One of these texts, not empty.
    case someText([String])
    /// None of these words in that field.
    case otherWords(String, [JSON])
  }

  /// These fields are required where the word at `path` (keys with slashes between) is one of `words`.
  static func requires(_ keys: String..., when path: String, is words: [String]) -> PartRule {
    PartRule(condition: (path.keys, words.map(JSON.text), false), demand: .fields(keys))
  }

  /// The field is required unless the word at `path` is one of `words`.
  static func requires(_ key: String, unless path: String, is words: [String]) -> PartRule {
    PartRule(condition: (path.keys, words.map(JSON.text), true), demand: .fields([key]))
  }

  /// At least one of these texts has something in it.
  static func requiresText(in keys: String...) -> PartRule { PartRule(demand: .someText(keys)) }

  /// These words are not allowed where the flag `path` says so.
  static func forbids(_ words: [String], in key: String, when path: String, is flag: Bool) -> PartRule {
    PartRule(condition: (path.keys, [.flag(flag)], false), demand: .otherWords(key, words.map(JSON.text)))
  }

  func check(_ object: [String: JSON], _ findings: Findings) {
    if let condition {
      guard let value = Self.value(at: condition.path[...], in: object),
        condition.words.contains(value) != condition.isNegated
      else { return }
    }
    switch demand {
    case .fields(let keys):
      for key in keys where object.member(key) == nil {
        findings.below(key) { findings.add(.agreement, .missingField, "required here") }
      }
    case .someText(let keys):
      let isWordless = keys.allSatisfy { object.member($0).map { $0 == .text("") } ?? true }
      if isWordless { findings.add(.agreement, .badValue, "neither " + keys.joined(separator: " nor ")) }
    case .otherWords(let key, let words):
      guard let value = object.member(key), words.contains(value) else { return }
      let path = condition?.path.joined(separator: "/") ?? key
      findings.add(.agreement, .badValue, at: "/" + path, "does not agree with \(key)")
    }
  }

  private static func value(at path: ArraySlice<String>, in object: [String: JSON]) -> JSON? {
    guard let key = path.first, let value = object.member(key) else { return nil }
    if path.count == 1 { return value }
    guard case .object(let inner) = value else { return nil }
    return Self.value(at: path.dropFirst(), in: inner)
  }
}

extension String {
  fileprivate var keys: [String] { split(separator: "/").map(String.init) }
}
