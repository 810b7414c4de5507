/// What must agree inside a part. A JSON Schema says the demands for fields, texts and words; the others are for readers alone.
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
    /// Nothing at these keys, one below the other.
    case nothing([String])
    /// A number that lies so to another, where both are there; else it is refused with the code.
    case order(String, Order, String, AckCode)
    /// From `min` to `max` at most so many times `step`.
    case steps(Int)
    /// A whole number in that field, where it is there.
    case whole(String, ClosedRange<Int>)
    /// In that list no two parts with the same value at the key.
    case unique(String, key: String)
    /// In that list rows whose first numbers rise.
    case rising(String)
    /// In that list only parts with one of these words at the key.
    case each(String, key: String, [String])
    /// Bytes in the first field that begin at the second and do not reach beyond the number at these keys.
    case within(String, from: String, [String])
  }

  /// Of the fields that it looks at.
  var keys: [String] {
    let asked: [String] =
      switch demand {
      case .fields(let keys), .someText(let keys): keys
      case .otherWords(let key, _), .whole(let key, _), .unique(let key, _), .rising(let key),
        .each(let key, _, _):
        [key]
      case .nothing(let path): path
      case .order(let key, _, let other, _): [key, other]
      case .steps: ["min", "max", "step"]
      case .within(let key, let start, let path): [key, start] + path.prefix(1)
      }
    return asked + (condition?.path.prefix(1) ?? [])
  }

  /// How a number lies to another.
  package enum Order: String, Sendable {
    case above, notBelow, notAbove

    func holds(_ a: Double, _ b: Double) -> Bool {
      switch self {
      case .above: a > b
      case .notBelow: a >= b
      case .notAbove: a <= b
      }
    }
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

  /// The field at `place` is not allowed unless the word at `path` is `word`; both are keys with slashes between.
  static func forbids(_ place: String, unless path: String, is word: String) -> PartRule {
    PartRule(condition: (path.keys, [.text(word)], true), demand: .nothing(place.keys))
  }

  /// The number at `key` lies so to the number at `other`.
  static func order(
    _ key: String, _ order: Order, _ other: String, or code: AckCode = .badValue
  ) -> PartRule {
    PartRule(demand: .order(key, order, other, code))
  }

  /// The number is a whole one in `range` where the word at `path` is `word`.
  static func whole(_ key: String, _ range: ClosedRange<Int>, when path: String, is word: String) -> PartRule
  {
    PartRule(condition: (path.keys, [.text(word)], false), demand: .whole(key, range))
  }

  /// Where the flag at `path` says so, that list has only parts with one of these words at the key.
  static func each(
    in list: String, has words: [String], at key: String, when path: String, is flag: Bool
  ) -> PartRule {
    PartRule(condition: (path.keys, [.flag(flag)], false), demand: .each(list, key: key, words))
  }
}

extension String {
  fileprivate var keys: [String] { split(separator: "/").map(String.init) }
}
