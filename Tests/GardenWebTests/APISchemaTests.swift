import ContractHarness
import GardenWeb
import LoamKit
import Testing

struct APISchemaTests {
  @Test func `the API's schemas are current (UPDATE_EXPECTED=1 rewrites them)`() throws {
    let meanings = Meanings(of: "Sources/LoamKit", "Sources/GardenWeb")
    let schemas = OpenAPISchemas.shapes.mapValues { shape in
      JSON.object(shape.schema { meanings.of(part: $0, key: $1) })
    }
    let path = "Sources/GardenWeb/API/schemas.json"
    #expect(try Repository.holds(JSON.object(schemas).layout() + "\n", in: path))
    #expect(OpenAPISchemas.all == .object(schemas), "built before they were written")
  }
}
