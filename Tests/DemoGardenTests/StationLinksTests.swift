import DemoGarden
import GardenCore
import GardenSimulation
import HostSystem
import MQTTTypes
import MosquittoClient
import Testing

@Suite struct StationLinksTests {
  @Test func `the stations speak on a real broker in fast time and obey commands that come over it`()
    async throws
  {
    try await PrivateBroker.during(random: SplitMix64(seed: 21)) { broker in
      let address = BrokerAddress.tcp(host: "127.0.0.1", port: UInt16(broker.port))
      var heard: [String: String] = [:]
      let listener = try MosquittoSession(
        settings: MosquittoClient.Settings(address: address, clientID: "listener"), timeout: .seconds(5)
      ) { heard[$0.topic] = String(decoding: $0.payload, as: UTF8.self) }
      try listener.subscribe([MQTTSubscription(filter: "#")], timeout: .seconds(5))

      let real = HostClock.now()
      let clock = ScaledClock(
        start: Moment(
          wall: Timestamp(milliseconds: real.wallMilliseconds),
          uptime: Uptime(milliseconds: real.uptimeMilliseconds)), speed: 600)
      let garden = DemoGarden(seed: 3, calendar: .utc, at: clock.start.wall)
      let links = try StationLinks(garden: garden, clock: clock, address: address)
      var hasAsked = false
      let end = HostClock.uptimeMilliseconds() + 15_000
      links.run {
        _ = try? listener.wait(timeout: .milliseconds(5)) { false }
        if heard["zigbee2mqtt/Basil"] != nil, !hasAsked {
          hasAsked = true
          let open = MQTTPublication(
            topic: "zigbee2mqtt/Basil valve/set", payload: Array(#"{"state":"ON","on_time":3600}"#.utf8))
          try? listener.publish(open, timeout: .seconds(1))
        }
        let isOpen = heard["zigbee2mqtt/Basil valve"]?.contains(#""state":"ON""#) == true
        return isOpen && heard.count > 20 || HostClock.uptimeMilliseconds() > end
      }
      links.close()
      listener.close()
      #expect(heard["zigbee2mqtt/Basil valve"]?.contains(#""state":"ON""#) == true)
      #expect(heard["tele/greenhouse-tomato/LWT"] == "Online")
      #expect(heard["greenhouse-node/status"] == "online")
      #expect(heard["zigbee2mqtt/Basil/availability"] == #"{"state":"online"}"#)
      #expect(links.lost == 0)
    }
  }
}
