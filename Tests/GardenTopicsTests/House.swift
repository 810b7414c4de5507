import LoamKit
import MQTTTypes
import Testing

@testable import GardenCore
@testable import GardenTopics

/// A small garden with one reader per language, and times that are literals.
enum House {
  /// 2020-02-01T00:00:00Z, one in the morning in Berlin.
  static let now = Moment(
    wall: Timestamp(seconds: 1_580_515_200), uptime: Uptime(milliseconds: 5_000_000))
  static let berlin = SiteCalendar(rules: [.init(start: Timestamp(seconds: 0), offsetSeconds: 3600)])
  static let devices = [
    DevicePlan(id: "anna-phone", name: "Anna's phone", role: .operator, language: "en"),
    DevicePlan(id: "bo-phone", name: "Bo", role: .tuner, usesFahrenheit: true),
    DevicePlan(id: "lin-watch", name: "Lin", role: .actor, language: "zh-Hans"),
    DevicePlan(id: "mei-tablet", name: "Mei", role: .actor),
  ]
  static let ids = devices.map(\.id)
  static func companions(of device: DeviceID) -> [Companion] {
    device == "anna-phone"
      ? [Companion(id: "lin-watch", kind: .watch, glancesLeft: 37), Companion(id: "mei-tablet")] : []
  }
  static let plan = GardenPlan(
    site: SitePlan(name: "kitchen", calendar: berlin),
    people: [PersonPlan(id: "all", name: "All", devices: devices)])

