import Foundation
import TestKit
import Testing

/// `loam sniff` beside a zigbee2mqtt as it is: its state is kept by the broker.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(5))) struct NeighbourTests {
  private func keep(_ topic: String, _ payload: String, _ site: Site) async throws {
    let sent = try await Program.run(
      "mosquitto_pub", ["-p", site.port, "-r", "-q", "1", "-t", topic, "-m", payload])
    try #require(sent.isSuccess, "\(sent.output)")
  }

  @Test(arguments: [#"{"state":"online"}"#, "online"])
  func `the probes that a config lacks are found, though their bridge speaks for all`(_ state: String)
    async throws
  {
    try await Site.during { site in
      try await keep("zigbee2mqtt/bridge/state", state, site)
      for name in ["Basilikum", "Ficus groß", "Tomate"] {
        try await keep("zigbee2mqtt/\(name)", #"{"soil_moisture":44,"temperature":21.5,"battery":90}"#, site)
      }
      let config = try site.config(
        text: """
          broker: {host: 127.0.0.1, port: 1883}
          sensors: {basilikum-probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Basilikum}}
          plants: {basilikum: {name: Basilikum, sensors: basilikum-probe, dry_below: 30%}}

          """)
      let ended = try await Program.run(Program.loam, ["sniff", "--for", "2s", "--config", config])
      #expect(ended.isSuccess, "\(ended.output)")
      #expect(ended.output.contains("In the config already: basilikum-probe."), "\(ended.output)")
      #expect(ended.output.contains("  topic: zigbee2mqtt/Tomate"), "\(ended.output)")
      #expect(ended.output.contains("zigbee2mqtt/Ficus groß"), "\(ended.output)")
    }
  }

  @Test func `without a time it ends when all have spoken, and says meanwhile who was heard`() async throws {
    try await Site.during { site in
      try await keep("zigbee2mqtt/Basil", #"{"soil_moisture":44}"#, site)
      let ended = try await Program.run(Program.loam, ["sniff", "--host", "127.0.0.1", "--port", site.port])
      #expect(ended.output.contains("or until nothing new has come for 15 s"), "\(ended.output)")
      #expect(ended.output.contains("\nheard Basil (zigbee2mqtt): moisture 44 %\n"), "\(ended.output)")
      let seconds = ended.output.firstMatch(of: #/in (\d+) s: /#).flatMap { Int($0.1) } ?? 60
      #expect((15..<60).contains(seconds), "\(ended.output)")
    }
  }
}
