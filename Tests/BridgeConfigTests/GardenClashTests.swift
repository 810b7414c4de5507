import BridgeConfig
import Testing

/// Gardens of one fleet: what each must have for itself.
@Suite struct GardenClashTests {
  private func clashes(_ gardens: String...) throws -> [String] {
    let all = try gardens.enumerated().map { i, text in
      (file: "\(i + 1).yaml", settings: try read(text + Self.plant).get())
    }
    return GardenClash.among(all).map(\.text)
  }

  @Test func `gardens with ids of their own share a broker`() throws {
    #expect(try clashes("site: {id: north}\n", "site: {id: south}\n") == [])
  }

  @Test func `gardens at two brokers need no ids`() throws {
    #expect(try clashes("broker: {host: a.example}\n", "broker: {host: b.example}\n") == [])
  }

  @Test func `two gardens never have one tree of topics`() throws {
    #expect(
      try clashes("broker: {host: a.example}\n", "broker: {host: a.example}\n") == [
        """
        1.yaml, 2.yaml: error: both publish below 'plants/v1/' at a.example:1883
          = help: give each a site.id of its own
        """
      ])
  }

  @Test func `two gardens never open one valve, whatever they call it`() throws {
    let north = "site: {id: north}\nvalves: {tap: {family: zigbee2mqtt, topic: zigbee2mqtt/valve-1}}\n"
    let south = "site: {id: south}\nvalves: {hose: {family: zigbee2mqtt, topic: zigbee2mqtt/valve-1}}\n"
    #expect(
      try clashes(north, south) == [
        """
        1.yaml, 2.yaml: error: both command the device of 'hose' at localhost:1883
          = help: a valve or heater belongs to one garden, which alone knows how long it is open
        """
      ])
  }

  @Test func `neither a client id nor a folder belongs to two`() throws {
    let both = "broker: {client_id: loam}\nstore: {path: /srv/loam}\n"
    let found = try clashes("site: {id: north}\n" + both, "site: {id: south}\n" + both)
    #expect(found.count == 2)
    #expect(found[0].hasPrefix("1.yaml, 2.yaml: error: both have the client id 'loam' at localhost:1883"))
    #expect(found[1].hasPrefix("1.yaml, 2.yaml: error: both keep their store in /srv/loam"))
  }

  @Test func `a folder that each service has for itself is no clash`() throws {
    let both = "store: {path: state}\n"
    #expect(try clashes("site: {id: north}\n" + both, "site: {id: south}\n" + both) == [])
  }

  private static let plant = """
    sensors:
      fern-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/fern}
    plants:
      fern: {name: Fern, sensors: fern-probe, dry_below: 30%}
    people:
      anna: {name: Anna, devices: {anna-phone: {role: operator}}}
    """
}
