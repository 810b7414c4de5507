import Foundation
import GardenWords
import LoamKit
import MQTTTypes
import Testing

@testable import GardenCore
@testable import GardenTopics

/// Every document in every language, byte for byte. Run with `UPDATE_EXPECTED=1` when a change is meant.
struct GoldenTests {
  static let effects: [Effect] = {
    let facts = House.facts()
    let subjects: [(String, NoticeSubject)] = [
      ("water-plantid123", .water(House.thirst())),
      ("water-plantid123", .water(House.thirst(moisture: nil, never: true))),
      ("water-digest", .digest([House.thirst(), House.thirst("Fern", moisture: nil)])),
      ("rise-plantid123", .noRiseSeen(House.thirst(moisture: 18))),
      ("clim-plantid123-temperature", .climate(facts, .temperature, .low, value: -1.25, limit: 12)),
      ("clim-plantid123-temperature", .climate(facts, .temperature, .high, value: 35, limit: 30)),
      ("clim-plantid123-moisture", .climate(facts, .moisture, .high, value: 91, limit: 80)),
      ("clim-plantid123-light", .climate(facts, .light, .low, value: 900, limit: 2000)),
      ("clim-plantid123-light", .climate(facts, .light, .high, value: 90000, limit: 60000)),
      ("clim-plantid123-conductivity", .climate(facts, .conductivity, .low, value: 90, limit: 350)),
      ("clim-plantid123-conductivity", .climate(facts, .conductivity, .high, value: 2400, limit: 2000)),
      (
        "set-heater-setpoint",
        .setpoint(House.control(), placeName: "Greenhouse", value: 8.5, limit: 12, isLow: true, facts: nil)
      ),
      (
        "set-heater-setpoint",
        .setpoint(
          House.control(value: nil), placeName: "Greenhouse", value: 31, limit: 28, isLow: false, facts: facts
        )
      ),
      (
        "set-heater-setpoint",
        .setpoint(
          House.control(.rejected(16.5, by: "anna-phone")), placeName: "Greenhouse", value: 8.5, limit: 12,
          isLow: true, facts: nil)
      ),
      (
        "move-heater-setpoint",
        .refusal(House.control(.noAnswer(16.5, by: "anna-phone")), placeName: "Greenhouse")
      ),
      ("water-digest", .digest([House.thirst(), House.thirst("Fern", moisture: nil).offered])),
    ]
    let sensors: [(String, NoticeSubject)] = [SensorTrouble.silent, .unreadable, .batteryLow, .offline].map {
      ("sens-aloe-probe", .sensor(House.sensor($0)))
    }
    let late = ActivitySnapshot.Overrun(meant: .seconds(5), ran: .seconds(36), isSeen: true)
    let sights: [(ValveTrouble, ValveSight)] = [
      (.didNotOpen, ValveSight(isHeld: true)), (.didNotOpen, ValveSight(isHeld: true, flows: false)),
      (.didNotOpen, ValveSight(isProvedClosed: true)), (.didNotClose, ValveSight(isHeld: true)),
      (.didNotClose, ValveSight(isHeld: true, flows: false)), (.shortOfWater, ValveSight(isHeld: true)),
      (.leaking, ValveSight()), (.stuckOpen, ValveSight(isHeld: true, flows: true)),
      (.stuckOpen, ValveSight(isHeld: true)), (.stuckOpen, ValveSight(isHeld: true, flows: false)),
      (.stateLies, ValveSight(isHeld: true, flows: true)), (.stateLies, ValveSight()),
      (.noFlow, ValveSight(isProvedClosed: true, flows: false)),
      (.tooLittle, ValveSight(isProvedClosed: true)),
      (.closedLate, ValveSight(isProvedClosed: true, flows: false, overrun: late, litres: 7)),
      (.closedLate, ValveSight(isProvedClosed: true)),
    ]
    let valves: [(String, NoticeSubject)] = sights.map {
      ("valve-bed", .valve(name: "Bed valve", $0.0, plant: facts, sight: $0.1))
    }
    // Nothing that needs a plant is offered where there is none.
    let stops: [(String, NoticeSubject)] = [
      ("emergency-stop", .stopped(by: "Anna")), ("emergency-stop", .stopped(by: nil)),
    ]
    let master = [("valve-main", NoticeSubject.valve(name: "Main valve", .stuckOpen, plant: nil))]
    let heaters: [(String, NoticeSubject)] = HeatTrouble.allCases.map {
      (
        "heat-frost-guard",
        .heater(name: "Frost guard", $0, placeName: "Greenhouse", value: $0 == .blind ? nil : 3.2, target: 6)
      )
    }
    let countdowns: [(String, NoticeSubject)] = [
      ("count-plantid123", .timeUp(facts)), ("countdown", .timeUp(nil)),
    ]
    var effects: [Effect] = []
    for part in [subjects, sensors, valves, master, stops, countdowns, heaters] {
      effects += part.map { Effect.notify(House.notice($1, key: $0)) }
    }
    return effects + snapshots
  }()

