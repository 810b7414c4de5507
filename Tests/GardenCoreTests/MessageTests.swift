import GardenCore
import Testing

/// Messages between the apps of one person's devices.
@Suite("Messages")
struct MessageTests {
  static var plan: GardenPlan {
    var plan = GardenPlan.oneBasil
    plan.people = [
      PersonPlan(
        id: "anna", name: "Anna",
        devices: ["phone", "watch", "tag"].map { DevicePlan(id: $0, name: $0, role: .actor) }
          + [DevicePlan(id: "display", name: "display", role: .viewer)]),
      PersonPlan(
        id: "bob", name: "Bob", devices: [DevicePlan(id: "bob-phone", name: "Bob", role: .operator)]),
    ]
    return plan
  }

  private func stage() -> Stage {
    var stage = Stage(Self.plan)
    stage.send(.link(isUp: true))
    for device in ["phone", "watch", "tag", "bob-phone"] { stage.send(.hello(device, DeviceProfile())) }
    stage.send(
      .presence("watch", PresenceReport(isOnline: true, session: UniqueID(high: 5, low: 1))))
    stage.effects = []
    return stage
  }

  private func message(
    _ stage: inout Stage, _ kind: AppMessage.Kind = .guaranteed, from: DeviceID = "phone",
    to: DeviceID = "watch", at: Timestamp? = nil, expires: Timestamp? = nil
  ) -> AppMessage {
    AppMessage(
      stage.head(from, at: at, expires: expires), kind, to: to, identifier: "WateringLogged",
      content: #"{"ml":250}"#)
  }

  private func delivered(_ stage: inout Stage) -> [UniqueID] {
    defer { stage.effects = [] }
    return stage.effects.compactMap { if case .deliver(let message) = $0 { message.head.id } else { nil } }
  }

  private func acks(_ stage: inout Stage) -> [Outcome] {
    defer { stage.effects = [] }
    return stage.effects.compactMap { if case .acknowledge(let outcome) = $0 { outcome } else { nil } }
  }

  @Test func `what is guaranteed is stored first, arrives, and its sender is told of both`() {
    var stage = stage()
    let message = message(&stage)
    #expect(stage.command(.send(message))?.code == .queued)
    #expect(stage.stored.messages.map(\.message) == [message])
    #expect(delivered(&stage) == [message.head.id])
    stage.send(.shown("watch", note: message.head.id))
    #expect(acks(&stage).map { [$0.device, "\($0.code)"] } == [["phone", "delivered"]])
    #expect(stage.stored.messages.isEmpty)
    #expect(stage.command(.send(message))?.code == .delivered)
    #expect(delivered(&stage).isEmpty)
  }

  @Test func `whoever asks is there to be answered for ten seconds, though it says nothing of its presence`()
  {
    var stage = stage()
    func answers() -> Outcome.Code? {
      stage.command(.send(message(&stage, .immediate, from: "watch", to: "phone")))?.code
    }
    #expect(answers() == .notReachable)
    let question = message(&stage, .interactive)
    #expect(stage.command(.send(question))?.code == .accepted)
    stage.wait(.seconds(9))
    #expect(answers() == .accepted)
    stage.wait(.seconds(1))
    #expect(answers() == .notReachable)
    #expect(stage.command(.send(question))?.code != .accepted, "the same one again asks nothing")
    #expect(answers() == .notReachable)
  }

  @Test func `the second is on its way only when the first has arrived`() {
    var stage = stage()
    let messages = (0..<3).map { _ in message(&stage) }
    for message in messages { stage.command(.send(message)) }
    #expect(delivered(&stage) == [messages[0].head.id])
    // An ack of what has not been sent yet is none.
    stage.send(.shown("watch", note: messages[1].head.id))
    #expect(delivered(&stage).isEmpty)
    stage.send(.shown("watch", note: messages[0].head.id))
    #expect(delivered(&stage) == [messages[1].head.id])
    stage.restart()
    #expect(delivered(&stage) == [messages[1].head.id])
    stage.send(.shown("watch", note: messages[1].head.id))
    #expect(delivered(&stage) == [messages[2].head.id])
  }

  @Test func `one that its receiver cannot read does not stand in the way, and its sender is told`() {
    var stage = stage()
    let (first, second) = (message(&stage), message(&stage))
    stage.command(.send(first))
    stage.command(.send(second))
    stage.effects = []
    stage.send(.shown("watch", note: first.head.id, isRead: false))
    let effects = stage.effects
    #expect(acks(&stage).map(\.code) == [.refused])
    stage.effects = effects
    #expect(delivered(&stage) == [second.head.id])
  }

  @Test func `what is over is not delivered any more, and the next one is`() {
    var stage = stage()
    let end = stage.now.wall + .minutes(5)
    let (first, second) = (message(&stage, expires: end), message(&stage))
    stage.command(.send(first))
    stage.command(.send(second))
    stage.effects = []
    stage.sleep(.minutes(5) + .seconds(1))
    let effects = stage.effects
    #expect(acks(&stage).map(\.code) == [.expired])
    #expect(effects.contains(.recall(first.head.id, from: "watch")))
    stage.effects = effects
    #expect(delivered(&stage) == [second.head.id])
    stage.sleep(AppMessage.keptFor)
    #expect(acks(&stage).map(\.code) == [.expired] && stage.stored.messages.isEmpty)
  }

  @Test func `its sender takes back what has not arrived, and nobody else does`() {
    var stage = stage()
    let message = message(&stage)
    stage.command(.send(message))
    #expect(stage.command(.cancel(stage.head("tag"), message: message.head.id))?.code == .unknownMessage)
    #expect(stage.command(.cancel(stage.head("phone"), message: message.head.id))?.code == .accepted)
    #expect(stage.effects.contains(.recall(message.head.id, from: "watch")))
    #expect(stage.command(.cancel(stage.head("phone"), message: message.head.id))?.code == .alreadyDone)
    #expect(stage.command(.send(message))?.code == .cancelled)
    stage.effects = []
    stage.restart()
    #expect(delivered(&stage).isEmpty)
  }

  @Test func `only devices of one person hear each other, and who may only look sends nothing`() {
    var stage = stage()
    for to in ["bob-phone", "phone", "nobody"] {
      #expect(stage.command(.send(message(&stage, to: to)))?.code == .forbidden)
    }
    #expect(stage.command(.send(message(&stage, from: "display")))?.code == .forbidden)
    #expect(stage.command(.send(message(&stage, from: "stranger")))?.code == .forbidden)
    #expect(delivered(&stage).isEmpty && stage.stored.messages.isEmpty)
  }

  @Test
  func `what is meant for now fails at once where nobody is there, and says how the other can be reached`() {
    var stage = stage()
    let refused = stage.command(.send(message(&stage, .immediate, to: "tag")))
    #expect(refused?.code == .notReachable && refused?.detail == .reachability(.backgroundOnly))
    let never = stage.command(.send(message(&stage, .guaranteed, to: "display")))
    #expect(never?.code == .notReachable && never?.detail == .reachability(.notReachable))
    for kind in [AppMessage.Kind.immediate, .interactive] {
      #expect(stage.command(.send(message(&stage, kind)))?.code == .accepted)
    }
    #expect(delivered(&stage).count == 2 && stage.stored.messages.isEmpty)
  }

  @Test func `what was meant for a moment that is over is refused, also from a clock that is a little slow`()
  {
    var stage = stage()
    let now = stage.now.wall
    #expect(
      stage.command(.send(message(&stage, .immediate, at: now - .seconds(120))))?.code == .accepted)
    #expect(stage.command(.send(message(&stage, .immediate, at: now - .seconds(131))))?.code == .expired)
    #expect(stage.command(.send(message(&stage, .guaranteed, at: now - .days(7))))?.code == .expired)
  }

