import LoamKit
@testable import FuzzHarness

/// The tables of the reader in MicroPython: a name and a JSON value a line, so that a board loads what it needs.
enum MicroPythonTables {
  static var text: String {
    let kinds = Kind.all.map { "\($0.name) " + JSON.list([.text($0.shape.word), number($0.bytesMax)]).text }
    return (kinds + ReaderParts().all.map { "\($0.word) \(part($0).text)" }).joined(separator: "\n") + "\n"
  }

  private static func number(_ value: Int) -> JSON { .number(Double(value)) }

  private static func part(_ shape: PartShape) -> JSON {
    let fields = shape.fields.map { field in
      JSON.list([
        .text(field.key), .flag(!field.canBeMissing), type(field.type), field.absent ?? .null,
        field.twin.map(JSON.text) ?? .null,
      ])
    }
    return [.list(fields), .list(shape.rules.map(rule))]
  }

  private static func type(_ type: TypeShape) -> JSON {
    switch type {
    case .version: ["whole", number(ProtocolVersion.number), number(ProtocolVersion.number)]
    case .flag: ["flag"]
    case .time:
      [
        "whole", .number(Double(EpochSeconds.range.lowerBound)),
        .number(Double(EpochSeconds.range.upperBound)),
      ]
    case .integer(let range): ["whole", number(range.lowerBound), number(range.upperBound)]
    case .number(let range, let clamps):
      [clamps ? "clamped" : "number", .number(range.lowerBound), .number(range.upperBound)]
    case .positive: ["positive"]
    case .string: ["any"]
    case .text(let count): ["text", number(count.lowerBound), number(count.upperBound)]
    case .grapheme(let bytesMax): ["grapheme", number(bytesMax)]
    case .form(_, let form, _): ["form", .text(form.pattern)]
    case .words(let words, let unknown): ["words", .words(words), unknown.map(JSON.text) ?? .null]
    case .requests(let words): ["words", .words(words), .null]
    case .part(let shape): ["part", .text(shape.word)]
    case .choice(let tag, let variants):
      [
        "choice", .text(tag),
        .object(Dictionary(variants.map { ($0.word, .text($0.shape.word)) }) { first, _ in first }),
      ]
    case .object(let bytesMax): ["object", number(bytesMax)]
    case .base64(let count): ["base64", number(count.lowerBound), number(count.upperBound)]
    case .list(let item, let countMax): ["list", self.type(item), number(countMax)]
    case .table(let names, let item, let countMax):
      ["table", self.type(names), self.type(item), number(countMax)]
    case .row(let items): ["row", .list(items.map { self.type($0) })]
    }
  }

  private static func rule(_ rule: PartRule) -> JSON {
    let condition = rule.condition.map { JSON.list([.words($0.path), .list($0.words), .flag($0.isNegated)]) }
    let demand: [JSON] =
      switch rule.demand {
      case .fields(let keys): ["fields", .words(keys)]
      case .someText(let keys): ["someText", .words(keys)]
      case .otherWords(let key, let words): ["otherWords", .text(key), .list(words)]
      case .nothing(let path): ["nothing", .words(path)]
      case .order(let key, let order, let other, _): [.text(order.rawValue), .text(key), .text(other)]
      case .steps(let most): ["steps", number(most)]
      case .whole(let key, let range):
        ["whole", .text(key), number(range.lowerBound), number(range.upperBound)]
      case .unique(let list, let key): ["unique", .text(list), .text(key)]
      case .rising(let list): ["rising", .text(list)]
      case .each(let list, let key, let words): ["each", .text(list), .text(key), .words(words)]
      case .within(let key, let start, let path): ["within", .text(key), .text(start), .words(path)]
      }
    return .list([condition ?? .null] + demand)
  }
}
