import GardenCore
import Testing

/// Who is there, and what that changes.
@Suite("Presence")
struct PresenceTests {
  private static let person = PersonPlan(
    id: "anna", name: "Anna",
    devices: ["phone", "watch", "display"].map { DevicePlan(id: $0, name: $0, role: .operator) })

  private func stage() -> Stage {
    var plan = GardenPlan.oneBasil
    plan.people = [Self.person]
    var stage = Stage(plan)
    stage.send(.link(isUp: true))
    for (device, kind) in [("phone", DeviceKind.phone), ("watch", .watch), ("display", .display)] {
      stage.send(.hello(device, DeviceProfile(kind: kind)))
    }
    stage.effects = []
    return stage
  }

  private func report(
    _ session: UInt64, _ isOnline: Bool = true, front: Bool? = nil, every: Duration? = nil
  ) -> PresenceReport {
    PresenceReport(
      isOnline: isOnline, isInFront: front, session: UniqueID(high: 5, low: session), every: every)
  }

  private func reach(_ stage: Stage, _ device: DeviceID = "phone") -> Reachability? {
    for case .device(let snapshot) in stage.garden.snapshots where snapshot.id == device {
      return snapshot.reachability
    }
    return nil
  }

  @Test
  func `a device counts as known after its hello, as there with its presence, and as gone with its will`() {
    var plan = GardenPlan.oneBasil
    plan.people = [Self.person]
    var stage = Stage(plan)
    stage.send(.link(isUp: true))
    #expect(reach(stage) == .notReachable)
    stage.send(.presence("phone", report(1)))
    #expect(reach(stage) == .notReachable)
    stage.send(.hello("phone", DeviceProfile()))
    #expect(reach(stage) == .immediatelyReachable)
    stage.send(.presence("phone", report(1, front: false)))
    #expect(reach(stage) == .backgroundOnly)
    stage.send(.presence("phone", report(1, front: true)))
    #expect(reach(stage) == .immediatelyReachable)
    stage.send(.presence("phone", report(1, false)))
    #expect(reach(stage) == .backgroundOnly)
  }

  @Test func `a will that comes after the device is back undoes nothing`() {
    var stage = stage()
    stage.send(.presence("phone", report(1)))
    stage.send(.presence("phone", report(2)))
    stage.send(.presence("phone", report(1, false)))
    #expect(reach(stage) == .immediatelyReachable)
    // Also where the session before was never heard of.
    stage.send(.presence("phone", report(9, false)))
    #expect(reach(stage) == .immediatelyReachable)
    // An MQTT client that keeps its will when it connects again keeps its session too.
    stage.send(.presence("phone", report(2, false)))
    #expect(reach(stage) == .backgroundOnly)
    stage.send(.presence("phone", report(2)))
    #expect(reach(stage) == .immediatelyReachable)
  }

  @Test func `a heartbeat that stays away counts, after one and a half times its length`() {
    var stage = stage()
    stage.send(.presence("phone", report(1, every: .seconds(60))))
    stage.sleep(.seconds(89))
    #expect(reach(stage) == .immediatelyReachable)
    stage.sleep(.seconds(2))
    #expect(reach(stage) == .backgroundOnly)
    stage.send(.presence("phone", report(1, every: .seconds(60))))
    #expect(reach(stage) == .immediatelyReachable)
  }

  @Test func `without a broker nobody is there, and with it everybody is as before`() {
    var stage = stage()
    stage.send(.presence("phone", report(1)))
    stage.send(.link(isUp: false))
    #expect(reach(stage) == .backgroundOnly)
    stage.send(.link(isUp: true))
    #expect(reach(stage) == .immediatelyReachable)
  }

  @Test func `a device that leaves is forgotten, and one that is not in the config is never known`() {
    var stage = stage()
    stage.send(.left("phone"))
    #expect(reach(stage) == .notReachable && !stage.stored.devices.contains { $0.id == "phone" })
    stage.send(.presence("stranger", report(1)))
    stage.send(.left("stranger"))
    #expect(reach(stage, "stranger") == nil)
    var plan = stage.garden.plan
    plan.people[0].devices.removeAll { $0.id == "watch" }
    stage.run { $0.adopt(plan, at: $1, into: &$2) }
    #expect(!stage.stored.devices.contains { $0.id == "watch" } && reach(stage, "watch") == nil)
  }

  @Test func `who leaves and comes back has no more glances that day, and all of them the next`() {
    var stage = stage()
    func left() -> Int? {
      let message = AppMessage(
        stage.head("phone"), .glance, to: "watch", identifier: "Streak", content: "{}")
      guard case .glances(let left)? = stage.command(.send(message))?.detail else { return nil }
      return left
    }
    #expect(left() == 49 && left() == 48)
    for _ in 0..<3 {
      stage.send(.left("watch"))
      #expect(!stage.stored.devices.contains { $0.id == "watch" })
      stage.send(.left("watch"))
      stage.send(.hello("watch", DeviceProfile()))
    }
    #expect(left() == 47)
    stage.send(.left("watch"))
    stage.sleep(.days(1))
    stage.send(.hello("watch", DeviceProfile()))
    #expect(left() == 49)
  }

