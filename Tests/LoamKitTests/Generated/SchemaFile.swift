import ContractHarness
import LoamKit
@testable import FuzzHarness

enum SchemaFile {
  static let meanings = Meanings(of: "Sources/LoamKit")

  static func text(_ kind: Kind) -> String {
    var schema = kind.shape.schema { meanings.of(part: $0, key: $1) }
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["title"] = .text(kind.name)
    schema["description"] = .text(kind.topics.joined(separator: ", "))
    return JSON.object(schema).layout() + "\n"
  }
}
