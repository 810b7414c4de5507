import Foundation
import LoamKit
import Testing
@testable import FuzzHarness

struct ProtocolPageTests {
  @Test func `every kind of document has an example and a schema`() throws {
    let (shown, kinds) = (Set(Example.all.map(\.kind)), Set(Kind.all.map(\.name)))
    #expect(
      kinds.subtracting(shown).sorted() == [], "Protocol.md has no block \"Example (`…`):\" of these kinds")
    #expect(
      shown.subtracting(kinds).sorted() == [], "Contract/Documents.swift has no such kind of an example")
    let folder = Example.root.appendingPathComponent("Sources/LoamKit/Schemas")
    let schemas = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    let described = Set(schemas)
    let wanted = Set(kinds.map { $0 + ".schema.json" })
    #expect(
      described.symmetricDifference(wanted).sorted() == [],
      "UPDATE_EXPECTED=1 swift test --filter LoamKitTests writes the schemas; one without a document is removed by hand"
    )
  }

  @Test func `every question and every reply has an example`() throws {
    func shown(_ kind: String) -> Set<String> {
      Set(
        Example.all.filter { $0.kind == kind }.compactMap {
          guard case .text(let word)? = try? JSONReader.object($0.bytes)["identifier"] else { return nil }
          return word
        })
    }
    #expect(shown("msg") == Set(MessageRequest.Question.variants.map(\.word)))
    #expect(shown("reply") == Set(MessageReply.Answer.variants.map(\.word)))
    #expect(shown("msg") == shown("reply"))
  }

  @Test(arguments: Example.all)
  func `an example reads, and writes back as it was`(_ example: Example) throws {
    let kind = try #require(Kind.named(example.kind))
    let written = try kind.again(example.bytes)
    #expect(try JSONReader.object(written) == JSONReader.object(example.bytes))
  }

  @Test(arguments: Example.all.filter { $0.kind != "history" })
  func `an example with a higher version is refused as such`(_ example: Example) throws {
    let text = String(decoding: example.bytes, as: UTF8.self).replacingOccurrences(
      of: #""v":1"#, with: #""v":2"#)
    let kind = try #require(Kind.named(example.kind))
    #expect { try kind.again(Array(text.utf8)) } throws: {
      ($0 as? DocumentError)?.code == .unsupportedVersion
    }
  }

  @Test func `the page names every ack code and every topic`() throws {
    let page = Example.root.appendingPathComponent("Sources/LoamKit/LoamKit.docc/Protocol.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    for kind in Kind.all where !kind.topics.allSatisfy({ $0.hasPrefix("api/") }) {
      for topic in kind.topics {
        let row = text.split(separator: "\n").first {
          $0.hasPrefix("| `<base>/v1/\(topic)` | `\(kind.name)` |")
        }
        #expect(
          row?.contains(" | \(kind.bytesMax) | ") == true,
          "the topic table of Protocol.md needs | `<base>/v1/\(topic)` | `\(kind.name)` | … | \(kind.bytesMax) | …"
        )
      }
    }
    for code in AckCode.allCases { #expect(text.contains(code.rawValue), "\(code)") }
    for kind in Topic.Up.allCases { #expect(text.contains("/up/\(kind.rawValue)`")) }
    for kind in Topic.Down.allCases { #expect(text.contains("/dn/\(kind.rawValue)`")) }
    for plan in BuiltInCategories.all { #expect(text.contains("`\(plan.id)`")) }
  }

  @Test func `names written in source have their form`() {
    for plan in BuiltInCategories.all {
      #expect(CategoryName(plan.id.text) == plan.id)
      for button in plan.buttons { #expect(ActionName(button.action.text) == button.action) }
    }
    for action in [ActionName.opened, .dismissed] { #expect(ActionName(action.text) == action) }
  }

  static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Exit status of the script; 77 where Python or jsonschema is not there.
  static let status: Int32 = {
    guard let python else { return 77 }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [Example.root.appendingPathComponent("Tests/LoamKitTests/check_schemas.py").path]
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return 77 }
    process.waitUntilExit()
    return process.terminationStatus
  }()

  @Test(.enabled(if: status != 77, "python3 with the package jsonschema is not installed"))
  func `an independent validator accepts every example and every golden document`() {
    #expect(Self.status == 0)
  }
}