  @Test func `an app's companions are its person's others, with the glances that each may still be sent`() {
    var stage = stage()
    func companions(_ device: DeviceID = "phone") -> [Companion] {
      stage.garden.companions(of: device, at: stage.now)
    }
    let display = Companion(id: "display", kind: .display, glancesLeft: 50)
    let full = [Companion(id: "watch", kind: .watch, glancesLeft: 50), display]
    #expect(companions() == full && companions("stranger").isEmpty)
    stage.command(
      .send(AppMessage(stage.head("phone"), .glance, to: "watch", identifier: "Streak", content: "{}")))
    #expect(companions() == [Companion(id: "watch", kind: .watch, glancesLeft: 49), display])
    #expect(companions("watch").first?.glancesLeft == 50)
    stage.sleep(.days(1))
    #expect(companions() == full)
    stage.send(.left("watch"))
    #expect(companions() == [Companion(id: "watch"), display])
  }

  @Test func `a change is published once, and what changes nothing is not`() {
    var stage = stage()
    for _ in 0..<5 { stage.send(.presence("phone", report(1))) }
    let published = stage.effects.filter { if case .publish(.device) = $0 { true } else { false } }
    #expect(published.count == 1)
  }

  @Test func `the log says how a device can be reached when that changes, and nothing of a broken link`() {
    var stage = stage()
    func lines() -> [String] {
      defer { stage.effects = [] }
      return stage.effects.compactMap {
        if case .log(let line) = $0 { "\(line.level) \(line.subject) \(line.text)" } else { nil }
      }
    }
    for _ in 0..<3 { stage.send(.presence("phone", report(1))) }
    #expect(lines() == ["info device phone is immediately reachable"])
    stage.send(.link(isUp: false))
    stage.send(.link(isUp: true))
    #expect(lines().isEmpty)
    stage.send(.presence("phone", report(1, false)))
    stage.send(.left("phone"))
    #expect(
      lines() == [
        "info device phone is reachable in the background only", "info device phone is not reachable",
      ])
  }

  @Test func `one that comes and goes without end is shown at a rate, and in the end as it is`() {
    var stage = stage()
    for n in 0..<1000 { stage.send(.presence("phone", report(1, n % 2 == 0))) }
    let published = stage.effects.filter { if case .publish(.device) = $0 { true } else { false } }
    #expect(published.count <= 30)
    for n in 0..<999 { stage.send(.presence("phone", report(1, n % 2 == 0))) }
    stage.sleep(.seconds(2))
    #expect(reach(stage) == .immediatelyReachable)
  }

  /// Those that ring for a plant that gets dry.
  private func ringing(_ stage: inout Stage) -> [DeviceID]? {
    stage.holds(45, for: .minutes(10))
    stage.effects = []
    stage.holds(20, for: .hours(1))
    return stage.notices.first?.ringing
  }

  @Test func `of phone and watch the one in front rings, else the watch on the wrist, else both`() {
    var front = stage()
    front.send(.presence("watch", report(1, front: false)))
    front.send(.presence("phone", report(2, front: true)))
    #expect(ringing(&front) == ["phone", "display"])
    var worn = stage()
    worn.send(.presence("watch", report(1, front: false)))
    #expect(ringing(&worn) == ["watch", "display"])
    var away = stage()
    #expect(ringing(&away) == ["phone", "watch", "display"])
  }

  @Test func `what a device cannot show it is not sent`() {
    var stage = stage()
    stage.send(.hello("display", DeviceProfile(abilities: [.activity], kind: .display)))
    stage.send(.hello("watch", DeviceProfile(abilities: [.notify], kind: .watch)))
    stage.holds(45, for: .minutes(10))
    stage.effects = []
    stage.holds(20, for: .hours(1))
    #expect(stage.notices.first?.devices == ["phone", "watch"])
    _ = stage.command(.countdown(stage.head("phone"), plant: nil, duration: .minutes(5)))
    for case .activity(let step) in stage.effects { #expect(step.devices == ["phone", "display"]) }
  }

  @Test
  func `where no device takes notifications what is open stands on the dashboards, and the garden sleeps`() {
    var stage = stage()
    for device in ["phone", "watch", "display"] { stage.send(.hello(device, DeviceProfile(abilities: []))) }
    stage.holds(45, for: .minutes(10))
    stage.holds(20, for: .hours(1))
    stage.send(.emergencyStop)
    stage.wait(.minutes(5))
    #expect(stage.notices.allSatisfy { $0.devices.isEmpty })
    #expect(stage.garden.openReminderCount == 2)
    let next = stage.garden.nextDeadline(after: stage.now)
    #expect(next.map { $0 > stage.now.uptime } ?? true)
  }

  @Test func `whatever comes twice or late, the newest connection decides`() {
    for seed in Seeds.share(of: 20_000) {
      var dice = SplitMix64(seed: UInt64(seed))
      var stage = stage()
      var late: [PresenceReport] = []
      var newest: PresenceReport?
      for session in 1...UInt64(2 + dice.next() % 5) {
        if dice.next() % 5 > 0 { newest = report(session, front: dice.next() % 2 == 0) }
        if let newest, newest.session.low == session {
          stage.send(.presence("phone", newest))
          late.append(newest)
        }
        while !late.isEmpty, dice.next() % 2 == 0 {
          let old = late[Int(dice.next() % UInt64(late.count))]
          // Its will, or the same once more.
          guard old.session != newest?.session else { continue }
          stage.send(
            .presence("phone", dice.next() % 2 == 0 ? old : report(old.session.low, false)))
        }
      }
      let expected: Reachability = newest?.isInFront == true ? .immediatelyReachable : .backgroundOnly
      guard reach(stage) == expected else {
        Issue.record("seed \(seed): \(String(describing: reach(stage)))")
        return
      }
    }
  }
}
