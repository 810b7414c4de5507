@testable import GardenCore
import LeaseHarness
import Testing

/// A small garden with a clock that tests move by hand.
struct Stage {
  static let start = Timestamp(seconds: 1_780_300_800)  // 2026-06-01 08:00 UTC, a Monday

  var garden: Garden
  var now: Moment
  /// What came out since the last look.
  var effects: [Effect] = []
  /// Set: it takes the effects of each turn.
  var digest: EffectDigest?
  private var nextID: UInt64 = 1
  private(set) var stored = GardenMemory()
  /// ``stored`` as it was before the last step that stored something.
  private var storedBefore = GardenMemory()
  private var boots: UInt64 = 1
  /// The process is not there; time passes all the same.
  private(set) var isDown = false
  /// Nothing more is stored until there is room.
  var isDiskFull = false {
    didSet { if !isDiskFull, !isDown { stored = garden.memory } }
  }

  init(
    _ plan: GardenPlan = .oneBasil, memory: GardenMemory = GardenMemory(), at wall: Timestamp = Stage.start,
    uptime: Int64 = 1_000_000, isWallTrusted: Bool = true, seed: UInt64 = 7
  ) {
    now = Moment(wall: wall, uptime: Uptime(milliseconds: uptime), isWallTrusted: isWallTrusted)
    garden = Garden(
      plan: plan, memory: memory, boot: BootID(UniqueID(high: 1, low: 1)), seed: seed, at: now)
    stored = memory
    run { $0.start(at: $1, into: &$2) }
    effects = []
  }

  mutating func run(_ step: (inout Garden, Moment, inout [Effect]) -> Void) {
    var new: [Effect] = []
    step(&garden, now, &new)
    var turn = garden.turn
    if let left = turn.nextNews() { Issue.record("nobody took \(left)") }
    if turn.counters.endlessTurns > 0 { Issue.record("the garden answers itself without end") }
    if new.contains(where: { if case .remember = $0 { true } else { false } }) { storedBefore = stored }
    if !isDiskFull { for case .remember(let change) in new { stored.apply(change) } }
    digest?.take(new)
    effects += new
  }

  mutating func send(_ event: Event) { run { $0.handle(event, at: $1, into: &$2) } }

  /// Lets time pass with a tick at every deadline, as the loop does.
  mutating func wait(_ duration: Duration) {
    guard !isDown else { return advance(duration) }
    let end = now.uptime + duration
    while now.uptime < end {
      let next = garden.nextDeadline(after: now) ?? end
      advance(min(next, end) - now.uptime)
      send(.tick)
    }
  }

  /// The same without a tick at the end, unless one is due then: what no deadline names does not happen.
  mutating func sleep(_ duration: Duration) {
    let end = now.uptime + duration
    while let next = garden.nextDeadline(after: now), next <= end {
      advance(next - now.uptime)
      send(.tick)
    }
    advance(end - now.uptime)
  }

  mutating func advance(_ duration: Duration) {
    now.wall = now.wall + duration
    now.uptime = now.uptime + duration
  }

  mutating func reads(
    _ value: Double, _ quantity: Quantity = .moisture, raw: Double? = nil, sensor: Int = 0,
    measuredAt: Timestamp? = nil, wasRetained: Bool = false, mayBeCached: Bool = false
  ) {
    send(
      .reading(
        Reading(
          sensor: SensorIndex(sensor), quantity: quantity, value: value, raw: raw, measuredAt: measuredAt,
          wasRetained: wasRetained, mayBeCached: mayBeCached)))
  }

  /// Reads `value` now and every ten minutes until `duration` is over.
  mutating func holds(
    _ value: Double, _ quantity: Quantity = .moisture, for duration: Duration, sensor: Int = 0
  ) {
    let end = now.uptime + duration
    reads(value, quantity, sensor: sensor)
    while now.uptime < end {
      wait(min(.minutes(10), end - now.uptime))
      reads(value, quantity, sensor: sensor)
    }
  }

  /// As soil does: four points in three hours.
  mutating func dries(from wet: Double, to dry: Double) {
    for value in stride(from: wet, through: dry, by: -4) { holds(value, for: .hours(3)) }
  }

