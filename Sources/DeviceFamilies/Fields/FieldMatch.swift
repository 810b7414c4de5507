import PayloadJSON

/// A field and what must stand there.
///
/// Each of `values` is a word or a comparison, and one that holds is enough:
///
/// | written | holds where the field |
/// |---|---|
/// | `ok` | is this text, number or boolean; numbers by value, texts without their quotes |
/// | `!=ok` | is anything else, or absent |
/// | `>5` `>=5` `<5` `<=5` | is a number, or a text with one, that compares so |
/// | `*` | is there and not null |
/// | `!*` | is absent or null |
/// | `=*` | is the text behind the `=`, whatever it looks like |
package struct FieldMatch: Sendable, Hashable {
  package let path: FieldPath
  package let values: [String]
  let tests: [FieldTest]

  package init(path: FieldPath, values: [String]) {
    self.path = path
    self.values = values
    tests = values.map { FieldTest($0) }
  }

  package init(path: FieldPath, value: String) { self.init(path: path, values: [value]) }

  package var value: String { values.first ?? "" }

  /// Whether no message can satisfy both.
  package func excludes(_ other: FieldMatch) -> Bool {
    guard path == other.path,
      Set(values.map(FieldWord.identity)).isDisjoint(with: other.values.map(FieldWord.identity))
    else { return false }
    return (tests + other.tests).allSatisfy { $0.isExact }
  }

  /// What is wrong with a word or comparison; `nil`: nothing.
  package static func fault(_ value: String) -> String? {
    let test = FieldTest(value)
    return test.isSensible ? nil : "\(value) compares with no number"
  }

  /// Only numbers can be compared with.
  var isComparison: Bool { tests.contains { $0.isComparison } }

  /// `nil`: nothing stands there.
  func holds(_ found: FoundField?) -> Bool {
    for i in tests.indices where tests[i].holds(found) { return true }
    return false
  }
}

/// One word or comparison of a ``FieldMatch``.
struct FieldTest: Sendable, Hashable {
  private enum Relation: Sendable, Hashable {
    case equals, differs, above, atLeast, below, atMost, isThere, isAbsent
  }
  private let relation: Relation
  private let word: FieldWord

  var isExact: Bool { relation == .equals }

  init(_ text: String) {
    let signs: [(String, Relation)] = [
      ("!=", .differs), (">=", .atLeast), ("<=", .atMost), (">", .above), ("<", .below), ("=", .equals),
    ]
    switch text {
    case "*": (relation, word) = (.isThere, FieldWord(""))
    case "!*": (relation, word) = (.isAbsent, FieldWord(""))
    default:
      let sign = signs.first { text.hasPrefix($0.0) }
      let rest = sign.map { String(text.dropFirst($0.0.count)) } ?? text
      relation = sign?.1 ?? .equals
      word = FieldWord(relation == .equals ? rest : String(rest.drop { $0 == " " }))
    }
  }

  var isComparison: Bool {
    switch relation {
    case .above, .atLeast, .below, .atMost: true
    case .equals, .differs, .isThere, .isAbsent: false
    }
  }

  /// `false`: a comparison with what is no number.
  var isSensible: Bool { !isComparison || word.double != nil }

  func holds(_ found: FoundField?) -> Bool {
    let isThere = found.map { !$0.isNull } ?? false
    switch relation {
    case .isThere: return isThere
    case .isAbsent: return !isThere
    case .differs:
      guard isThere, let found else { return true }
      return found.isReadable && !word.matches(found)
    case .equals: return found.map { word.matches($0) } ?? false
    case .above, .atLeast, .below, .atMost: break
    }
    guard let limit = word.double, case .value(let number, _)? = found?.number else { return false }
    switch relation {
    case .above: return number > limit
    case .atLeast: return number >= limit
    case .below: return number < limit
    default: return number <= limit
    }
  }
}
