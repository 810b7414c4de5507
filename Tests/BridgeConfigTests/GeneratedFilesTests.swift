import BridgeConfig
import DeviceFamilies
import Foundation
import GardenCore
import Testing

@Suite struct GeneratedFilesTests {
  /// The text is no argument of the test: a failure would print all of it, before the command that helps.
  enum Generated: String, CaseIterable, CustomTestStringConvertible {
    case schema = "config/loam.schema.json"
    case manual = "config/loam.yaml.5"
    case families = "Sources/Bridge/Bridge.docc/Families.md"
    case readme = "README.md"

    var testDescription: String { rawValue }

    var text: String {
      switch self {
      case .schema: ConfigSchema.json()
      case .manual: ConfigManual.text()
      case .families: GeneratedFilesTests.families()
      case .readme: GeneratedFilesTests.readme()
      }
    }
  }

  @Test(arguments: Generated.allCases)
  func `a generated file is current (UPDATE_EXPECTED=1 rewrites it)`(file: Generated) throws {
    let (path, expected) = (file.rawValue, file.text)
    if Repository.updatesExpected {
      try expected.write(to: Repository.root.appending(path: path), atomically: true, encoding: .utf8)
    }
    let isCurrent = try Repository.text(path) == expected
    #expect(isCurrent, "\(path) is made anew by: UPDATE_EXPECTED=1 swift test --filter GeneratedFilesTests")
  }

  /// With a link for each family between the two marks.
  private static func readme() -> String {
    guard let text = try? Repository.text("README.md"),
      let before = text.firstRange(of: "<!-- families -->\n"),
      let after = text.firstRange(of: "<!-- end of families -->")
    else { return "README.md has lost the marks around its families" }
    let links = Families.all.map { "[`\($0.name)`](Sources/Bridge/Bridge.docc/Families.md#\($0.name))" }
    let lines = stride(from: 0, to: links.count, by: 3).map {
      links[$0..<min($0 + 3, links.count)].joined(separator: ", ")
    }
    return text[..<before.upperBound] + lines.joined(separator: ",\n") + ".\n" + text[after.lowerBound...]
  }

  /// A section for each family.
  private static func families() -> String {
    let head = """
      # Sensor families

      What to write in the config for a device of each family, as `loam example` prints it. Put entries below the sections that your
      config has already. Every key is explained in the manual page `loam.yaml(5)`.

      | family | what |
      |---|---|

      """
    let rows = Families.all.map { "| [`\($0.name)`](#\($0.name)) | \($0.summary) |\n" }.joined()
    return head + rows + Families.all.map { "\n## \($0.name)\n\n```yaml\n\($0.block)```\n" }.joined()
  }

  @Test func `every key of the schema stands in the manual page`() throws {
    let entries = ConfigManual.text().split(separator: "\n").filter { $0.hasPrefix("\\fB") }
    let keys = Set(
      entries.compactMap { $0.dropFirst(3).dropLast(3).split(separator: ".").last.map(String.init) })
    #expect(Self.keys(try Self.schema()).subtracting(keys) == [])
    #expect(Self.keys(try Self.schema()).count > 90)
  }

  @Test(.enabled(if: groff != nil, "groff is not installed"))
  func `the manual page is set without a complaint`() throws {
    let process = Process()
    process.executableURL = URL(filePath: try #require(Self.groff))
    process.arguments = [
      "-man", "-Tutf8", "-Kutf8", "-ww", Repository.root.appending(path: "config/loam.yaml.5").path,
    ]
    let (text, complaints) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (text, complaints)
    try process.run()
    let page = String(decoding: text.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    #expect(String(decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "")
    #expect(page.contains("drier than this") && page.contains("Default: 30%"))
  }

  private static let groff = ["/usr/bin/groff", "/usr/local/bin/groff"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  @Test func `what occurs more than once in the schema stands once`() throws {
    let schema = try Self.schema()
    var uses: [String: Int] = [:]
    Self.parts(schema).forEach { uses[$0, default: 0] += 1 }
    let again = uses.filter { $0.value > 1 && $0.key.utf8.count > 24 && !$0.key.hasPrefix(##"{"$ref""##) }
    #expect(again.keys.sorted() == [])
    let definitions = try #require(schema["$defs"] as? [String: Any]).keys
    for name in definitions {
      #expect(uses[##"{"$ref":"#/$defs/\##(name)"}"##, default: 0] > 1, "\(name)")
    }
  }

  static func schema() throws -> [String: Any] {
    try #require(JSONSerialization.jsonObject(with: Data(ConfigSchema.json().utf8)) as? [String: Any])
  }

  /// What each part of a schema accepts, as text: without what is said of it.
  private static func parts(_ schema: [String: Any]) -> [String] {
    var inner: [Any] = ["additionalProperties", "items", "propertyNames"].compactMap { schema[$0] }
    inner += ["properties", "$defs"].flatMap { ((schema[$0] as? [String: Any]) ?? [:]).values }
    inner += schema["anyOf"] as? [Any] ?? []
    return inner.compactMap { $0 as? [String: Any] }.flatMap { part in
      let accepts = part.filter { !["description", "default", "examples"].contains($0.key) }
      let data = try? JSONSerialization.data(
        withJSONObject: accepts, options: [.sortedKeys, .withoutEscapingSlashes])
      return parts(part) + [String(decoding: data ?? Data(), as: UTF8.self)]
    }
  }

  @Test func `the schema is an object at every level and refuses unknown keys`() throws {
    let schema = try Self.schema()
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    #expect(schema["additionalProperties"] as? Bool == false)
    #expect(
      Set(properties.keys) == [
        "include", "defaults", "site", "broker", "bridge", "formats", "sensors", "plants", "places", "valves",
        "thermostats",
        "heaters",
        "people", "reminders", "supplies", "interlocks",
        "home_assistant", "rain", "store", "web", "push", "channels", "log",
      ])
  }

  /// Exit status of the script; 77 where Python or its packages are not there.
  private static let validation: Int32 = {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", Repository.root.appending(path: "Tests/BridgeConfigTests/check_schema.py").path,
    ]
    process.standardInput = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return 77 }
    process.waitUntilExit()
    return process.terminationStatus
  }()

  @Test(.enabled(if: validation != 77, "python3 with the packages jsonschema and yaml is not installed"))
  func `an independent validator accepts the shipped files, and refuses what only an editor needs to see`() {
    #expect(Self.validation == 0)
  }

  private static func keys(_ schema: [String: Any]) -> Set<String> {
    var found: Set<String> = []
    for (name, value) in schema {
      if name == "properties", let inner = value as? [String: Any] { found.formUnion(inner.keys) }
      if let inner = value as? [String: Any] { found.formUnion(keys(inner)) }
      for inner in value as? [[String: Any]] ?? [] { found.formUnion(keys(inner)) }
    }
    return found
  }
}
