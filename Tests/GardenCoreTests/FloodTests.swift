import GardenCore
import Testing

/// Many messages of one device: what they may cost, and whom.
@Suite("A flood")
struct FloodTests {
  @Test(arguments: ["hall-tablet", "stranger"])
  func `forbidden commands are answered at a rate, and then met with silence`(_ device: DeviceID) {
    var stage = Stage(.withValve)
    var codes: [Outcome.Code?] = []
    for _ in 0..<1000 {
      codes.append(stage.command(.water(stage.head(device), plant: "basil", duration: nil))?.code)
    }
    #expect(codes.filter { $0 == .forbidden }.count == 30)
    #expect(codes.filter { $0 == .rateLimited }.count == 1)
    #expect(stage.effects.count { if case .acknowledge = $0 { true } else { false } } == 31)
    #expect(!stage.effects.contains { if case .remember = $0 { true } else { false } })
    #expect(stage.answers("anna-phone", .opened)?.code == .accepted)
  }

  @Test func `those that nobody knows share one rate`() {
    var stage = Stage()
    var answered = 0
    for n in 0..<1000 where stage.answers("made-up-\(n)", .done) != nil { answered += 1 }
    #expect(answered == 31)
  }

  @Test func `a stop acts and is answered whatever else its device has sent`() {
    var stage = Stage(.withValve)
    for _ in 0..<100 { stage.answers("bob-phone", .opened) }
    #expect(stage.command(.stopAll(stage.head("bob-phone")))?.code == .accepted)
    #expect(stage.garden.memory.holds.count == 1)
  }

  @Test func `stops without end go on acting, and are no longer answered or written`() {
    var stage = Stage(.withValve)
    var answered = 0
    for _ in 0..<1000 where stage.command(.stopAll(stage.head("bob-phone"))) != nil { answered += 1 }
    #expect(answered == 31)
    #expect(stage.command(.release(stage.head("anna-phone"), valve: nil))?.code == .accepted)
    stage.effects = []
    #expect(stage.command(.stopAll(stage.head("bob-phone"))) == nil)
    #expect(stage.garden.memory.holds.count == 1, "it acts all the same")
  }

  private func isRead(_ mail: Mail, of device: DeviceID?, _ stage: inout Stage) -> Bool {
    stage.garden.reads(mail, of: device, at: stage.now)
  }

  /// Of so many messages a second, how many are read in ten seconds.
  private func read(_ mail: Mail, of device: DeviceID?, _ stage: inout Stage) -> Int {
    var count = 0
    for _ in 0..<1000 {
      if stage.garden.reads(mail, of: device, at: stage.now) { count += 1 }
      stage.advance(.milliseconds(10))
    }
    return count
  }

  @Test func `of one that is too fast nothing more is read than is answered`() {
    var stage = Stage(.withValve)
    #expect(read(.command, of: "hall-tablet", &stage) == 1000, "its rate is asked once it is read")
    for _ in 0..<40 { stage.command(.water(stage.head("hall-tablet"), plant: "basil", duration: nil)) }
    #expect(!isRead(.command, of: "hall-tablet", &stage))
    #expect(read(.command, of: "hall-tablet", &stage) < 1000)
    #expect(read(.command, of: "anna-phone", &stage) == 1000)
    for n in 0..<40 { stage.answers("made-up-\(n)", .done) }
    #expect(!isRead(.command, of: nil, &stage))
    stage.wait(.seconds(1))
    #expect(isRead(.command, of: nil, &stage), "the next token reads the next one")
  }

  @Test(arguments: [(Mail.word, 30 + 10), (.receipt, 400 + 200), (.stop(isAll: false), 200 + 200)])
  func `what nobody answers has a rate of its own`(mail: Mail, most: Int) {
    var stage = Stage(.withValve)
    for device in ["hall-tablet", nil] {
      #expect((most - 2...most + 2).contains(read(mail, of: device, &stage)))
    }
    #expect(isRead(mail, of: "anna-phone", &stage))
  }

  @Test func `an emergency stop is read at any rate, until everything is stopped`() {
    var stage = Stage(.withValve)
    #expect(read(.stop(isAll: true), of: "bob-phone", &stage) == 1000)
    #expect(stage.command(.stopAll(stage.head("bob-phone")))?.code == .accepted)
    #expect(read(.stop(isAll: true), of: "bob-phone", &stage) < 400)
  }

  @Test func `the command line commands, and is told nothing`() throws {
    var plan = GardenPlan.oneBasil
    plan.console = DevicePlan(id: "cli", name: "Command line", role: .operator)
    var stage = Stage(plan)
    #expect(
      stage.command(.countdown(stage.head("cli"), plant: "basil", duration: .seconds(60)))?.code == .accepted)
    stage.reads(40)
    stage.holds(25, for: .hours(2))
    #expect(!stage.notices.isEmpty)
    #expect(!stage.notices.contains { $0.devices.contains("cli") })
    #expect(
      stage.notices.contains { $0.key == "count-basil" },
      "a timer that nobody of the house began is told to all")
    for case .activity(let step) in stage.effects { #expect(!step.devices.contains("cli")) }
  }

  @Test func `where the config names nobody an open matter still shows as told`() {
    var plan = GardenPlan.oneBasil
    plan.people = []
    var stage = Stage(plan)
    stage.reads(40)
    stage.holds(25, for: .hours(2))
    #expect(stage.notices.isEmpty)
    #expect(stage.garden.memory.reminders.map(\.state) == [.sent])
  }
}

