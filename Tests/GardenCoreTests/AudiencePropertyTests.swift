import GardenCore
import LeaseHarness
import Testing

/// Whoever is told, is told what is theirs, in their turn, and once.
@Suite("Who is told, in random walks")
struct AudiencePropertyTests {
  static var plan: GardenPlan {
    func device(
      _ id: DeviceID, only categories: Set<MatterCategory>? = nil, after: Duration = .zero
    ) -> DevicePlan {
      DevicePlan(id: id, name: id, role: .operator, categories: categories, after: after)
    }
    var plan = PropertyTests.plan
    plan.reminders.digestWindow = .minutes(50)
    plan.plants[1].watering = nil
    // Dry soon, so that the walk is about what is told.
    for p in plan.plants.indices { plan.plants[p].moisture.below = 46 }
    plan.people = [
      PersonPlan(
        id: "anna", name: "Anna",
        devices: [
          device("anna-phone"), device("anna-watch", after: .minutes(30)),
          device("anna-telegram", only: [.water], after: .hours(2)),
        ], plants: ["basil", "mint"], quiet: PropertyTests.quiet, notificationsPerDay: 1000),
      PersonPlan(
        id: "bob", name: "Bob",
        devices: [
          device("bob-phone", only: [.water, .alarms]), device("bob-tablet", after: .minutes(10)),
        ], plants: ["mint", "fern"], notificationsPerDay: 1000),
      PersonPlan(
        id: "carl", name: "Carl", devices: [device("carl-phone", only: [.sensors], after: .hours(1))],
        notificationsPerDay: 1000),
    ]
    return plan
  }

  /// What a walk has shown so far.
  private struct Record {
    var matters: [String: ReminderMemory] = [:]
    /// When what is open was asked, without its repeats.
    var asked: [String: Timestamp] = [:]
    /// Device, key and revision of everything that was told.
    var told: Set<String> = []
    var turns = 0
    var digests = 0

    mutating func take(_ effects: [Effect], _ plan: GardenPlan) {
      for effect in effects {
        switch effect {
        case .remember(.reminder(let matter)):
          // A graver alarm is due anew; a repeat stays sent.
          if matters[matter.key]?.state != .sent { asked[matter.key] = matter.sentAt }
          matters[matter.key] = matter
        case .remember(.noReminder(let key)): matters[key] = nil
        case .notify(let notice): check(notice, plan)
        default: break
        }
      }
    }

    private mutating func check(_ notice: Notice, _ plan: GardenPlan) {
      let isDigest = notice.key == NoticeKey.digest
      let keys = isDigest ? notice.plants.map(NoticeKey.water) : [notice.key]
      for key in keys { #expect(matters[key]?.state == .sent, "\(key) is told and not open") }
      if isDigest { digests += 1 }
      guard notice.urgency != .timeSensitive, let kind = matters[keys[0]]?.kind else { return }
      for id in notice.devices {
        guard let person = plan.people.first(where: { $0.devices.contains { $0.id == id } }),
          let device = person.devices.first(where: { $0.id == id })
        else {
          Issue.record("\(id) is nobody's")
          return
        }
        #expect(notice.plants.allSatisfy(person.hears), "\(id) reads of \(notice.plants)")
        #expect(device.takes(kind.category), "\(id) reads of \(notice.key)")
        guard !notice.isUpdate else { continue }
        let isNew = told.insert("\(id) \(notice.key) \(notice.id) \(notice.revision)").inserted
        #expect(isNew, "\(id) is told \(notice.key) twice")
        guard device.after > .zero else { continue }
        turns += 1
        let waited = keys.compactMap { asked[$0] }.map { notice.sentAt - $0 }
        #expect(waited.contains { $0 >= device.after }, "\(id) is told \(notice.key) before its turn")
      }
    }

    /// Everybody who is awake and takes it has been told by their turn.
    func checkNobodyMissed(_ stage: Stage, _ plan: GardenPlan) {
      let second = SiteCalendar.utc.local(stage.now.wall).secondOfDay
      for matter in stage.garden.memory.reminders where matter.state == .sent && matter.kind == .water {
        guard matter.key != NoticeKey.digest, let sent = matter.sentAt else { continue }
        // Who is told reads the present value: what that denies waits.
        let open = stage.garden.openReminders(at: stage.now).first { $0.key == matter.key }
        if case .water(let thirst)? = open?.subject, thirst.isRising { continue }
        for person in plan.people where person.hears(of: matter.subject) {
          guard person.quiet?.contains(second) != true else { continue }
          for device in person.devices where device.takes(.water) && sent + device.after <= stage.now.wall {
            #expect(matter.devices.contains(device.id), "\(device.id) missed \(matter.key)")
          }
        }
      }
    }
  }

  @Test
  func `in 200 walks everybody is told what is theirs, in their turn, once, and never after the answer`() {
    var turns = 0
    var digests = 0
    for seed in 1...200 as ClosedRange<UInt64> {
      var record = Record()
      let plan = Self.plan
      _ = PropertyTests.walk(seed, in: plan, steps: 60) { stage, _ in
        stage.send(.tick)
        record.take(stage.effects, plan)
        record.checkNobodyMissed(stage, plan)
      }
      turns += record.turns
      digests += record.digests
    }
    #expect(turns > 800)
    #expect(digests > 200)
  }
}
