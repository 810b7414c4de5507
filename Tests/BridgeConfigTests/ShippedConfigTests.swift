import BridgeConfig
import DeviceFamilies
import GardenCore
import PayloadJSON
import Testing

@Suite struct ShippedConfigTests {
  @Test(arguments: ["config/demo.yaml", "config/valves.yaml"])
  func `a shipped file is good and has no warnings`(path: String) throws {
    let settings = try read(Repository.text(path)).get()
    #expect(settings.warnings.map(\.description) == [])
  }

  @Test func `the file of valves has one of every family that drives any`() throws {
    let settings = try read(Repository.text("config/valves.yaml")).get()
    let families = Set(settings.actuators.map(\.family))
    let lorawan: Set<Family> = [.chirpstack, .theThingsStack]
    let driving = Set(Families.all.filter(\.hasValves)).subtracting(lorawan)
    #expect(driving.subtracting(families) == [.sparkplug] && !families.isDisjoint(with: lorawan))
    let untimed = settings.plan.actuators.filter { $0.kind == .valve(hasDeviceTimer: false) }
    #expect(untimed.map(\.id) == ["gate-bed", "orchard"])
  }

  @Test func `the rain delay and the sensors of OpenSprinkler keep valves closed`() throws {
    let settings = try read(Repository.text("config/valves.yaml")).get()
    let valves = settings.plan.actuators.indices.map { ActuatorIndex($0) }
    let lawn = try #require(settings.plan.actuators.firstIndex { $0.id == "lawn" })
    #expect(settings.plan.interlocks.map(\.id) == ["rain-delay", "rain", "wet-lawn"])
    #expect(settings.plan.interlocks.map(\.valves) == [valves, valves, [ActuatorIndex(lawn)]])
    let context = DecodeContext(arrival: Timestamp(seconds: 1), wasRetained: false, calendar: .utc)
    for binding in settings.interlocks {
      let topic = try InterlockTopic(binding)
      for (payload, blocks) in [(#"{"state":1}"#, true), (#"{"state":0}"#, false)] {
        let reader = PayloadReader()
        reader.load(Array(payload.utf8).span)
        var items: [DecodedItem] = []
        topic.decode(reader, source: 0, context: context, into: &items)
        #expect(items == [.interlock(blocks: blocks)])
      }
    }
  }

  @Test func `the demo's file becomes the garden that it describes`() throws {
    let settings = try read(Repository.text("config/demo.yaml")).get()
    let plan = settings.plan
    #expect(
      plan.plants.map(\.id) == ["basil", "fern", "tomato", "chili", "orchid", "rosemary", "lemon", "cactus"])
    #expect(plan.people.map(\.id) == ["anna", "wei"])
    #expect(settings.timeZoneName == "Europe/Berlin")
    let basil = plan.plants[0]
    #expect(
      basil.shares == [SensorShare(sensor: SensorIndex(0), quantities: [.moisture, .temperature, .light])])
    #expect(basil.moisture == BandPlan(below: 35, above: 85, deadband: 5, dwell: .minutes(10)))
    #expect(basil.watering?.valve == ActuatorIndex(0))
    #expect(basil.watering?.duration == .minutes(30))
    #expect(plan.places[0].thermostat == ActuatorIndex(2))
    let fern = plan.plants[1]
    #expect(fern.shares[1] == SensorShare(sensor: SensorIndex(2), weight: 0.5, quantities: [.moisture]))
    let rosemary = try #require(settings.sensors.first { $0.family == .rtl433 })
    #expect(
      rosemary.select == [
        FieldMatch(path: FieldPath([.key("model")]), value: "Fineoffset-WH51"),
        FieldMatch(path: FieldPath([.key("id")]), value: "006b58"),
      ])
    #expect(plan.people[0].quiet == QuietHours(fromSecondOfDay: 3600, toSecondOfDay: 5 * 3600))
    #expect(
      plan.actuators.map(\.kind)[0...1] == [.valve(hasDeviceTimer: true), .valve(hasDeviceTimer: true)])
  }
}
