import BridgeConfig
import GardenCore
import Testing

@Suite struct ValveSafetyTests {
  private func valve(_ keys: String) throws -> ActuatorPlan { try #require(garden(keys).actuators.first) }

  private func garden(_ keys: String, watering: String = "") throws -> GardenPlan {
    let settings = try read(
      """
      sensors:
        probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Basil}
        main: {family: json, topic: garden/main, fields: {volume: {path: total, unit: m³}, flow: {path: rate, unit: L/h}}}
        plug: {family: json, topic: garden/plug, fields: {power: {path: W}}}
      valves:
        drip: {\(keys)}
      plants:
        basil: {sensors: probe, watering: {valve: drip\(watering)}}
      people: {anna: {devices: {anna-phone: {}}}}
      """
    ).get()
    #expect(settings.warnings.isEmpty || !keys.contains("power_meter"), "\(settings.warnings)")
    return settings.plan
  }

  @Test func `what proves a valve stands in its plan`() throws {
    let drip = try valve(
      "family: zigbee2mqtt, topic: z/v, flow_meter: main, power_meter: plug, flow_min: 30 l/h, power_min: 0.02kW, evidence_within: 90s, reports_flow: true"
    )
    #expect(
      drip.evidence
        == EvidencePlan(
          flowMeter: SensorIndex(1), reportsFlow: true, powerMeter: SensorIndex(2), flowMin: 0.5,
          powerMin: 20,
          within: .seconds(90)))
  }

  @Test func `a valve is proved by nothing else unless the config says so`() throws {
    #expect(try valve("family: zigbee2mqtt, topic: z/v").evidence == EvidencePlan())
  }

  @Test func `the longest timer is the family's, or the owner's where that is shorter`() throws {
    #expect(try valve("family: zigbee2mqtt, topic: z/v").timerMax == .seconds(6553))
    #expect(try valve("family: zigbee2mqtt, topic: z/v, timer_max: 10min").timerMax == .minutes(10))
    #expect(try valve("family: zigbee2mqtt, topic: z/v, timer_max: 12h").timerMax == .seconds(6553))
    #expect(try valve("family: shelly, topic: shellyplus1-a8").timerMax == nil)
    #expect(
      try valve("family: esphome, topic: n, part: bed, command_topic: n/bed/run, timer_max: 1h").timerMax
        == .hours(1))
  }

  @Test func `a valve without a timer of its own is taken where the owner accepts it`() throws {
    let accepted = try valve("family: esphome, topic: n, part: bed, no_device_timer: accepted")
    #expect(accepted.kind == .valve(hasDeviceTimer: false) && accepted.timerMax == nil)
    let scripted = try valve("family: esphome, topic: n, part: bed, command_topic: n/bed/run")
    #expect(scripted.kind == .valve(hasDeviceTimer: true))
  }

  @Test func `a valve behind LoRaWAN hears rarely`() throws {
    let words =
      "template: {open: '{\"on\":1}', close: '{\"on\":0}', state_path: object.on, open_word: '1', closed_word: '0'}, no_device_timer: accepted"
    let topic = "application/3f1c7b1e-9d8a-4a5e-8a57-0c3b4a1d2e9f/device/24e124126d376993"
    #expect(try valve("family: chirpstack, topic: \(topic), \(words)").hearsRarely)
    #expect(try !valve("family: zigbee2mqtt, topic: z/v").hearsRarely)
  }

  @Test func `a valve is opened by hand only where the config allows it`() throws {
    #expect(try valve("family: zigbee2mqtt, topic: z/v").allowsManualOpening == false)
    #expect(try valve("family: zigbee2mqtt, topic: z/v, manual_opening: allowed").allowsManualOpening)
  }

  @Test(arguments: ["flow_meter: main", "reports_flow: true"])
  func `a plant gets its litres where something measures them`(meter: String) throws {
    let keys = "family: zigbee2mqtt, topic: z/v, \(meter)"
    let watering = try #require(
      garden(keys, watering: ", litres: 4.5, litres_max: 20").plants.first?.watering)
    #expect(watering.litres == 4.5 && watering.litresMax == 20)
    #expect(try garden(keys).plants.first?.watering?.litres == nil)
  }
}
