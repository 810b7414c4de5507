import LoamKit
import Testing

/// What a declaration brings with it, seen on a part that no document has.
struct DeclarationTests {
  struct Tub: DocumentPart {
    var size: Int
    var lid: Bool?
    init(_ f: Fields<Self>) {
      size = f.required("size_l", \.size, .integer(1...50))
      lid = f.optional("lid", \.lid, .flag, since: "1.2")
    }
  }

  @Test func `a field that came later names its release`() {
    let schema = JSON.object(Tub.shape.schema())
    #expect(
      schema == [
        "type": "object", "required": ["size_l"],
        "properties": [
          "size_l": ["type": "integer", "minimum": 1, "maximum": 50],
          "lid": ["type": "boolean", "x-since": "1.2"],
        ],
      ])
  }

  @Test func `a key that is a word of C++, or no name there, has a name all the same`() {
    #expect(CTables.name("do") == "do_")
    #expect(CTables.name("stale-date") == "stale_date")
    #expect(CTables.name("plant") == "plant")
  }

  @Test func `a part without content is described, not read`() {
    #expect(Tub.shape.fields.map(\.key) == ["size_l", "lid"])
    #expect(Tub.shape.name.hasSuffix("DeclarationTests.Tub"))
  }
}
