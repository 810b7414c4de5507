import LoamKit
@testable import FuzzHarness

/// The page's readers of the documents that a page gets, in JavaScript.
struct PageReaders {
  private var parts: [(name: String, code: String)] = []
  private var forms: [(name: String, pattern: String)] = []
  private(set) var text = ""

  /// Readers of the answers that only the part with the phones asks for, which few load.
  static var accounts: String {
    var readers = PageReaders(text: "")
    let answers = readers.answers { accountsAsked.contains($0) }
    return """
      /** What the part with the phones is answered. Written from the declarations in LoamKit by its tests: UPDATE_EXPECTED=1. */
      import * as f from './fields.js';

      \(readers.declarations)

      export const ACCOUNT_REPLIES = \(answers);

      """
  }

  private init(text: String) { self.text = text }

  init() {
    let kinds = Kind.all.compactMap { kind in Self.key(kind).map { (key: $0, kind: kind) } }
    let documents = kinds.map { "  '\($0.key)': \(part($0.kind.shape))," }
    let sizes = kinds.map { "  '\($0.key)': \($0.kind.bytesMax)," }
    let history = Kind.named("history").map { part($0.shape) } ?? ""
    text =
      """
      /** The documents of the contract that a page gets. Written from their declarations in LoamKit by its tests: UPDATE_EXPECTED=1. */
      import * as f from './fields.js';

      \(declarations)

      /** A part that is loaded later adds the readers of what it asks. */
      export { FORMS, REPLIES };

      export const DOCUMENTS = {
      \(documents.joined(separator: "\n"))
      };

      /** `GET api/v1/plants/<id>/history`, and the content of a reply. */
      export const HISTORY = \(history);

      /** How many bytes a document may have. */
      export const BYTES_MAX = {
      \(sizes.joined(separator: "\n"))
      };

      """
  }

  private var declarations: String {
    """
    const FORMS = {
    \(forms.map { "  \($0.name): /\($0.pattern)/," }.joined(separator: "\n"))
    };

    \(parts.map { "const \($0.name) = \($0.code);" }.joined(separator: "\n\n"))
    """
  }

  /// What a page calls the topic; `nil`: it only confirms such a document, or never gets it.
  private static func key(_ kind: Kind) -> String? {
    let levels = (kind.topics.first ?? "").split(separator: "/")
    switch levels.first {
    case "bridge": return "bridge-\(levels[1])"
    case "state": return "\(levels[1])"
    case "d" where levels[2] == "dn" && !["notify", "withdraw", "activity", "msg"].contains(levels[3]):
      return "dn-\(levels[3])"
    default: return nil
    }
  }

  private mutating func part(_ shape: PartShape) -> String {
    let words = shape.name.split(separator: ".").joined()
    let name = words.prefix(1).lowercased() + words.dropFirst()
    guard !parts.contains(where: { $0.name == name }) else { return name }
    let fields = shape.fields.map { "  '\($0.key)': \(reader($0))," }.joined(separator: "\n")
    let twins = shape.fields.filter { $0.twin != nil && $0.isFirstOfTwins(in: shape) }
      .map { "f.twins('\($0.key)', '\($0.twin ?? "")')" }
    let rules = twins + shape.rules.compactMap(Self.rule) + shape.fields.compactMap { choice($0) }
    parts.append((name, "f.object({\n\(fields)\n}\(rules.map { ", \($0)" }.joined()))"))
    return name
  }

  /// The questions that a page asks. Each byte is loaded by every screen, so answers to others are refused unread.
  private static let asked = ["history"]
  private static let accountsAsked = ["accounts", "invitation"]
  private static let replies = "REPLIES"

  /// The answers to these questions, each with its reader.
  private mutating func answers(to isAsked: (String) -> Bool) -> String {
    for field in Kind.named("reply")?.shape.fields ?? [] {
      guard case .choice(_, let variants) = field.type else { continue }
      let readers = variants.filter { isAsked($0.word) }.map { "\($0.word): \(part($0.shape))" }
      return "{ \(readers.joined(separator: ", ")) }"
    }
    return "{}"
  }