  static let snapshots: [Effect] = {
    let now = House.now.wall
    func reminder(_ state: ReminderSnapshot.State) -> Effect {
      .publish(
        .reminder(
          ReminderSnapshot(
            key: "water-plantid123", note: House.unique(1), revision: 1, state: state,
            subject: .water(House.thirst()), dueSince: now - .hours(4))))
    }
    func step(
      _ kind: ActivityStep.Kind, _ snapshot: ActivitySnapshot, hasBegun: Bool = false
    ) -> Effect {
      .activity(ActivityStep(kind: kind, snapshot: snapshot, devices: House.ids, hasBegun: hasBegun))
    }
    var bounded = House.activity(.running, 0, 2)
    bounded.isEndKnown = false
    var renewed = House.activity(.running, 0.9, 1)
    renewed.renews = House.unique(8)
    var byLitres = House.activity(.finished, 1, 3, state: .ended)
    byLitres.litres = 2
    var late = byLitres
    late.litres = 7
    late.overrun = .init(meant: .seconds(5), ran: .seconds(36), isSeen: true)
    var unseen = House.activity(.stopped(by: "anna-phone"), 0.6, 3, state: .ended)
    unseen.overrun = .init(meant: .seconds(20), ran: .seconds(80), isSeen: false)
    let limit = ControlSnapshot(
      id: "plantid123-dry-below", kind: .limit("plantid123"), name: "Aloe", unit: "%", range: 10...80,
      step: 1,
      value: 30, revision: 7, phase: .settled, changedAt: now, roleNeeded: .tuner)
    var refused = limit
    refused.refused = RefusedMove(code: .offStep, value: 30.5, by: "anna-phone", at: now)
    let unknown = Evaluation(status: .unknown, reason: .silent, since: now - .days(1), value: 44)
    let failures = HeatFailure.allCases.map {
      step(.end, House.heating(.unheated($0), 9.5, 3, state: .ended))
    }
    return failures + [
      reminder(.due), reminder(.sent(at: now)), reminder(.snoozed(until: now + .hours(3), by: "anna-phone")),
      .publish(.noReminder(key: "water-plantid123")), .publish(.plant(House.plant(moisture: House.dry))),
      .publish(.plant(House.plant(moisture: unknown))), .publish(.control(limit)),
      .publish(.control(refused)),
      .publish(.control(House.control())),
      .publish(.control(House.control(.accepted(16.5, by: "anna-phone")))),
      .publish(.control(House.control(.rejected(16.5, by: "anna-phone")))),
      .publish(.control(House.control(.noAnswer(16.5, by: "anna-phone"), value: nil))),
      .publish(.heater(House.heater(.on, .cold, endsAt: now + .hours(2)))),
      .publish(.heater(House.heater(.switchingOff, .held, trouble: .stuckOn))),
      .publish(.noHeater("frost-guard")),
      step(.start, House.activity(.opening, 0, 1)), step(.update, House.activity(.running, 0.50004, 2)),
      step(.update, House.activity(.running, 0, 2), hasBegun: true), step(.update, bounded, hasBegun: true),
      step(.start, renewed), step(.end, byLitres), step(.end, late), step(.end, unseen),
      .publish(.activity(byLitres)), .publish(.activity(late)), .publish(.activity(unseen)),
      step(.end, House.activity(.interrupted(.limit), 0.4, 3, state: .ended)),
      step(.end, House.activity(.interrupted(.closedItself), 0.4, 3, state: .ended)),
      step(.end, House.activity(.finished, 1, 3, state: .ended)),
      step(.end, House.activity(.targetReached, 1, 3, state: .ended)),
      step(.end, House.activity(.stopped(by: "anna-phone"), 0.6, 3, state: .ended)),
      step(.end, House.activity(.failed(.didNotOpen), 0, 3, state: .ended)),
      step(.end, House.activity(.interrupted(.clock), 0.4, 3, state: .ended)),
      step(.end, House.activity(.unknown, 0.4, 3, state: .ended)),
      step(.end, House.activity(.renewed, 0.7, 3, state: .ended)),
      step(.start, House.countdown(.counting, 0, 1)),
      step(.update, House.countdown(.counting, 0.25, 2, plant: nil)),
      step(.end, House.countdown(.timeUp, 1, 3, state: .ended)),
      step(.end, House.countdown(.stopped(by: "anna-phone"), 0.3, 3, state: .ended, plant: nil)),
      step(.end, House.countdown(.interrupted(.restart), 0.3, 3, state: .ended)),
      .publish(.activity(House.countdown(.timeUp, 1, 3, state: .ended))),
      step(.start, House.heating(.opening, 9.5, 1)), step(.update, House.heating(.running, 10.75, 2)),
      .publish(.activity(House.heating(.running, 10.75, 2))),
      step(.end, House.heating(.finished, 12, 3, state: .ended)),
      step(.end, House.heating(.stopped(by: "anna-phone"), 11, 3, state: .ended)),
      step(.end, House.heating(.interrupted(.switchedOff), 11, 3, state: .ended)),
      .publish(.glance(House.glance())),
      .publish(.activity(House.activity(.running, 0.5, 2))), .publish(.noActivity(House.unique(9))),
      .publish(.hold(HoldSnapshot(holds: [], locked: [], interlocks: []))),
      .publish(
        .device(
          DeviceSnapshot(
            id: "anna-phone", name: "Anna's phone", kind: .phone, reachability: .immediatelyReachable,
            since: now))),
      .publish(
        .hold(
          HoldSnapshot(
            holds: [
              HoldMemory(valve: nil, kind: .emergency, by: nil, since: now),
              HoldMemory(valve: "bed-valve", kind: .maintenance, by: "anna-phone", since: now - .days(1)),
            ], locked: ["old-pump"],
            interlocks: [
              InterlockStatus.clear, .blocks, .lingers(until: House.now.uptime), .unknown(.neverHeard),
              .unknown(.silent),
              .unknown(.ageUnknown), .unknown(.unreadable), .unknown(.noValue), .unknown(.clock),
            ].map { InterlockSnapshot(id: "rain", name: "Rain", status: $0, since: now - .hours(2)) }))),
      .withdraw(
        GardenCore.Withdrawal(
          id: House.unique(2), note: House.unique(1), key: "water-plantid123", reason: .done, by: "lin-watch",
          at: now, devices: House.ids)),
      .acknowledge(
        Outcome(
          id: House.unique(3), device: "anna-phone", code: .accepted,
          detail: .plant("plantid123", last: now, next: Next(now + .days(7), .learned)))),
      .acknowledge(
        Outcome(
          id: House.unique(3), device: "anna-phone", code: .outOfRange,
          detail: .control("heater-setpoint", value: 14, revision: 7, range: 5...25, step: 0.5))),
      .acknowledge(
        Outcome(id: House.unique(3), device: "anna-phone", code: .alreadyDone, by: "lin-watch")),
      .acknowledge(
        Outcome(
          id: House.unique(3), device: "anna-phone", code: .refused,
          why: Reason(.dayLitres, asked: 2.5, used: 38.25, most: 40))),
      .acknowledge(
        Outcome(
          id: House.unique(3), device: "anna-phone", code: .refused,
          why: Reason(.interlockLingers, name: "Rain\u{202e}", id: "rain", until: now + .hours(2)))),
      .acknowledge(
        Outcome(
          id: House.unique(3), device: "anna-phone", code: .accepted, detail: .activity(House.unique(9)))),
    ]
  }()