  static func renderer(language: String = "en") throws -> Renderer {
    try #require(
      Renderer(
        base: "plants",
        site: SiteFacts(
          name: "kitchen", software: "0.1.0", timeZone: "Europe/Berlin", language: language,
          startedAt: Timestamp(seconds: 1_580_500_000)),
        plan: plan, profiles: ["mei-tablet": DeviceProfile(locale: "zh_TW")]))
  }

  static func unique(_ n: UInt64) -> UniqueID {
    UniqueID(high: 0x0197_f0ac_2222_7333, low: 0x8444_5555_6666_0000 + n)
  }

  static func facts(_ name: String = "Aloe", never: Bool = false) -> PlantFacts {
    PlantFacts(
      id: "plantid123", name: name, last: Timestamp(seconds: 1_579_937_802),
      next: Next(Timestamp(seconds: 1_580_515_200), .calendar), neverWatered: never)
  }

  static func thirst(_ name: String = "Aloe", moisture: Double? = 18.4, never: Bool = false) -> Thirst {
    Thirst(
      plant: facts(name, never: never), moisture: moisture, limit: 30,
      drySince: moisture.map { _ in Timestamp(seconds: 1_580_400_000) },
      dueSince: Timestamp(seconds: 1_580_515_200))
  }

  static func sensor(_ trouble: SensorTrouble) -> SensorFacts {
    SensorFacts(
      name: nil, measures: "Aloe", trouble: trouble, lastHeard: now.wall - .hours(30), battery: 9,
      batteryLow: 15)
  }

  static func notice(
    _ subject: NoticeSubject, key: String = "water-plantid123", urgency: Notice.Urgency = .active,
    to devices: [DeviceID] = ids
  ) -> Notice {
    Notice(
      id: unique(1), key: key, revision: 1, dueSince: now.wall - .minutes(30), sentAt: now.wall,
      expires: now.wall + .hours(24),
      urgency: urgency,
      subject: subject, devices: devices, ringing: devices)
  }

  static func heater(
    _ state: HeaterSnapshot.State, _ reason: HeaterSnapshot.Reason, endsAt: Timestamp? = nil,
    trouble: HeatTrouble? = nil
  ) -> HeaterSnapshot {
    HeaterSnapshot(
      id: "frost-guard", name: "Frost guard", place: "greenhouse", state: state, reason: reason, setpoint: 6,
      control: "frost-guard-setpoint", endsAt: endsAt, trouble: trouble, since: now.wall)
  }

  static func control(_ phase: ControlSnapshot.Phase = .settled, value: Double? = 14) -> ControlSnapshot {
    ControlSnapshot(
      id: "heater-setpoint", kind: .setpoint(actuator: "heater", place: "greenhouse"), name: "Heater",
      unit: "°C",
      range: 5...25, step: 0.5, value: value, revision: 7, phase: phase, changedAt: now.wall,
      roleNeeded: .operator)
  }

  static func activity(
    _ phase: ActivitySnapshot.Phase, _ progress: Double, _ sequence: Int,
    state: ActivitySnapshot.State = .active
  ) -> ActivitySnapshot {
    ActivitySnapshot(
      id: unique(9), plant: facts(), state: state, phase: phase, progress: progress, sequence: sequence,
      at: now.wall + .seconds(sequence), startedAt: now.wall, endsBy: now.wall + .hours(8),
      staleAt: now.wall + .minutes(5), endsAt: now.wall + .minutes(2))
  }

  static func countdown(
    _ phase: ActivitySnapshot.Phase, _ progress: Double, _ sequence: Int,
    state: ActivitySnapshot.State = .active, plant: PlantFacts? = facts()
  ) -> ActivitySnapshot {
    var snapshot = activity(phase, progress, sequence, state: state)
    snapshot.kind = .countdown
    snapshot.plant = plant
    return snapshot
  }

  static func heating(
    _ phase: ActivitySnapshot.Phase, _ value: Double, _ sequence: Int,
    state: ActivitySnapshot.State = .active
  ) -> ActivitySnapshot {
    var snapshot = activity(phase, min(max((value - 9.5) / 2.5, 0), 1), sequence, state: state)
    snapshot.kind = .heating
    snapshot.plant = nil
    snapshot.warmth = ActivitySnapshot.Warmth(
      name: "Greenhouse", device: "Heater", control: "heater-setpoint", from: 9.5, to: 12, value: value,
      warmAt: phase == .running ? now.wall + .minutes(21) + .seconds(1) : nil)
    return snapshot
  }

  static func glance(due: Int = 2) -> GlanceSnapshot {
    GlanceSnapshot(
      due: due, next: Next(now.wall + .hours(3), .learned),
      runs: [
        activity(.finished, 1, 3, state: .ended), countdown(.counting, 0.5, 2, plant: nil),
        activity(.running, 0.5, 2),
      ])
  }

  static func plant(_ name: String = "Aloe", moisture: Evaluation, revision: Int = 3) -> PlantSnapshot {
    PlantSnapshot(
      id: "plantid123", name: name, moisture: moisture,
      temperature: Evaluation(
        status: .fine, since: now.wall - .hours(3), value: 21.34, measuredAt: now.wall - .minutes(1),
        below: 12, above: nil),
      light: Evaluation(status: .fine, since: now.wall, value: 12_345.6, measuredAt: now.wall),
      conductivity: Evaluation(status: .fine, since: now.wall, value: 350, measuredAt: now.wall),
      batteryPercent: 71, isBatteryLow: true, lastWatering: Timestamp(seconds: 1_579_937_802),
      next: Next(Timestamp(seconds: 1_580_515_200), .calendar), neverWatered: false, dryBelow: 30,
      hasOpenReminder: true,
      isWatering: false, revision: revision,
      sensors: [
        SensorSnapshot(
          id: "aloe-probe", isOnline: true,
          values: [
            .init(quantity: .moisture, value: 18.49, raw: 512, measuredAt: now.wall, isFresh: true)
          ], refusals: [2, 0, 0, 0, 0, 0, 0, 0, 0, 1], lastRefusal: .flood)
      ], because: "moisture 18.5% is below 30%", dryLine: ConfigLine(line: 14, key: "plants.aloe"),
      watering: WateringSnapshot(
        valve: "bed-valve", duration: .seconds(120), durationMax: .minutes(10), litres: 2.5,
        isAutomatic: false)
    )
  }

  static let dry = Evaluation(
    status: .low, since: Timestamp(seconds: 1_580_500_000), value: 18.49,
    measuredAt: Timestamp(seconds: 1_580_514_000), below: 30, above: 80)
}

extension Renderer {
  /// What the effect gives; nothing may fail.
  func outgoing(_ effect: Effect, at now: Moment = House.now) -> [Outgoing] {
    var outgoing: [Outgoing] = []
    let failures = publications(for: effect, at: now, into: &outgoing)
    #expect(failures.isEmpty, "\(failures)")
    return outgoing
  }

  func notification(_ notice: Notice, to device: DeviceID) throws -> NotificationMessage {
    var notice = notice
    notice.devices = [device]
    let first = try #require(outgoing(.notify(notice)).first)
    return try DocumentCodec.decode(NotificationMessage.self, from: first.publication.payload)
  }
}

extension Thirst {
  /// Its valve may open.
  var offered: Thirst {
    var thirst = self
    thirst.plant.offer = WaterOffer(duration: .minutes(3), litres: 1.5)
    return thirst
  }
}
