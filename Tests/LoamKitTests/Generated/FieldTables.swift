import ContractHarness
import LoamKit
@testable import FuzzHarness

/// The page that lists every field of every document.
enum FieldTables {
  static var text: String {
    let head = """
      # The documents, field by field

      Written from the documents' declarations by a test. What they are for is told in <doc:Protocol>.

      ## Overview

      A field is always there; one that is marked `?` may be left out. A reader takes a word that it does not know as the one behind "else"; where there is
      none, it refuses the document. Numbers in brackets are bounds: of a text in Unicode scalars, of a list or a table in entries.

      """
    return head + Kind.all.map(section).joined()
  }

  private static func section(_ kind: Kind) -> String {
    let topics = kind.topics.map { "`\($0)`" }.joined(separator: ", ")
    let rows = rows(kind.shape, below: "")
    return """

      ## \(kind.name)

      \(topics); at most \(kind.bytesMax) bytes.

      | field | value | meaning |
      | --- | --- | --- |
      \(rows.joined(separator: "\n"))

      """
  }

  private static func rows(_ shape: PartShape, below path: String) -> [String] {
    shape.fields.flatMap { field in
      let key = path + field.key
      let meaning = [
        field.key == "v"
          ? "The version of the contract." : SchemaFile.meanings.of(part: shape.name, key: field.key),
        field.twin.map { "The same as `\($0)`." }, field.since.map { "Since \($0)." },
      ]
      let cells = [
        "`\(key)`" + (field.isRequired ? "" : " ?"), value(field.type),
        meaning.compactMap { $0 }.joined(separator: " ").replacing("|", with: "\\|"),
      ]
      return ["| " + cells.joined(separator: " | ") + " |"] + inner(field.type, below: key)
    }
  }

  private static func inner(_ type: TypeShape, below key: String) -> [String] {
    switch type {
    case .part(let shape): rows(shape, below: key + ".")
    case .choice(_, let variants):
      variants.flatMap { word, shape in rows(shape, below: "\(key)(\(word)).") }
    case .list(let item, _): inner(item, below: key + "[]")
    case .table(_, let item, _): inner(item, below: key + ".<name>")
    default: []
    }
  }

  private static func value(_ type: TypeShape) -> String {
    switch type {
    case .version: return "`\(ProtocolVersion.number)`"
    case .flag: return "flag"
    case .time: return "time"
    case .integer(let range): return "whole number (\(range.lowerBound)…\(range.upperBound))"
    case .number(let range, let clamps):
      return "number (\(plain(range.lowerBound))…\(plain(range.upperBound)))"
        + (clamps ? ", held within" : "")
    case .positive: return "number above 0"
    case .string: return "text"
    case .text(let count): return "text (\(count.lowerBound)…\(count.upperBound))"
    case .grapheme(let bytesMax): return "one grapheme of at most \(bytesMax) bytes"
    case .form(let name, let form, _):
      // A vertical bar would end the cell.
      let pattern = form.pattern.replacing("|", with: "\\|")
      return name.isEmpty ? "`\(pattern)`" : "``\(name.dropLast("Form".count))``"
    case .words(let words, let unknown):
      return words.map { "`\($0)`" }.joined(separator: " ") + (unknown.map { ", else `\($0)`" } ?? "")
    case .requests(let words): return words.map { "`\($0)`" }.joined(separator: " ")
    case .part: return "object"
    case .object(let bytesMax): return "object of the app's own (≤ \(bytesMax) bytes)"
    case .base64(let count): return "base64 of \(count.lowerBound)…\(count.upperBound) bytes"
    case .choice(let tag, _): return "object, as `\(tag)` says"
    case .list(let item, let countMax): return "list (≤ \(countMax)) of: \(value(item))"
    case .table(_, let item, let countMax): return "table (≤ \(countMax)) of: \(value(item))"
    case .row(let items): return "list of \(items.count): " + items.map(value).joined(separator: ", ")
    }
  }

  private static func plain(_ number: Double) -> String {
    String(decoding: JSON.number(number).bytes, as: UTF8.self)
  }
}
