import Bridge
import BridgeConfig
import DemoGarden
import GardenCore
import MQTTTypes
import Testing

@testable import Hub

/// The demo as its viewer sees it, from the bytes of its probes: what a plant's next watering was said to be, and when it got dry.
///
/// Nothing is automatic here: Anna waters an hour after each reminder, so that every plant dries down again and again.
@Suite struct DemoPromiseTests {
  private static let start = DeviceFormatTests.start
  /// Days; the slowest plant, the cactus, is dry after five weeks, and does not count.
  private static let length = 30

  private struct Stage {
    var demo = DemoGarden(seed: 1, calendar: DeviceFormatTests.berlin, at: start)
    var intake: MessageIntake
    var garden: Garden
    var now = Moment(wall: start, uptime: Uptime(milliseconds: 0))
    var shown: [String: (next: Timestamp?, isDue: Bool)] = [:]
    /// When the plant got dry, and what its next watering had been said to be.
    var dried: [(plant: String, at: Timestamp, said: Timestamp?)] = []
    /// Called due with soil well above its limit.
    var absurd: [String] = []
    var thirsty: [String: Timestamp] = [:]
    var answers: UInt64 = 0
    private var effects: [Effect] = []

    init() throws {
      var settings = try ConfigFile.read(
        text: DemoGarden.config, fileName: "demo.yaml", environment: [:], readSecret: { _ in .success("x") }
      ).get()
      settings.plan.site.calendar = DeviceFormatTests.berlin
      for i in settings.plan.plants.indices { settings.plan.plants[i].watering = nil }
      intake = try MessageIntake(settings)
      garden = Garden(
        plan: settings.plan, memory: GardenMemory(), boot: BootID(UniqueID(high: 1, low: 0)), seed: 1, at: now
      )
      garden.start(at: now, into: &effects)
      garden.handle(.link(isUp: true), at: now, into: &effects)
      take()
    }

    mutating func pass(to time: Timestamp) {
      while let due = garden.nextDeadline(after: now), now.wall + (due - now.uptime) <= time {
        move(to: max(now.wall + .milliseconds(1), now.wall + (due - now.uptime)))
        garden.handle(.tick, at: now, into: &effects)
        take()
      }
      move(to: time)
      for said in demo.turn(to: time) { hear(said.publication.topic, said.publication.payload) }
      for (plant, since) in thirsty where now.wall >= since + .hours(1) { water(plant) }
    }

    private mutating func move(to time: Timestamp) {
      now = Moment(wall: time, uptime: now.uptime + (time - now.wall))
    }

    private mutating func hear(_ topic: String, _ payload: [UInt8]) {
      switch intake.take(
        topic: topic, payload: payload, wasRetained: false, at: now, calendar: DeviceFormatTests.berlin)
      {
      case .devices(let events):
        for event in events {
          if case .reading(let reading) = event {
            garden.take(reading, at: now, into: &effects)
          } else {
            garden.handle(event, at: now, into: &effects)
          }
        }
      case .command(let command, _, _): garden.handle(.command(command), at: now, into: &effects)
      case .person, .stranger, .nothing: break
      }
      take()
    }

    private mutating func water(_ plant: String) {
      thirsty[plant] = nil
      answers += 1
      let id = UniqueID(high: UInt64(now.wall.milliseconds) << 16 | 0x7000, low: 2 << 62 | answers)
      let topic = "plants/v1/d/anna-phone/up/action"
      let payload = Array(
        #"{"v":1,"id":"\#(id)","category":"WATERING_REMINDER","action":"water_done","plant":"\#(plant)","at":\#(now.wall.seconds)}"#
          .utf8)
      for (i, station) in demo.stations.enumerated()
      where station.filters.contains(where: { TopicFilter($0)?.matches(topic) == true }) {
        _ = demo.hear(station: i, topic: topic, payload: payload, at: now.wall)
      }
      hear(topic, payload)
    }

    private mutating func take() {
      for case .publish(.plant(let plant)) in effects {
        let isDue = plant.next.because == .due
        let before = shown[plant.id]
        if isDue, before?.isDue == false {
          dried.append((plant.id, now.wall, before?.next))
        }
        if isDue, let value = plant.moisture.value, let limit = plant.dryBelow, value > limit + 5 {
          absurd.append("\(plant.id) at \(now.wall.seconds): \(value) %, dry below \(limit) %")
        }
        shown[plant.id] = (plant.next.known?.when, isDue)
        if plant.hasOpenReminder {
          thirsty[plant.id] = thirsty[plant.id] ?? now.wall
        } else {
          thirsty[plant.id] = nil
        }
      }
      effects.removeAll(keepingCapacity: true)
    }
  }

  @Test func `no plant's next watering jumps from days to now`() throws {
    var stage = try Stage()
    for minutes in stride(from: 5, through: Self.length * 24 * 60, by: 5) {
      stage.pass(to: Self.start + .minutes(minutes))
    }
    let told = stage.dried.map { dry in
      "\(dry.plant) after \(Double((dry.at - Self.start).wholeSeconds) / 3600) h: "
        + (dry.said.map { "\(($0 - dry.at).wholeSeconds / 3600) h before it was said to be" }
          ?? "nothing said")
    }
    let jumps = stage.dried.filter { dry in dry.said.map { $0 - dry.at > .days(1) } ?? false }
    #expect(jumps.isEmpty, "\(told.joined(separator: "\n"))")
    #expect(stage.absurd == [])
    // Most plants were dry more than once, and their probes had taught when.
    #expect(stage.dried.count { $0.said != nil } >= 10, "\(told.joined(separator: "\n"))")
  }
}
