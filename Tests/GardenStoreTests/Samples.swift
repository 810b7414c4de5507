import GardenCore
import GardenStore
import MQTTTypes
import StoreTypes

/// Entities with every field set, and with as few as possible.
enum Samples {
  static let time = Timestamp(milliseconds: 1_790_000_000_123)
  static func id(_ n: UInt64) -> UniqueID {
    UniqueID(high: 0x0190_0000_0000_7000 | n, low: 0x8000_0000_0000_0000 | n)
  }

  static let plants = [
    PlantMemory(id: "aloe", addedAt: time),
    PlantMemory(
      id: "basil", addedAt: time, lastWatering: time + .days(1), revision: 7,
      // Those of the first release, whose file is read by a test.
      statuses: Quantity.allCases.prefix(7).map { quantity in
        StatusMemory(
          quantity: quantity, status: Status(rawValue: quantity.rawValue % 4) ?? .unknown,
          since: Timestamp(milliseconds: -1))
      },
      soak: SoakMemory(startedAt: time, until: time + .hours(1), moistureBefore: 0.1 + 0.2),
      lastRunEndedAt: time - .days(2)),
  ]

  static let reminders =
    [ReminderMemory.Kind.water, .climate, .setpoint, .sensor, .valve, .noRise, .countdown].map { kind in
      ReminderMemory(
        key: "k-\(kind.rawValue)", kind: kind, subject: "罗勒 \"'\\ \u{1F331}", quantity: .temperature,
        state: ReminderMemory.State(rawValue: kind.rawValue % 3) ?? .due, note: id(UInt64(kind.rawValue)),
        revision: 3, dueSince: time, sentAt: time + .seconds(1), wakeAt: time + .hours(24), repeats: 2,
        snoozedBy: "anna-phone", devices: ["anna-phone", "", "a,b\nc"], digest: id(99))
    } + [
      ReminderMemory(
        key: "z", kind: .water, subject: "aloe", state: .due, note: id(8), revision: 1, dueSince: time,
        wakeAt: time)
    ]

  static let full = Reason(
    .dayMax, name: "Rain", id: "rain", valve: "bed-valve", by: "anna-phone", asked: 60, used: 0.5, most: 1e6,
    until: time)

  static let answers: [AnsweredMemory] = {
    let details: [Outcome.Detail] = [
      .none, .plant("basil", last: time, next: Next(time + .days(3), .unknown)),
      .control("basil-dry-below", value: 22.5, revision: 4, range: 5...60.25, step: 0.5),
      .activity(id(77)), .reachability(.backgroundOnly), .glances(left: 37),
    ]
    return Outcome.Code.allCases.enumerated().map { place, code in
      let isFull = place % 2 == 0
      return AnsweredMemory(
        outcome: Outcome(
          id: id(UInt64(place)), device: "phone-\(place % 3)", code: code, why: isFull ? full : nil,
          by: isFull ? "watch" : nil, detail: details[place % details.count]),
        at: time + .seconds(place), closedNote: isFull ? id(5) : nil, plant: isFull ? "basil" : nil)
    }
  }()

  static let controls = [
    ControlMemory(id: "a", value: 21.5, revision: 1, overrode: nil, changedAt: time, by: nil),
    ControlMemory(
      id: "b", value: -0.0001, revision: 9, overrode: 20, changedAt: time, by: "anna-phone",
      isReported: false,
      asked: ControlMemory.Asked(value: 21.5, by: "anna-phone", at: time)),
  ]

