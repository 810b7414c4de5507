import ContractHarness
import LoamKit
import Testing
@testable import FuzzHarness

/// What is written from the documents' declarations. One that was changed changes all of it: UPDATE_EXPECTED=1.
struct ContractFilesTests {
  @Test(arguments: Kind.all) func `a document's schema is current`(kind: Kind) throws {
    #expect(
      try Repository.holds(SchemaFile.text(kind), in: "Sources/LoamKit/Schemas/\(kind.name).schema.json"))
  }

  @Test func `the page of all documents is current`() throws {
    #expect(try Repository.holds(FieldTables.text, in: "Sources/LoamKit/LoamKit.docc/Documents.md"))
  }

  @Test func `the page's readers are current`() throws {
    #expect(
      try Repository.holds(PageReaders().text, in: "Sources/GardenPage/script/contract/documents.js"))
    #expect(
      try Repository.holds(PageReaders.accounts, in: "Sources/GardenPage/script/contract/accounts.js"))
  }

  @Test func `the tables of the readers in C++ and MicroPython are current`() throws {
    #expect(try Repository.holds(CTables().text, in: "Examples/Reader/contract.h"))
    #expect(try Repository.holds(MicroPythonTables.text, in: "Examples/MicroPython/contract.txt"))
  }

  @Test(arguments: Kind.all) func `a document's vectors are current, and read as they say`(kind: Kind) throws
  {
    let vectors = Vectors(kind)
    #expect(
      try Repository.holds(vectors.json.layout() + "\n", in: "Sources/LoamKit/Vectors/\(kind.name).json"))
    for it in vectors.cases {
      let document = vectors.document(it)
      guard document.bytes.count <= kind.bytesMax else { continue }
      let (path, value) = try #require(it.change.last)
      switch it.verdict {
      case .valid, .disagreeing: break
      case .refused(let code):
        let error = try #require(kind.error(document.bytes), "\(path) \(String(describing: value)) is taken")
        #expect(error.code == code, "\(path) \(String(describing: value)): \(error)")
        // Where a rule wants several fields, the first that is missing is named.
        #expect(error.pointer.hasPrefix(path.pointer) || it.change.count > 1, "\(path): \(error)")
      case .patient(let reads):
        guard let reads else { continue }
        let written = JSON.object(try JSONReader.object(try kind.again(document.bytes)))
        #expect(written[path] == reads, "\(path)")
      }
    }
  }
}
