import BridgeConfig
import Foundation
import GardenCore
import Testing

/// What the schema calls a default, and so the manual page, is what a key that is absent means.
@Suite struct DefaultsTests {
  /// One of everything.
  private static let bare = """
    {
      "site": {}, "broker": {"tls": {}}, "bridge": {}, "store": {}, "log": {}, "reminders": {},
      "web": {"tls": {}, "account": {}, "page": {}}, "home_assistant": {},
      "sensors": {"probe": {"family": "zigbee2mqtt", "topic": "zigbee2mqtt/Basil"}},
      "valves": {"drip-line": {"family": "zigbee2mqtt", "topic": "zigbee2mqtt/Valve"}},
      "thermostats": {"heater": {"family": "zigbee2mqtt", "topic": "zigbee2mqtt/Heater", "slider": {}}},
      "heaters": {"frost-guard": {"family": "zigbee2mqtt", "topic": "zigbee2mqtt/Plug", "sensors": "probe",
        "setpoint": "6°C", "slider": {}}},
      "plants": {"basil": {"sensors": "probe", "slider": {}, "watering": {"valve": "drip-line"},
        "temperature": {"below": "5°C"}, "light": {"below": "2000lx"}, "conductivity": {"below": "350µS/cm"}}},
      "places": {"greenhouse": {"sensors": "probe", "temperature": {"below": "5°C", "above": "35°C"}, "thermostat": "heater"}},
      "supplies": {"garden-tap": {"valves": "drip-line"}},
      "interlocks": {"rain": {"topic": "garden/rain"}},
      "people": {"anna": {"devices": {"dashboard": {}}}}
    }
    """

  @Test func `a default that is written means the same as none`() throws {
    let schema = try GeneratedFilesTests.schema()
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    let sections = try #require(JSONSerialization.jsonObject(with: Data(Self.bare.utf8)) as? [String: Any])
    var count = 0
    let filled = Self.filled(sections, schema, definitions, &count)
    #expect(count > 60)
    let data = try JSONSerialization.data(withJSONObject: filled, options: .withoutEscapingSlashes)
    var bare = try read(Self.bare).get()
    var written = try read(String(decoding: data, as: UTF8.self)).get()
    // Lines of the file, which a slider that was moved is compared with.
    for i in bare.plan.plants.indices {
      #expect(bare.plan.plants[i].dryLine == nil && written.plan.plants[i].dryLine != nil)
      written.plan.plants[i].dryLine = nil
      bare.plan.plants[i].watering?.line = nil
      written.plan.plants[i].watering?.line = nil
    }
    #expect(bare == written)
  }

  /// With each default that is not there, in each mapping that is.
  private static func filled(
    _ mapping: [String: Any], _ schema: [String: Any], _ definitions: [String: [String: Any]],
    _ count: inout Int
  ) -> [String: Any] {
    var part = schema
    if let name = schema["$ref"] as? String {
      part = definitions[String(name.dropFirst("#/$defs/".count))] ?? [:]
    }
    let properties = part["properties"] as? [String: [String: Any]] ?? [:]
    let row = part["additionalProperties"] as? [String: Any] ?? [:]
    var mapping = mapping.reduce(into: [String: Any]()) { filled, entry in
      let inner = entry.value as? [String: Any]
      filled[entry.key] =
        inner.map { Self.filled($0, properties[entry.key] ?? row, definitions, &count) } ?? entry.value
    }
    for (name, property) in properties where mapping[name] == nil {
      guard let standard = property["default"] else { continue }
      mapping[name] = standard
      count += 1
    }
    return mapping
  }
}