  @Test func `fifty wait for a device; one more is refused rather than lost`() {
    var stage = stage()
    for i in 0..<51 {
      stage.wait(.seconds(2))
      let code = stage.command(.send(message(&stage)))?.code
      #expect(code == (i < 50 ? .queued : .busy))
    }
    #expect(stage.stored.messages.count == 50)
  }

  @Test func `glances: fifty a day, what is left is told; then the newest waits for midnight`() {
    var stage = stage()
    for left in (0..<50).reversed() {
      stage.wait(.seconds(2))
      #expect(stage.command(.send(message(&stage, .glance)))?.detail == .glances(left: left))
    }
    let (old, new) = (message(&stage, .glance), message(&stage, .glance))
    #expect(stage.command(.send(old))?.code == .queued)
    #expect(stage.command(.send(new))?.detail == .glances(left: 0))
    stage.restart()
    stage.effects = []
    #expect(stage.command(.send(message(&stage, .glance, to: "tag")))?.detail == .glances(left: 49))
    stage.effects = []
    stage.sleep(.hours(24))
    #expect(delivered(&stage) == [new.head.id])
    #expect(stage.stored.messages.isEmpty)
    #expect(stage.command(.send(message(&stage, .glance)))?.detail == .glances(left: 48))
  }

  @Test func `who leaves, or is not of one person any more, gets nothing, and the sender is told`() {
    var stage = stage()
    stage.command(.send(message(&stage)))
    stage.command(.send(message(&stage, to: "tag")))
    stage.effects = []
    stage.send(.left("watch"))
    #expect(acks(&stage).map(\.code) == [.notReachable])
    var plan = Self.plan
    plan.people[0].devices.removeAll { $0.id == "tag" }
    stage.run { $0.adopt(plan, at: $1, into: &$2) }
    #expect(acks(&stage).map(\.code) == [.forbidden])
    #expect(stage.stored.messages.isEmpty)
  }

  @Test func `an id that is in use by another is refused: its acks could not be told apart`() {
    var stage = stage()
    let first = message(&stage)
    stage.command(.send(first))
    var second = message(&stage, from: "tag")
    second.head.id = first.head.id
    #expect(stage.command(.send(second))?.code == .conflict)
  }

  @Test func `what an app says of itself is kept, the highest revision of it, whatever comes late or early`()
  {
    var plan = Self.plan
    plan.people[0].devices.removeAll { $0.id == "tag" }
    var stage = Stage(plan)
    func report(_ revision: Int) -> AppReport {
      AppReport(revision: revision, at: stage.now.wall, content: #"{"n":\#(revision)}"#)
    }
    // The broker hands over what is retained in any order.
    stage.send(.context("phone", report(3)))
    #expect(stage.garden.context(of: "phone") == nil)
    stage.send(.hello("phone", DeviceProfile()))
    #expect(stage.garden.context(of: "phone")?.revision == 3)
    for revision in [2, 3, 5, 4] { stage.send(.context("phone", report(revision))) }
    let highest = report(5)
    stage.restart()
    #expect(stage.garden.context(of: "phone") == highest)
    stage.send(.context("phone", nil))
    #expect(stage.garden.context(of: "phone") == nil)
    stage.send(.context("stranger", report(1)))
    stage.send(.context("tag", report(1)))
    #expect(stage.stored.devices.map(\.id) == ["phone"])
  }

  @Test func `a way that was full is tried again after a minute`() {
    var stage = stage()
    let message = message(&stage)
    stage.command(.send(message))
    stage.effects = []
    stage.send(.untold("watch", note: message.head.id))
    #expect(delivered(&stage).isEmpty)
    stage.sleep(.minutes(1))
    #expect(delivered(&stage) == [message.head.id])
  }
}
