import Foundation
import FuzzHarness
import Testing

/// What the hunt (`make fuzz`) came to know: inputs of which each took a way through the program that no other took.
///
/// `Corpus/<group>` has one in a line, in base64. `Tests/Fuzz/keep.sh` writes them anew after a hunt.
@Suite struct CorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

  private static func inputs(_ group: String) throws -> [[UInt8]] {
    let text = try String(contentsOf: folder.appending(path: group), encoding: .utf8)
    return text.split(separator: "\n").compactMap { Data(base64Encoded: String($0)).map(Array.init) }
  }

  private static let kept =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path))?.sorted() ?? []

  @Test(arguments: kept)
  func `what the fuzzer kept is read as it must be`(name: String) throws {
    let group = try #require(FuzzGroups.all.first { $0.name == name }, "no group has the name of this file")
    let inputs = try Self.inputs(name)
    #expect(!inputs.isEmpty)
    for input in group.seeds + inputs {
      let breach = group.evaluate(input)
      #expect(breach == nil, "\(breach ?? ""): \(Data(input).base64EncodedString())")
    }
  }

  @Test func `each way in from outside has inputs that were kept`() {
    let needed = FuzzGroups.all.map(\.name).filter { name in
      // Tokens of push services are for `loam-push`, and never read by the bridge.
      ["devices", "documents", "config"].contains(name) || name.hasPrefix("up-") && name != "up-push"
    }
    #expect(needed.filter { !Self.kept.contains($0) } == [])
  }
}
