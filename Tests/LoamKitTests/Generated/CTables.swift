import LoamKit
@testable import FuzzHarness

/// The tables of the reader in C++.
struct CTables {
  private(set) var text = """
    // The documents of the contract, for reader.h. Written from their declarations in LoamKit by its tests: UPDATE_EXPECTED=1.
    // clang-format off
    #pragma once

    #include "reader.h"

    namespace loam {

    """
  /// The types of items, by how they are made.
  private var items: [String: String] = [:]

  init() {
    for shape in ReaderParts().all { add(shape) }
    let kinds = Kind.all.map { "  {\(Self.quoted($0.name)), \(Self.parts(of: $0.shape))[0]},\n" }
    text +=
      "\n// By their names in the contract.\nconstexpr Kind kinds[] = {\n\(kinds.joined())};\n\n}  // namespace loam\n"
  }

  private mutating func add(_ shape: PartShape) {
    let word = shape.word
    let name = Self.name(word.prefix(1).lowercased() + word.dropFirst())
    let fields = shape.fields.map { field in
      let type = made(field.type)
      let more = [Self.quoted(field.absent?.text), Self.quoted(field.twin)].joined(separator: ", ")
      return "  {\(Self.quoted(field.key)), \(!field.canBeMissing), \(type), \(more)},"
    }
    let names = shape.fields.map { Self.name($0.key) }.joined(separator: ", ")
    text += "\nstruct \(word) { enum : uint8_t { \(names) }; };\n"
    text += "constexpr Field \(name)Fields[] = {\n\(fields.joined(separator: "\n"))\n};\n"
    if !shape.rules.isEmpty {
      let rules = shape.rules.map { "  \(Self.rule($0))," }
      text += "constexpr Rule \(name)Rules[] = {\n\(rules.joined(separator: "\n"))\n};\n"
    }
    let rules = shape.rules.isEmpty ? "nullptr" : "\(name)Rules"
    let counts = [shape.fields.count, shape.rules.count, ReaderParts.bytesMax(shape)]
    text += "constexpr Part \(name) = {\(name)Fields, \(counts[0]), \(rules), \(counts[1]), \(counts[2])};\n"
    text += "constexpr const Part *\(name)Alone[] = {&\(name)};\n"
  }

  private mutating func made(_ type: TypeShape) -> String {
    switch type {
    case .version: return "is::whole(\(ProtocolVersion.number), \(ProtocolVersion.number))"
    case .flag: return "is::flag()"
    case .time: return "is::whole(\(EpochSeconds.range.lowerBound), \(EpochSeconds.range.upperBound))"
    case .integer(let range): return "is::whole(\(range.lowerBound), \(range.upperBound))"
    case .number(let range, let clamps):
      let bounds = [range.lowerBound, range.upperBound].map { JSON.number($0).text }
      return "is::\(clamps ? "clamped" : "number")(\(bounds.joined(separator: ", ")))"
    case .positive: return "is::positive()"
    case .string: return "is::any()"
    case .text(let count): return "is::text(\(count.lowerBound), \(count.upperBound))"
    case .grapheme(let bytesMax): return "is::grapheme(\(bytesMax))"
    case .form(_, let form, _): return "is::form(\(Self.quoted(form.pattern)))"
    case .words(let words, let unknown):
      return "is::words(\(Self.quoted(words.joined(separator: " ") + (unknown.map { "|" + $0 } ?? ""))))"
    case .requests(let words): return "is::words(\(Self.quoted(words.joined(separator: " "))))"
    case .part(let shape): return "is::part(\(Self.parts(of: shape)))"
    case .choice(let tag, let variants):
      let names = variants.map { "\(Self.parts(of: $0.shape))[0]" }.joined(separator: ", ")
      let parts = named("const Part *", "{\(names)}")
      let words = variants.map(\.word).joined(separator: " ")
      return "is::choice(\(Self.quoted(tag)), \(Self.quoted(words)), \(parts))"
    case .object(let bytesMax): return "is::object(\(bytesMax))"
    case .base64(let count): return "is::base64(\(count.lowerBound), \(count.upperBound))"
    case .list(let item, let countMax): return "is::list(\(these([item])), \(countMax))"
    case .table(let names, let item, let countMax): return "is::table(\(these([names, item])), \(countMax))"
    case .row(let items): return "is::row(\(these(items)), \(items.count))"
    }
  }

  private mutating func these(_ types: [TypeShape]) -> String {
    var made: [String] = []
    for type in types { made.append(self.made(type)) }
    return named("Type ", "{\(made.joined(separator: ", "))}")
  }

  /// The name of a table with that content; it stands before what is written next.
  private mutating func named(_ type: String, _ content: String) -> String {
    if let name = items[content] { return name }
    let name = "items\(items.count + 1)"
    items[content] = name
    text += "\nconstexpr \(type)\(name)[] = \(content);\n"
    return name
  }

  private static func parts(of shape: PartShape) -> String {
    let word = shape.word
    return name(word.prefix(1).lowercased() + word.dropFirst()) + "Alone"
  }

  private static func quoted(_ text: String?) -> String {
    text.map { JSON.text($0).text } ?? "nullptr"
  }

  private static let keywords: Set<Substring> = Set(
    """
    alignas alignof and asm auto bool break case catch char class const constexpr continue decltype default delete do double else enum
    explicit export extern false float for friend goto if inline int long mutable namespace new noexcept not nullptr operator or private
    protected public register return short signed sizeof static struct switch template this throw true try typedef typename union
    unsigned using virtual void volatile while xor
    """.split { $0 == " " || $0 == "\n" })

  /// A key as a name of C++.
  static func name(_ key: some StringProtocol) -> String {
    let word = String(key.map { $0 == "-" ? "_" : $0 })
    return keywords.contains(Substring(word)) ? word + "_" : word
  }

  private static func rule(_ rule: PartRule) -> String {
    let condition = rule.condition
    func bare(_ word: JSON) -> String { if case .text(let text) = word { text } else { word.text } }
    let said = condition?.words.map(bare)
    let head = [
      quoted(condition?.path.joined(separator: "/")), quoted(said?.joined(separator: " ")),
      "\(condition?.isNegated ?? false)",
    ]
    func list(_ words: [String]) -> String { quoted(words.joined(separator: " ")) }
    let none = "nullptr"
    let tail: [String] =
      switch rule.demand {
      case .fields(let keys): ["fields", none, none, list(keys), "0", "0"]
      case .someText(let keys): ["someText", none, none, list(keys), "0", "0"]
      case .otherWords(let key, let words):
        ["otherWords", quoted(key), none, list(words.map(bare)), "0", "0"]
      case .nothing(let path): ["nothing", quoted(path.joined(separator: "/")), none, none, "0", "0"]
      case .order(let key, let order, let other, _):
        [order.rawValue, quoted(key), quoted(other), none, "0", "0"]
      case .steps(let most): ["steps", none, none, none, "0", "\(most)"]
      case .whole(let key, let range):
        ["whole", quoted(key), none, none, "\(range.lowerBound)", "\(range.upperBound)"]
      case .unique(let list, let key): ["unique", quoted(list), quoted(key), none, "0", "0"]
      case .rising(let list): ["rising", quoted(list), none, none, "0", "0"]
      case .each(let key, let other, let words): ["each", quoted(key), quoted(other), list(words), "0", "0"]
      case .within(let key, let start, let path):
        ["within", quoted(key), quoted(start), quoted(path.joined(separator: "/")), "0", "0"]
      }
    return "{" + (head + ["Demand::" + tail[0]] + tail.dropFirst()).joined(separator: ", ") + "}"
  }
}
