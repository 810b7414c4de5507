import Foundation
import Testing

/// A word that a reader does not know is read as another one. Each schema names it beside the words, as `x-unknown`; where it
/// names none, the word is taken as it is, or the document is refused.
@Suite struct UnknownWordTests {
  /// Keys from the document's root to a word; the empty key is any member of a list.
  typealias Path = [String]

  static func words(_ schema: [String: Any], _ root: [String: Any], _ path: Path = []) -> [(Path, String?)] {
    if let reference = schema["$ref"] as? String, reference.hasPrefix("#/") {
      let part = reference.dropFirst(2).split(separator: "/").reduce(root as Any) { place, key in
        (place as? [String: Any])?[String(key)] ?? [:]
      }
      return words(part as? [String: Any] ?? [:], root, path)
    }
    if schema["enum"] != nil { return [(path, schema["x-unknown"] as? String)] }
    let fields = schema["properties"] as? [String: [String: Any]] ?? [:]
    let members = schema["items"] as? [String: Any]
    return fields.sorted { $0.key < $1.key }.flatMap { words($1, root, path + [$0]) }
      + (members.map { words($0, root, path + [""]) } ?? [])
  }

  /// The document with `word` there; `nil` where nothing leads there.
  static func setting(_ word: String, at path: ArraySlice<String>, of value: Any?) -> Any? {
    guard let key = path.first else { return word }
    if key.isEmpty {
      guard var list = value as? [Any], let first = list.first,
        let changed = setting(word, at: path.dropFirst(), of: first)
      else { return nil }
      list[0] = changed
      return list
    }
    guard var object = value as? [String: Any],
      let changed = setting(word, at: path.dropFirst(), of: object[key])
    else { return nil }
    object[key] = changed
    return object
  }

  static func word(at path: Path, of value: Any?) -> String? {
    path.reduce(value) { place, key in
      key.isEmpty ? (place as? [Any])?.first : (place as? [String: Any])?[key]
    } as? String
  }

  @Test(arguments: Kind.all) func `a word that nobody knows is read as its schema says`(kind: Kind) throws {
    let file = Example.root.appendingPathComponent("Sources/LoamKit/Schemas/\(kind.name).schema.json")
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    let examples = try Example.all.filter { $0.kind == kind.name }
      .map { try JSONSerialization.jsonObject(with: Data($0.bytes)) }
    for (path, named) in Self.words(schema, schema) {
      let changed = examples.lazy.compactMap { Self.setting("guess", at: path[...], of: $0) }.first
      let document = try #require(changed, "no example of \(kind.name) leads to \(path)")
      let bytes = try JSONSerialization.data(withJSONObject: document)
      let again = try? JSONSerialization.jsonObject(with: Data(kind.again(Array(bytes))))
      let read = Self.word(at: path, of: again)
      #expect(read == named || (named == nil && read == "guess"), "\(kind.name): \(path)")
    }
  }
}
