import GardenCore
import LeaseHarness
import Testing

/// Any interleaving of readings, answers, duplicates, delays and restarts, by seed.
@Suite("Properties")
struct PropertyTests {
  static let quiet = QuietHours(fromSecondOfDay: 22 * 3600, toSecondOfDay: 7 * 3600)

  static var plan: GardenPlan {
    var plan = GardenPlan.make(
      plants: [.probed("basil", sensor: 0), .probed("mint", sensor: 1), .probed("fern", sensor: 2)],
      sensors: 3,
      quiet: quiet, budget: 5)
    plan.actuators = [ActuatorPlan(id: "bed", name: "Bed", kind: .valve(hasDeviceTimer: true))]
    plan.plants[1].watering = WateringPlan(
      valve: ActuatorIndex(0), duration: .seconds(60), durationMax: .minutes(10), isAutomatic: true)
    return plan
  }

  /// A walk of about ten days.
  static func walk(
    _ seed: UInt64, in plan: GardenPlan = Self.plan, steps: Int = 250, digest: EffectDigest? = nil,
    looking: (inout Stage, [Effect]) -> Void
  ) -> Stage {
    var random = SplitMix64(seed: seed)
    var stage = Stage(plan, seed: seed)
    stage.digest = digest
    var soil = [50.0, 50.0, 50.0]
    var sent: [Command] = []
    for _ in 0..<steps {
      stage.effects = []
      switch random.next() % 12 {
      case 0...4:
        let i = Int(random.next() % 3)
        soil[i] = max(5, soil[i] - random.unit() * 4)
        stage.reads(soil[i] + random.unit(), sensor: i, wasRetained: random.next() % 10 == 0)
      case 5: soil[Int(random.next() % 3)] = 30 + random.unit() * 50
      case 6...7:
        let command = Self.command(&stage, &random)
        sent.append(command)
        stage.send(.command(command))
        if random.next() % 3 == 0 { stage.send(.command(command)) }
      case 8: if !sent.isEmpty { stage.send(.command(sent[Int(random.next() % UInt64(sent.count))])) }
      case 9: stage.restart(after: .seconds(Int(random.next() % 4000)))
      default: stage.wait(.seconds(Int(random.next() % 7200)))
      }
      if random.next() % 2 == 0 { stage.wait(.minutes(Int(random.next() % 40))) }
      looking(&stage, stage.effects)
    }
    return stage
  }

  private static func command(_ stage: inout Stage, _ random: inout SplitMix64) -> Command {
    let devices = ["anna-phone", "bob-phone", "hall-tablet", "stranger"]
    let head = stage.head(
      devices[Int(random.next() % 4)], at: stage.now.wall - .seconds(Int(random.next() % 3000)))
    let plant = ["basil", "mint", "fern"][Int(random.next() % 3)]
    let answer = Answer.allCases[Int(random.next() % UInt64(Answer.allCases.count))]
    switch random.next() % 8 {
    case 0: return .water(head, plant: plant, duration: nil)
    case 1: return .stop(head, plant: plant)
    case 2:
      return .move(
        head, control: "\(plant)-dry-below", value: 20 + Double(random.next() % 20), unit: "%", base: nil)
    default:
      let note = random.next() % 2 == 0 ? nil : stage.reminder("water-\(plant)")?.note
      return .answer(head, plant: plant, note: note, answer)
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a command takes effect at most once`(seed: UInt64) {
    var accepted: [String: Int] = [:]
    _ = Self.walk(seed) { _, effects in
      for case .acknowledge(let outcome) in effects where outcome.code == .accepted {
        accepted["\(outcome.device) \(outcome.id)", default: 0] += 1
      }
    }
    #expect(accepted.values.allSatisfy { $0 == 1 })
    #expect(!accepted.isEmpty)
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a plant has at most one open reminder, and its snapshot says so`(seed: UInt64) {
    _ = Self.walk(seed) { stage, _ in
      let keys = stage.garden.memory.reminders.map(\.key)
      #expect(Set(keys).count == keys.count)
      for plant in ["basil", "mint", "fern"] {
        let open = stage.garden.memory.reminders.filter { $0.kind == .water && $0.subject == plant }
        #expect(open.count <= 1)
        #expect(stage.plant(plant)?.hasOpenReminder == !open.isEmpty)
      }
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `nobody is told anything in quiet hours but an alarm, and what became of a move`(seed: UInt64) {
    var count = 0
    let budget = Self.plan.people[0].notificationsPerDay
    var perDay: [Int: Int] = [:]
    var held: [Int: Int] = [:]
    _ = Self.walk(seed) { _, effects in
      for case .notify(let notice) in effects where notice.urgency != .timeSensitive {
        // What only brings up to date what she sees makes no sound.
        guard notice.devices.contains("anna-phone"), !notice.isUpdate else { continue }
        // What became of a slider that she has just moved is an answer.
        if case .refusal = notice.subject { continue }
        count += 1
        let local = SiteCalendar.utc.local(notice.sentAt)
        #expect(!Self.quiet.contains(local.secondOfDay))
        if case .heldBack = notice.subject {
          held[local.dayNumber, default: 0] += 1
          #expect(perDay[local.dayNumber] == budget)
        } else {
          perDay[local.dayNumber, default: 0] += 1
        }
      }
    }
    // That the day's are used up is said once, after the last of them.
    #expect(perDay.values.allSatisfy { $0 <= budget } && held.values.allSatisfy { $0 == 1 })
    #expect(count > 0)
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `what was remembered is what the garden knows`(seed: UInt64) {
    _ = Self.walk(seed) { stage, _ in
      #expect(stage.stored == stage.garden.memory)
      let again = Garden(
        plan: Self.plan, memory: stage.stored, boot: BootID(UniqueID(high: 1, low: 1)), seed: 1, at: stage.now
      )
      #expect(again.memory == stage.garden.memory)
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a restart notifies nobody`(seed: UInt64) {
    _ = Self.walk(seed) { stage, _ in
      var copy = stage
      copy.effects = []
      copy.restart(after: .zero)
      #expect(copy.notices.isEmpty)
      #expect(copy.withdrawals.isEmpty)
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `the same events give the same effects`(seed: UInt64) {
    var first: [Effect] = []
    var second: [Effect] = []
    _ = Self.walk(seed) { first += $1 }
    _ = Self.walk(seed) { second += $1 }
    #expect(first == second)
    #expect(!first.isEmpty)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `next is later than last, and all that is shown of a plant says the same`(seed: UInt64) {
    _ = Self.walk(seed) { stage, effects in
      for case .publish(.plant(let snapshot)) in effects {
        #expect(snapshot.next.when.seconds > snapshot.lastWatering.seconds)
      }
      stage.send(.tick)
      for facts in stage.garden.plantFacts(after: nil, count: 9, at: stage.now).facts {
        #expect(facts.next.when.seconds > facts.last.seconds)
        #expect(stage.plant(facts.id)?.next == facts.next)
        let isOpen = stage.plant(facts.id)?.hasOpenReminder == true
        #expect(!isOpen || facts.next.because == .due)
      }
      let all = stage.garden.plantFacts(after: nil, count: 9, at: stage.now).facts
      #expect(
        stage.garden.glance(at: stage.now).next?.when == all.compactMap { $0.next.known?.when }.min())
    }
  }
}