/// Of two bridges the second does not tell people.
@Suite("Beside another bridge")
struct YieldingTests {
  @Test func `reminders wait while another bridge tells people, and come when it is gone`() {
    var stage = Stage()
    stage.send(.yields(true))
    stage.reads(40)
    stage.holds(25, for: .hours(2))
    #expect(stage.notices.isEmpty)
    stage.send(.yields(false))
    #expect(stage.notices.map(\.key) == ["water-basil"])
  }

  @Test func `an alarm is told by both`() {
    var stage = Stage(.withValve)
    stage.send(.yields(true))
    stage.command(.stopAll(stage.head("anna-phone")))
    stage.wait(.seconds(2))
    #expect(stage.notices.contains { $0.key == "emergency-stop" })
  }
}

/// What had no room on its way.
@Suite("Not told")
struct MissedTests {
  /// Two phones of one person and a reminder that both were sent.
  private func told() throws -> (Stage, UniqueID) {
    var plan = GardenPlan.oneBasil
    let devices = ["one", "two"].map { DevicePlan(id: $0, name: $0, role: .actor) }
    plan.people = [PersonPlan(id: "anna", name: "Anna", devices: devices)]
    var stage = Stage(plan)
    stage.reads(40)
    stage.holds(25, for: .hours(2))
    let note = try #require(stage.notices.first?.id)
    #expect(stage.notices.map(\.devices) == [["one", "two"]])
    stage.effects = []
    return (stage, note)
  }

  @Test func `what one device was not told it is told when there is room, and nobody else again`() throws {
    var (stage, note) = try told()
    stage.send(.untold("one", note: note))
    #expect(stage.garden.memory.reminders.first?.devices == ["two"])
    #expect(stage.stored.reminders.first?.devices == ["two"], "never recorded as sent")
    stage.wait(.hours(1))
    #expect(stage.notices.isEmpty)
    stage.send(.reached("one"))
    #expect(stage.notices.map(\.devices) == [["one"]])
    #expect(stage.notices.map(\.id) == [note] && stage.notices.map(\.revision) == [1])
    stage.send(.reached("one"))
    #expect(stage.notices.count == 1)
  }

  @Test func `what nobody was told falls due again`() throws {
    var (stage, note) = try told()
    for device in ["one", "two"] { stage.send(.untold(device, note: note)) }
    #expect(stage.garden.memory.reminders.map(\.state) == [.due])
    stage.wait(.seconds(59))
    #expect(stage.notices.isEmpty)
    stage.wait(.seconds(2))
    #expect(stage.notices.map(\.devices) == [["one", "two"]])
  }

  @Test func `an alarm that had no room goes out with the first that there is, and not in circles`() throws {
    var stage = Stage(.withValve)
    stage.command(.stopAll(stage.head("anna-phone")))
    stage.wait(.seconds(2))
    let alarm = try #require(stage.notices.first { $0.key == "emergency-stop" })
    stage.effects = []
    for device in alarm.devices { stage.send(.untold(device, note: alarm.id)) }
    #expect(stage.notices.isEmpty)
    let next = stage.garden.nextDeadline(after: stage.now)
    let due = try #require(next)
    #expect(due > stage.now.uptime, "it would be handed over and dropped again without end")
    stage.wait(.seconds(30))
    #expect(stage.notices.isEmpty)
    let first = try #require(alarm.devices.first)
    stage.send(.reached(first))
    #expect(stage.notices.map(\.key) == ["emergency-stop"])
    #expect(stage.notices.map(\.devices) == [[first]])
    stage.wait(.seconds(31))
    #expect(Set(stage.notices.flatMap(\.devices)) == Set(alarm.devices), "the others a minute later")
  }

  @Test func `whose way is full costs the others nothing`() throws {
    var plan = GardenPlan.oneBasil
    plan.people = ["anna", "bob"].map {
      PersonPlan(
        id: PersonID($0), name: $0, devices: [DevicePlan(id: DeviceID("\($0)-phone"), name: $0, role: .actor)]
      )
    }
    var stage = Stage(plan)
    stage.reads(40)
    stage.holds(25, for: .hours(2))
    let note = try #require(stage.notices.first?.id)
    stage.effects = []
    stage.send(.untold("anna-phone", note: note))
    let next = stage.garden.nextDeadline(after: stage.now)
    let due = try #require(next)
    #expect(due > stage.now.uptime)
    stage.wait(.seconds(61))
    #expect(stage.notices.map(\.devices) == [["anna-phone"]], "bob is not told twice")
  }

  @Test func `a device that acknowledges is remembered as one that does`() throws {
    var (stage, note) = try told()
    stage.send(.shown("one", note: note))
    #expect(stage.stored.devices.map(\.acknowledges) == [true])
    stage.send(.hello("one", DeviceProfile(locale: "zh-Hant")))
    #expect(
      stage.stored.devices == [
        DeviceMemory(id: "one", profile: DeviceProfile(locale: "zh-Hant"), acknowledges: true)
      ])
    stage.send(.shown("stranger", note: note))
    #expect(stage.stored.devices.count == 1)
  }
}