  static let leases: [LeaseMemory] = {
    var full = LeaseMemory(
      id: id(2), actuator: "bed-valve", plant: "basil", reason: .rule, by: "anna-phone", openedAt: time,
      opened: Uptime(milliseconds: 12), boot: BootID(id(3)), endsAt: time + .minutes(5),
      ends: Uptime(milliseconds: 300_012), phase: .closing, end: .moisture, endedBy: "watch", sequence: 12,
      progress: 1.0 / 3, lastUpdateAt: time, devices: ["anna-phone"], hiddenOn: ["watch"],
      renewal: ActivityRenewal(id: id(4), startedAt: time, started: Uptime(milliseconds: 13)),
      interruption: .configuration, left: .milliseconds(12_345), wasOpen: true, trouble: .leaking,
      activityEndedAt: time + .minutes(6),
      moistureAtStart: 18.5, untilMoisture: 45, untilLitres: 10.5, litres: 1.0 / 3, counter: 123_456.789,
      evidence: [.water, .closedWord], interlock: "rain", until: time + .seconds(146),
      hasCrossedBoots: true)
    var leases = [full]
    for end in [LeaseMemory.End.time, .person, .failure, .volume, .interlock] {
      full.id = id(10 + UInt64(end.rawValue))
      full.end = end
      full.phase = end == .time ? .closed : .running
      leases.append(full)
    }
    leases.append(
      LeaseMemory(
        id: id(20), actuator: "v", plant: "aloe", reason: .person, openedAt: time,
        opened: Uptime(milliseconds: 1), boot: BootID(id(3)), endsAt: time, ends: Uptime(milliseconds: 2),
        lastUpdateAt: time, left: .minutes(5)))
    return leases
  }()

  static let heaters = [
    HeaterMemory(
      id: "frost-guard", phase: .switchingOff, lease: id(30), boot: BootID(id(3)), onAt: time,
      on: Uptime(milliseconds: 12), endsAt: time + .hours(2), ends: Uptime(milliseconds: 7_200_012),
      end: .blind,
      trouble: .stuckOn),
    HeaterMemory(
      id: "mat", boot: BootID(id(3)), onAt: time, on: Uptime(milliseconds: 1), endsAt: time,
      ends: Uptime(milliseconds: 2)),
  ]
  static let fallbacks = [FallbackMemory(actuator: "radiator", value: 17.5, since: time)]

  static let countdowns: [CountdownMemory] = {
    func activity(_ n: UInt64) -> ActivityMemory {
      ActivityMemory(
        id: id(n), startedAt: time, started: Uptime(milliseconds: 7), lastUpdateAt: time, devices: [])
    }
    var full = activity(31)
    full.sequence = 9
    full.progress = 2.0 / 3
    full.devices = ["anna-phone", "watch"]
    full.hiddenOn = ["watch"]
    full.endedAt = time + .minutes(5)
    return [
      CountdownMemory(
        id: id(30), plant: "basil", by: "anna-phone", boot: BootID(id(3)), endsAt: time + .minutes(5),
        ends: Uptime(milliseconds: 300_007), duration: .minutes(5), left: .milliseconds(1),
        end: .interruption,
        endedBy: "watch", interruption: .clock, activity: full),
      CountdownMemory(
        id: id(32), plant: nil, by: "cli", boot: BootID(id(3)), endsAt: time, ends: Uptime(milliseconds: 8),
        duration: .seconds(1), left: .seconds(1), activity: activity(32)),
    ]
  }()

  static let warmings: [WarmingMemory] = {
    var full = WarmingMemory.Run(boot: BootID(id(3)), from: 9.5, to: 12, activity: countdowns[0].activity)
    full.value = 10.25
    full.isProved = true
    full.warmAt = time + .minutes(9)
    full.end = .failure
    full.endedBy = "watch"
    full.interruption = .longest
    full.failure = .noAnswer
    var taught = WarmingMemory(id: "frost-guard", run: full)
    taught.rate = 4.5
    taught.failure = .noEffect
    taught.failedAt = 12
    return [taught, WarmingMemory(id: "mat")]
  }()

  static let sensors = [
    SensorMemory(
      id: "probe",
      last: [
        SensorMemory.Last(quantity: .moisture, value: 31.25, raw: 612, measuredAt: time),
        SensorMemory.Last(quantity: .battery, value: 100, raw: nil, measuredAt: nil),
      ])
  ]
  static let people = [PersonMemory(id: "anna", dayNumber: 20_717, sent: 11, wasToldSo: true)]
  static let devices = [
    DeviceMemory(
      id: "anna-phone",
      profile: DeviceProfile(
        locale: "zh-Hant-TW", packetBytesMax: 65_536, abilities: [.notify, .activity], actionsMax: 2,
        timeZone: "Asia/Taipei", kind: .phone),
      acknowledges: true),
    chattyWatch, DeviceMemory(id: "display", profile: DeviceProfile()),
  ]

