import BridgeConfig
import DeviceFamilies
import Foundation
import GardenCore
import Testing

@Suite struct GeneratedFilesTests {
  @Test(arguments: [
    ("config/loam.schema.json", ConfigSchema.json()), ("config/example.yaml", ConfigExample.text()),
    ("README.md", Self.readme()),
  ])
  func `a generated file is current (UPDATE_EXPECTED=1 rewrites it)`(path: String, expected: String) throws {
    if Repository.updatesExpected {
      try expected.write(to: Repository.root.appending(path: path), atomically: true, encoding: .utf8)
    }
    let isCurrent = try Repository.text(path) == expected
    #expect(isCurrent, "\(path) is made anew by: UPDATE_EXPECTED=1 swift test --filter GeneratedFilesTests")
  }

  /// With a row for each family between the two marks.
  private static func readme() -> String {
    guard let text = try? Repository.text("README.md"),
      let before = text.firstRange(of: "<!-- families -->\n"),
      let after = text.firstRange(of: "<!-- end of families -->")
    else { return "README.md has lost the marks around its table of families" }
    let rows = Families.all.map { "| `\($0.name)` | \($0.summary) |\n" }.joined()
    return text[..<before.upperBound] + "| family | what |\n|---|---|\n" + rows + text[after.lowerBound...]
  }

  @Test func `the example is a good config without warnings`() {
    #expect(report(read(ConfigExample.text())) == "")
    #expect(throws: Never.self) { try read(ConfigExample.text()).get() }
  }

  @Test func `the defaults that the example shows are the true ones`() throws {
    var bare = try read(ConfigExample.text()).get()
    var written = try read(ConfigExample.text(writesDefaults: true)).get()
    #expect(ConfigExample.text() != ConfigExample.text(writesDefaults: true))
    for i in bare.plan.plants.indices {
      #expect(bare.plan.plants[i].dryLine == nil)
      #expect(written.plan.plants[i].dryLine != nil)
      for plan in [\BridgeSettings.plan.plants[i]] {
        bare[keyPath: plan].watering?.line = nil
        written[keyPath: plan].watering?.line = nil
        written[keyPath: plan].dryLine = nil
      }
    }
    #expect(bare == written)
  }

  @Test func `every key of the schema stands in the example`() throws {
    let schema = try #require(
      JSONSerialization.jsonObject(with: Data(ConfigSchema.json().utf8)) as? [String: Any])
    let example = Set(
      ConfigExample.text().split(separator: "\n").map { line in
        String(line.drop { $0 == " " || $0 == "#" }.prefix { $0 != ":" })
      })
    #expect(Self.keys(schema).subtracting(example) == [])
    #expect(Self.keys(schema).count > 90)
  }

  @Test func `the schema is an object at every level and refuses unknown keys`() throws {
    let schema = try #require(
      JSONSerialization.jsonObject(with: Data(ConfigSchema.json().utf8)) as? [String: Any])
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    #expect(schema["additionalProperties"] as? Bool == false)
    #expect(
      Set(properties.keys) == [
        "site", "broker", "bridge", "formats", "sensors", "plants", "places", "valves", "thermostats",
        "heaters",
        "people", "reminders", "supplies", "interlocks",
        "home_assistant", "store", "web", "log",
      ])
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
