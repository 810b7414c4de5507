import Foundation

/// Small arrays inside an entity, as JSON text: nobody queries them, and a later version can add a field with a default.
///
/// Keys are part of the file format. Readable with SQLite's own `json_each`.
enum NestedColumn {
  static func encode(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func decode<T: Decodable>(_: T.Type, _ text: String) -> T? {
    try? JSONDecoder().decode(T.self, from: Data(text.utf8))
  }
}
