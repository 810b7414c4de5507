import LoamKit
import TestKit
import Testing

/// Heat that people watch, as real processes: a relay and a thermometer, a phone, and whoever looks at the retained documents.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct HeatingTests {
  private static let garden = """
    site: {name: warm, time_zone: UTC}
    broker: {host: 127.0.0.1, port: 1883}
    sensors:
      air: {family: json, topic: garden/air, fields: {temperature: {path: t, unit: C}}}
    heaters:
      frost-guard:
        name: Frost guard
        family: template
        topic: garden/frost/state
        template: {command_topic: garden/frost/set, open: 'ON {seconds}', close: 'OFF', closes_by_itself: true, open_word: 'ON', closed_word: 'OFF'}
        sensors: air
        setpoint: 12°C
        on_min: 0s
        off_min: 10s
    places:
      greenhouse: {name: Greenhouse, sensors: air, temperature: {below: 5°C}, thermostat: frost-guard}
    people:
      anna: {name: Anna, devices: {anna-phone: {role: operator}}}

    """

  private func air(_ celsius: Double, _ site: Site) async throws {
    try await site.publish("garden/air", #"{"t":\#(celsius)}"#)
  }

  @Test func `from cold to warm, over a kill, a phone sees how far it is and that it got there`() async throws
  {
    try await Site.during { site in
      let config = try site.config(text: Self.garden)
      try await BridgeRun.listening(to: ["garden/frost/set", "plants/v1/state/activity/+"], on: site.port) {
        heard in
        try await Device.during("anna-phone", on: site.broker.port) { phone in
          let steps = phone.client.observe(ActivityMessage.self)
          func step(where fits: (ActivityMessage) -> Bool) async throws -> ActivityMessage {
            for await next in steps {
              if let document = next.document, fits(document) { return document }
            }
            throw CancellationError()
          }
          let start = try await BridgeRun.killed(config) { log in
            try await log.waitUntilBridgeHears()
            try await site.publish("garden/frost/state", "OFF")
            try await air(9.5, site)
            let start = try await step { $0.aps.event == .start }
            _ = try await heard.document("garden/frost/set") { $0.hasPrefix("ON") }
            try await site.publish("garden/frost/state", "ON")
            try await air(10.75, site)
            _ = try await step { $0.aps.event == .update && $0.aps.contentState.progress == 0.5 }
            return start
          }
          #expect(start.aps.contentState.title == "Turning on the heat: Greenhouse, 9.5 °C → 12 °C")
          #expect(start.aps.alert?.body == "Heat is asked for: from 9.5 °C to 12 °C.")
          #expect(start.activity.plant == nil)
          let state = try #require(try await site.retained("plants/v1/state/activity/\(start.activity.id)"))
          let shown = try DocumentCodec.decode(ActivityState.self, from: Array(state.utf8))
          #expect(shown.kind == .heating && shown.state == .active && shown.ends == nil)
          #expect(
            shown.heat?.from == 9.5 && shown.heat?.to == 12
              && shown.heat?.control.text == "frost-guard-setpoint")

          let before = await heard.count("garden/frost/set ON")
          let log = try await BridgeRun.during(config) { log, _ in
            try await log.waitUntilBridgeHears()
            // It is switched off first, whatever was on; then it heats again, under the same activity.
            try await site.publish("garden/frost/state", "OFF")
            try await air(10.75, site)
            try await heard.wait(for: "garden/frost/set ON", times: before + 1)
            try await site.publish("garden/frost/state", "ON")
            try await air(12, site)
            let end = try await step { $0.aps.event == .end }
            #expect(end.activity.id == start.activity.id && end.activity.end == .finished)
            #expect(end.aps.contentState.progress == 1)
            #expect(end.aps.contentState.title == "Greenhouse is warm: 12 °C")
          }
          #expect(log.contains("heats: 10.8 °C, asked for 12.0 °C"), "\(log)")
        }
      }
    }
  }
}