  mutating func head(_ device: DeviceID, at: Timestamp? = nil, expires: Timestamp? = nil) -> CommandHead {
    nextID += 1
    return CommandHead(
      id: UniqueID(high: 0xC0, low: nextID), device: device, at: at ?? now.wall, expires: expires)
  }

  @discardableResult
  mutating func answers(
    _ device: DeviceID, _ answer: Answer, plant: PlantID = "basil", note: UniqueID? = nil,
    at: Timestamp? = nil
  ) -> Outcome? {
    command(.answer(head(device, at: at), plant: plant, note: note, answer))
  }

  @discardableResult
  mutating func command(_ command: Command) -> Outcome? {
    let before = effects.count
    send(.command(command))
    for case .acknowledge(let outcome) in effects[before...] where outcome.id == command.head.id {
      return outcome
    }
    return nil
  }

  /// Kills the process and starts it again from what was stored.
  mutating func restart(after pause: Duration = .seconds(5), plan: GardenPlan? = nil) {
    advance(pause)
    garden = Garden(
      plan: plan ?? garden.plan, memory: stored, boot: BootID(UniqueID(high: 1, low: 1)), seed: 99, at: now)
    run { $0.start(at: $1, into: &$2) }
  }

  /// The process dies; `isUnsaved`: before its last step was stored.
  mutating func kill(isUnsaved: Bool) {
    isDown = true
    if isUnsaved { stored = storedBefore }
  }

  /// Starts anew from what was stored, after a power cut in another boot.
  mutating func start(isNewBoot: Bool) {
    isDown = false
    if isNewBoot {
      boots += 1
      now.uptime = Uptime(milliseconds: 20_000)
    }
    garden = Garden(
      plan: garden.plan, memory: stored, boot: BootID(UniqueID(high: 1, low: boots)), seed: 99, at: now)
    run { $0.start(at: $1, into: &$2) }
  }

  /// Hands over what came out and forgets it.
  mutating func taken() -> [Effect] {
    defer { effects = [] }
    return effects
  }

  var notices: [Notice] { effects.compactMap { if case .notify(let notice) = $0 { notice } else { nil } } }
  var withdrawals: [Withdrawal] {
    effects.compactMap { if case .withdraw(let withdrawal) = $0 { withdrawal } else { nil } }
  }
  var plantSnapshots: [PlantSnapshot] {
    effects.compactMap { if case .publish(.plant(let snapshot)) = $0 { snapshot } else { nil } }
  }
  var logs: [LogLine] { effects.compactMap { if case .log(let line) = $0 { line } else { nil } } }

  func plant(_ id: PlantID = "basil") -> PlantSnapshot? {
    for case .plant(let snapshot) in garden.snapshots(at: now) where snapshot.id == id { return snapshot }
    return nil
  }

  func reminder(_ key: String = "water-basil") -> ReminderMemory? {
    garden.memory.reminders.first { $0.key == key }
  }
}

extension GardenPlan {
  /// One plant with one probe; Anna may do everything, Bob may answer, the tablet only looks.
  static var oneBasil: GardenPlan { make() }

  static func make(
    plants: [PlantPlan] = [.probed("basil", sensor: 0)], sensors: Int = 1, quiet: QuietHours? = nil,
    budget: Int = 12, reminders: ReminderPlan = ReminderPlan(), calendar: SiteCalendar = .utc
  ) -> GardenPlan {
    GardenPlan(
      site: SitePlan(calendar: calendar),
      sensors: (0..<sensors).map { SensorPlan(id: "probe-\($0)") }, plants: plants,
      people: [
        PersonPlan(
          id: "anna", name: "Anna",
          devices: [DevicePlan(id: "anna-phone", name: "Phone", role: .operator)], quiet: quiet,
          notificationsPerDay: budget),
        PersonPlan(
          id: "bob", name: "Bob",
          devices: [
            DevicePlan(id: "bob-phone", name: "Phone", role: .actor),
            DevicePlan(id: "hall-tablet", name: "Tablet", role: .viewer),
          ], notificationsPerDay: budget),
      ], reminders: reminders)
  }
}

extension PlantPlan {
  static func probed(_ id: PlantID, sensor: Int, dryBelow: Double = 30) -> PlantPlan {
    PlantPlan(
      id: id, name: id, shares: [SensorShare(sensor: SensorIndex(sensor))],
      moisture: BandPlan(below: dryBelow, deadband: 5, dwell: .minutes(10)))
  }
}