  private static var chattyWatch: DeviceMemory {
    var watch = DeviceMemory(id: "anna-watch")
    watch.glanceDay = 20_717
    watch.glancesSent = 50
    watch.context = AppReport(revision: 12, at: time, content: #"{"unit":"metric"}"#)
    return watch
  }

  static let messages = [
    MessageMemory(
      number: 7,
      message: AppMessage(
        CommandHead(id: id(71), device: "anna-phone", at: time, expires: time + .days(1)), .guaranteed,
        to: "anna-watch", re: id(70), identifier: "WateringLogged", content: #"{"ml":250}"#)),
    MessageMemory(
      number: 8,
      message: AppMessage(
        CommandHead(id: id(72), device: "anna-phone", at: time), .glance, to: "anna-watch",
        identifier: "Due", content: "{}")),
    MessageMemory(
      number: 9,
      message: AppMessage(
        CommandHead(id: id(73), device: "anna-phone", at: time), .blob, to: "anna-watch",
        identifier: "Picture", content: "{}",
        blob: AppMessage.Blob(size: 9, sha256: String(repeating: "ab", count: 32), type: "image/png")),
      received: 4),
  ]

  static let accounts = [
    AccountMemory(
      id: "guest-abcd", name: "Gast", person: "anna", role: .operator, phase: .member,
      until: time + .days(2), left: .milliseconds(90_001), invitedBy: "anna-phone", seenAt: time),
    AccountMemory(
      id: "wall-efgh", name: "番茄", person: "bo", role: .viewer, phase: .leaving, invitedBy: "loam"),
  ]

  static let holds = [
    HoldMemory(valve: nil, kind: .emergency, by: nil, since: time),
    HoldMemory(valve: "bed-valve", kind: .maintenance, by: "anna-phone", since: time),
  ]
  static let interlocks = [
    InterlockMemory(id: "frost", blocks: nil, since: time, heardAt: time, clearedAt: nil),
    InterlockMemory(
      id: "rain", blocks: false, since: time, heardAt: time + .hours(1), clearedAt: time + .seconds(2)),
    InterlockMemory(id: "tank", blocks: true, since: time, heardAt: time, clearedAt: nil),
  ]
  static let valveDays = [
    ValveDayMemory(
      valve: "bed-valve", dayNumber: 20_717, open: .milliseconds(90_001), litres: 0.1 + 0.2, lease: id(2),
      leaseOpen: .minutes(5), leaseLitres: 12, endedAt: time),
    ValveDayMemory(valve: "pump", dayNumber: -1),
  ]

  static let memory = GardenMemory(
    plants: plants, reminders: reminders, answered: answers, controls: controls, leases: leases,
    heaters: heaters, fallbacks: fallbacks, countdowns: countdowns, warmings: warmings,
    sensors: sensors, people: people,
    devices: devices, holds: holds, interlocks: interlocks, valveDays: valveDays, messages: messages,
    accounts: accounts)

  static let changes: [MemoryChange] =
    plants.map { .plant($0) } + reminders.map { .reminder($0) } + answers.map { .answered($0) }
    + controls.map { .control($0) } + leases.map { .lease($0) } + countdowns.map { .countdown($0) }
    + warmings.map { .warming($0) } + heaters.map { .heater($0) } + fallbacks.map { .fallback($0) }
    + sensors.map { .sensor($0) }
    + people.map { .person($0) } + devices.map { .device($0) } + holds.map { .hold($0) }
    + interlocks.map { .interlock($0) } + valveDays.map { .valveDay($0) }
    + messages.map { .message($0) } + accounts.map { .account($0) }

  static func entry(_ id: Int64) -> OutboxEntry {
    OutboxEntry(
      id: id,
      publication: MQTTPublication(topic: "plants/v1/d/anna-phone/dn/notify", payload: Array("{\(id)}".utf8)),
      handling: Handling("anna-phone", .alarm, matter: "key-\(id)", receipt: leases.first?.id),
      handedAt: id % 2 == 0 ? time : nil)
  }

  static func row(_ seconds: Int, _ value: Double, sensor: String = "probe", _ quantity: Quantity = .moisture)
    -> HistoryRow
  {
    let at = time + .seconds(seconds)
    return HistoryRow(sensor: sensor, quantity: quantity, value: value, at: at, measuredAt: at)
  }
}