  private mutating func choice(_ field: FieldShape) -> String? {
    guard case .choice(let tag, let variants) = field.type else { return nil }
    if tag == "identifier" {
      let readers = answers { Self.asked.contains($0) }
      parts.append((Self.replies, readers))
      return "f.choice('\(tag)', '\(field.key)', \(Self.replies))"
    }
    let readers = variants.map { "\($0.word): \(part($0.shape))" }.joined(separator: ", ")
    return "f.choice('\(tag)', '\(field.key)', { \(readers) })"
  }

  private mutating func reader(_ field: FieldShape) -> String {
    let type = reader(field.type)
    if let absent = field.absent {
      return "f.absent(\(type), \(String(decoding: absent.bytes, as: UTF8.self)))"
    }
    return field.canBeMissing ? "f.optional(\(type))" : type
  }

  private mutating func reader(_ type: TypeShape) -> String {
    switch type {
    case .version: return "f.version"
    case .flag: return "f.flag"
    case .time: return "f.time"
    case .positive: return "f.positive"
    case .integer(let range):
      return "f.integer(\(range.lowerBound), \(range.upperBound))"
    case .number(let range, let clamps):
      return "f.\(clamps ? "clamped" : "number")(\(plain(range.lowerBound)), \(plain(range.upperBound)))"
    case .string: return "f.text(0, 65536)"
    case .text(let count): return "f.text(\(count.lowerBound), \(count.upperBound))"
    case .grapheme(let bytesMax): return "f.text(1, \(bytesMax))"
    case .form("", let form, _): return "f.form(/\(form.pattern)/)"
    case .form(let name, let form, _):
      let key = name.prefix(1).lowercased() + name.dropFirst().dropLast("Form".count)
      if !forms.contains(where: { $0.name == key }) { forms.append((key, form.pattern)) }
      return "f.form(FORMS.\(key))"
    case .words(let words, let unknown):
      let list = words.map { "'\($0)'" }.joined(separator: ", ")
      return unknown.map { "f.word([\(list)], '\($0)')" } ?? "f.word([\(list)])"
    case .requests(let words): return "f.word([\(words.map { "'\($0)'" }.joined(separator: ", "))])"
    case .part(let shape): return part(shape)
    case .choice: return "f.any"
    case .object: return "f.object({})"
    case .base64(let count): return "f.form(/\(TypeShape.base64Pattern(upTo: count.upperBound))/)"
    case .list(let item, let countMax): return "f.list(\(reader(item)), \(countMax))"
    case .table(let names, let item, let countMax):
      return "f.table(\(reader(names)), \(reader(item)), \(countMax))"
    case .row(let items): return "f.row([\(items.map { reader($0) }.joined(separator: ", "))])"
    }
  }

  private func plain(_ number: Double) -> String {
    String(decoding: JSON.number(number).bytes, as: UTF8.self)
  }

  /// `nil`: what a schema cannot say either. The page hears the bridge alone, and each byte of it is loaded by every screen.
  private static func rule(_ rule: PartRule) -> String? {
    func text(_ value: JSON) -> String { String(decoding: value.bytes, as: UTF8.self) }
    let demand: String? =
      switch rule.demand {
      case .fields(let keys): "f.needs(\(text(.list(keys.map(JSON.text)))))"
      case .someText(let keys): "f.needsText(\(text(.list(keys.map(JSON.text)))))"
      case .otherWords(let key, let words): "f.forbids('\(key)', \(text(.list(words))))"
      case .nothing, .order, .steps, .whole, .unique, .rising, .each, .within: nil
      }
    guard let demand, let condition = rule.condition else { return demand }
    let when = condition.isNegated ? "f.unless" : "f.when"
    return
      "\(when)(\(text(.list(condition.path.map(JSON.text)))), \(text(.list(condition.words))), \(demand))"
  }
}

extension FieldShape {
  fileprivate func isFirstOfTwins(in shape: PartShape) -> Bool {
    guard let mine = shape.fields.firstIndex(where: { $0.key == key }),
      let other = shape.fields.firstIndex(where: { $0.key == twin })
    else { return false }
    return mine < other
  }
}