  static func lines(language: String) throws -> String {
    let renderer = try House.renderer(language: language)
    var outgoing: [Outgoing] = []
    renderer.fixedDocuments(at: House.now, into: &outgoing)
    outgoing.append(renderer.bridgeStatus(isOnline: true, session: House.unique(7), at: House.now))
    outgoing.append(renderer.bridgeWill(session: House.unique(7), at: House.now))
    renderer.contexts(beside: House.companions(of:), at: House.now, into: &outgoing)
    var counters = renderer.emptyCounters(at: House.now)
    counters.counts = ["readings": 2405]
    counters.by = ["refusals": ["impossible": 2], "answers": [:]]
    counters.gauges = ["broker_connected": 1, "resident_bytes": 18_874_368]
    _ = renderer.bridgeCounters(counters, at: House.now, into: &outgoing)
    for effect in effects { outgoing += renderer.outgoing(effect) }
    return outgoing.map { item in
      let p = item.publication
      let flags = [
        "qos \(p.qos.rawValue)", p.isRetained ? "retained" : nil,
        item.handling?.isDurable == true ? "durable" : nil,
        p.expirySeconds.map { "expires \($0)" },
      ].compactMap { $0 }.joined(separator: ", ")
      return "\(p.topic)\t\(flags)\t\(String(decoding: p.payload, as: UTF8.self))\n"
    }.joined()
  }

  @Test(arguments: Languages.tags)
  func `what is published is what the golden file says`(_ language: String) throws {
    try GoldenFile(name: language).compare(with: Self.lines(language: language))
  }

  @Test func `every document that stands for everyone is among them`() throws {
    let topics = try Self.lines(language: "en").split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    for topic in Documents.all.flatMap({ $0.kind.topics }) where topic.hasPrefix("state/") {
      let beginning = "plants/v1/\(topic.prefix { $0 != "<" })"
      #expect(
        topics.contains { $0.hasPrefix(beginning) },
        "\(topic): nothing in GardenTopics/Rendering writes it, or no effect of `snapshots` above")
    }
  }
}
