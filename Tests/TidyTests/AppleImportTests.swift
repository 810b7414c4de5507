import Testing

/// What an app links must build where there is no Linux.
@Suite struct AppleImportTests {
  /// Modules that Apple's platforms have, or that are ours and hold to the same. `Crypto` is CryptoKit there.
  private let there: Set<String> = [
    "Crypto", "Foundation", "FoundationEssentials", "Synchronization", "GardenWords", "LoamKit",
  ]

  @Test(arguments: ["LoamKit", "GardenWords"])
  func `an app's library imports only what Apple's platforms have`(_ target: String) throws {
    #expect(try #require(ImportTable.allowed[target]).isSubset(of: there))
    for file in SourceTree.sources where file.target == target {
      // Apple's platforms have no module FoundationEssentials.
      for (line, before) in zip(file.lines.dropFirst(), file.lines)
      where line.contains("import FoundationEssentials") {
        #expect(before == "#if canImport(FoundationEssentials)", "\(file.path): \(line)")
      }
      #expect(!file.text.hasPrefix("import FoundationEssentials"), "\(file.path)")
    }
  }
}
