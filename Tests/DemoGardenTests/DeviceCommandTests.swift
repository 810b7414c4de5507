import GardenCore
import GardenSimulation
import MQTTTypes
import Testing

@testable import DemoGarden

@Suite struct DeviceCommandTests {
  let start = DeviceFormatTests.start

  /// Sends `payload` to whichever station subscribed to `topic`.
  func send(_ topic: String, _ payload: String, to garden: inout DemoGarden, at now: Timestamp)
    -> [StationMessage]
  {
    let station = garden.stations.firstIndex { station in
      station.filters.contains { TopicFilter($0)?.matches(topic) == true }
    }
    #expect(station != nil, "\(topic)")
    return garden.hear(station: station ?? -1, topic: topic, payload: Array(payload.utf8), at: now)
  }

  @Test func `the zigbee valve opens after a delay, reports, and closes on its own timer`() {
    var garden = DeviceFormatTests.garden()
    _ = garden.turn(to: start + .minutes(1))
    #expect(
      send(
        "zigbee2mqtt/Basil valve/set", #"{"state":"ON","on_time":1800}"#, to: &garden, at: start + .minutes(1)
      ).isEmpty)
    let before = garden.world.pots[0].moisture
    let states = DeviceFormatTests.texts(garden.turn(to: start + .hours(1)), on: "zigbee2mqtt/Basil valve")
    #expect(states.contains { $0.contains(#""state":"ON","valve_work_state":"working""#) })
    #expect(states.last?.contains(#""state":"OFF","valve_work_state":"idle""#) == true)
    #expect(garden.world.pots[0].moisture > before + 10)
  }

  @Test func `the Tasmota relay honours PulseTime`() {
    var garden = DeviceFormatTests.garden()
    _ = garden.turn(to: start)
    let set = send("cmnd/greenhouse-valve/PulseTime1", "460", to: &garden, at: start)
    #expect(
      DeviceFormatTests.texts(set, on: "stat/greenhouse-valve/RESULT") == [
        #"{"PulseTime1":{"Set":460,"Remaining":0}}"#
      ])
    _ = send("cmnd/greenhouse-valve/POWER1", "ON", to: &garden, at: start)
    let said = DeviceFormatTests.texts(garden.turn(to: start + .hours(1)), on: "stat/greenhouse-valve/RESULT")
    #expect(said == [#"{"POWER1":"ON"}"#, #"{"POWER1":"OFF"}"#])
    // 360 s at 0.02 l/min.
    #expect(abs(garden.world.pots[2].litresReceived - 0.12) < 0.001)
  }

  @Test func `a backlog does both in one message`() {
    var garden = DeviceFormatTests.garden()
    _ = send("cmnd/greenhouse-valve/Backlog", "PulseTime1 160; Power1 ON", to: &garden, at: start)
    _ = garden.turn(to: start + .minutes(10))
    #expect(abs(garden.world.pots[2].litresReceived - 0.02) < 0.001)
  }

  @Test func `the thermostat clamps and rounds, and answers late`() {
    var garden = DeviceFormatTests.garden()
    _ = garden.turn(to: start + .minutes(1))
    let now = start + .minutes(1)
    #expect(
      send("zigbee2mqtt/Greenhouse heater/set", #"{"occupied_heating_setpoint":17.3}"#, to: &garden, at: now)
        .isEmpty)
    let said = DeviceFormatTests.texts(
      garden.turn(to: now + .minutes(1)), on: "zigbee2mqtt/Greenhouse heater")
    #expect(said.count == 1 && said[0].contains(#""occupied_heating_setpoint":17.5,"#))
    _ = send(
      "zigbee2mqtt/Greenhouse heater/set", #"{"occupied_heating_setpoint":1e300}"#, to: &garden,
      at: now + .minutes(1))
    #expect(garden.world.places[0].setpoint == 30)
  }

  @Test func `who answers done has watered, once per answer`() {
    var garden = DeviceFormatTests.garden()
    let answer =
      #"{"v":1,"id":"0197f0ae-4444-7555-8666-777788889999","action":"water_done","plant":"fern","at":1}"#
    for _ in 0..<3 { _ = send("plants/v1/d/anna-phone/up/action", answer, to: &garden, at: start) }
    let once = garden.world.pots[1].litresReceived
    #expect(once > 0.5 && once < 2)
    _ = garden.turn(to: start + .hours(2))
    #expect(garden.world.pots[1].moisture > 65)
  }

  @Test(
    arguments: [
      "", "{", "null", #"{"state":7}"#, #"{"state":"ON","on_time":1e308}"#, "\u{0}",
      #"{"action":"water_done"}"#, "PulseTime1",
    ])
  func `garbage moves nothing and stops nothing`(payload: String) {
    var garden = DeviceFormatTests.garden()
    for topic in [
      "zigbee2mqtt/Basil valve/set", "zigbee2mqtt/Greenhouse heater/set", "cmnd/greenhouse-valve/Backlog",
      "cmnd/greenhouse-valve/PulseTime1", "plants/v1/d/x/up/action",
    ] { _ = send(topic, payload, to: &garden, at: start) }
    #expect(garden.turn(to: start + .hours(1)).count > 20)
    #expect(garden.world.pots[2].litresReceived == 0)
  }
}
