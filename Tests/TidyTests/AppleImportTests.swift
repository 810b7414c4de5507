import Testing

/// What an app links must build where there is no Linux.
@Suite struct AppleImportTests {
  /// Modules that Apple's platforms have, or that are ours and hold to the same. `Cryptography` is CryptoKit there.
  private let there: Set<String> = [
    "Cryptography", "Foundation", "FoundationEssentials", "Synchronization", "GardenWords", "LoamKit",
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

  /// The release of iOS that brought a type; those before 13 are as good as 13. The other systems follow: macOS is 3 behind, watchOS 7,
  /// tvOS has the same number, and visionOS began with 17. Source: the availability in Apple's documentation of each.
  private let since: [String: Int] = [
    "AsyncStream": 13, "Calendar": 13, "Data": 13, "Date": 13, "JSONDecoder": 13,
    "TimeZone": 13,
    "URLComponents": 13, "URLQueryItem": 13, "Duration": 16, "Mutex": 18,
  ]

  /// Swift's own, as old as the language's fixed binary interface.
  private let own: Set<String> = [
    "Array", "ArraySlice", "Bool", "CaseIterable", "Character", "ClosedRange", "Codable", "Comparable",
    "Context",
    "CustomStringConvertible", "Decodable", "Decoder", "DecodingError", "Dictionary", "Double", "Error",
    "ExpressibleByArrayLiteral", "ExpressibleByBooleanLiteral", "ExpressibleByDictionaryLiteral",
    "ExpressibleByIntegerLiteral", "ExpressibleByStringLiteral", "Hashable", "Int", "Int64",
    "Never", "ObjectIdentifier", "RawRepresentable", "RawValue", "Result", "Scalar", "Self", "Sendable",
    "Sequence", "Set",
    "String", "StringProtocol", "Substring", "Swift", "Type", "UInt32", "UInt64", "UInt8", "UTF8",
    "UTF8View", "Unicode", "Void",
  ]

  /// Types alone: a method that is younger than its type is not seen here.
  @Test func `an app's library names no type that the systems of the manifest do not have`() throws {
    let manifest = try #require(SourceTree.text("Package.swift"))
    let behind = ["macOS": 3, "iOS": 0, "watchOS": 7, "tvOS": 0, "visionOS": 16]
    let systems = manifest.matches(of: /\.(\w+OS)\(\.v(\d+)\)/)
    #expect(Set(systems.map { String($0.1) }) == Set(behind.keys))
    let oldest = try #require(
      systems.compactMap { system in Int(system.2).map { $0 + (behind[String(system.1)] ?? 0) } }.min())
    let code = SourceTree.sources.filter { ["LoamKit", "GardenWords"].contains($0.target) }
      .flatMap(\.code)
    let type = /\b(?:struct|enum|class|protocol|typealias|associatedtype)\s+([A-Z]\w*)/
    let parameter = /[<,]\s*([A-Z]\w*)(?=\s*:)/
    let name = /\b[A-Z]\w*/
    let declared = code.flatMap { line in
      line.matches(of: type).map { String($0.1) } + line.matches(of: parameter).map { String($0.1) }
    }
    // What is nested in a type of the list, a type parameter without a bound, and what a plugin makes.
    let others = there.union(["Continuation", "Element", "Item", "SHA256Sum", "TextKey"])
    var used: Set<String> = []
    for line in code { used.formUnion(line.matches(of: name).map { String($0.0) }) }
    for name in used.subtracting(own).subtracting(others).sorted() {
      if let release = since[name] {
        #expect(release <= oldest, "\(name) is of iOS \(release), or of that year")
      } else {
        #expect(declared.contains(name), "\(name): since which release do Apple's systems have it?")
      }
    }
    #expect(Set(since.keys).isSubset(of: used), "\(Set(since.keys).subtracting(used))")
  }
}
