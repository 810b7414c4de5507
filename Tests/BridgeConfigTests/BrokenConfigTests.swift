import BridgeConfig
import Foundation
import Testing

/// `Fixtures/*.case`: YAML, a line of dashes, and what a person must be told about it, exactly.
@Suite struct BrokenConfigTests {
  static let names: [String] = {
    let files = try? FileManager.default.contentsOfDirectory(atPath: Repository.fixtures.path)
    return (files ?? []).filter { $0.hasSuffix(".case") }.sorted()
  }()
  private static let separator = "\n----------\n"

  @Test func `there are at least sixty`() {
    #expect(Self.names.count >= 60)
  }

  @Test(arguments: names) func `a broken config is explained`(name: String) throws {
    let url = Repository.fixtures.appending(path: name)
    let parts = try String(contentsOf: url, encoding: .utf8).components(separatedBy: Self.separator)
    let text = parts[0] + "\n"
    let found = report(read(text))
    if Repository.updatesExpected {
      try (parts[0] + Self.separator + found + "\n").write(to: url, atomically: true, encoding: .utf8)
    }
    #expect(!found.isEmpty)
    guard !Repository.updatesExpected else { return }
    #expect(parts.count == 2)
    #expect(
      found + "\n" == parts.last, "UPDATE_EXPECTED=1 swift test --filter BridgeConfigTests writes it anew")
  }
}
