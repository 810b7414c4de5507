import LoamKit
import MQTTTypes
import Testing

@testable import GardenCore
@testable import GardenTopics

/// From the garden to the bytes while nobody knows what time it is: what a device is sent means something all the same.
struct UnsetClockTests {
  /// In 1970, two days behind, a year ahead.
  static let clocks: [Timestamp] = [
    Timestamp(seconds: 40), House.now.wall - .days(2), House.now.wall + .days(365),
  ]

  private struct Run {
    var garden: Garden
    var now: Moment
    let renderer: Renderer
    /// What one device was sent.
    var outgoing: [Outgoing] = []

    init(_ wall: Timestamp) throws {
      now = Moment(wall: wall, uptime: Uptime(milliseconds: 40_000), isWallTrusted: false)
      renderer = try House.renderer()
      garden = Garden(
        plan: SentActivityTests.plan, memory: GardenMemory(), boot: BootID(UniqueID(high: 1, low: 1)),
        seed: 1, at: now)
      act { $0.start(at: $1, into: &$2) }
    }

    mutating func act(_ body: (inout Garden, Moment, inout [Effect]) -> Void) {
      var effects: [Effect] = []
      body(&garden, now, &effects)
      for effect in effects { #expect(renderer.publications(for: effect, at: now, into: &outgoing).isEmpty) }
    }

    mutating func countdown(_ duration: Duration) {
      let head = CommandHead(id: UniqueID(high: 5, low: 1), device: "anna-phone", at: now.wall)
      act { $0.handle(.command(.countdown(head, plant: "basil", duration: duration)), at: $1, into: &$2) }
    }

    mutating func wait(_ duration: Duration) {
      let end = now.uptime + duration
      while let next = garden.nextDeadline(after: now), next <= end {
        pass(next - now.uptime)
        act { $0.handle(.tick, at: $1, into: &$2) }
      }
      pass(end - now.uptime)
    }

    mutating func pass(_ gap: Duration) {
      now.wall = now.wall + gap
      now.uptime = now.uptime + gap
    }

    func sent<D: Document>(_ type: D.Type, on topic: String) throws -> [(D, Outgoing)] {
      try outgoing.filter { $0.publication.topic == "plants/v1/d/anna-phone/dn/\(topic)" }
        .map { (try DocumentCodec.decode(D.self, from: $0.publication.payload), $0) }
    }
  }

  @Test(arguments: clocks) func `an alarm holds for its time from the moment it comes`(wall: Timestamp) throws
  {
    var run = try Run(wall)
    run.countdown(.seconds(5))
    run.wait(.seconds(5))
    run.wait(.seconds(2))
    run.act { $0.handle(.emergencyStop, at: $1, into: &$2) }
    run.wait(.zero)
    let notices = try run.sent(NotificationMessage.self, on: "notify")
    #expect(notices.map(\.0.note.key.text) == ["count-basil", "emergency-stop"])
    for (message, outgoing) in notices {
      #expect(message.note.clock == .unset)
      #expect(message.note.exp.seconds - message.note.ts.seconds == 86_400)
      #expect(outgoing.publication.expirySeconds == 86_400)
      // A date of that clock would be over, or far, once the clock is right.
      #expect(outgoing.expires == nil)
    }
    #expect(notices[0].0.note.ts < notices[1].0.note.ts)
  }

  @Test(arguments: clocks, [false, true]) func `an activity makes its way to its end`(
    wall: Timestamp, isClockSet: Bool
  ) throws {
    var run = try Run(wall)
    run.countdown(.seconds(200))
    run.wait(.seconds(90))
    if isClockSet {
      run.now.wall = House.now.wall
      run.now.isWallTrusted = true
    }
    run.wait(.minutes(5))
    var life = ActivityLifecycle()
    let steps = try run.sent(ActivityMessage.self, on: "activity")
    for (step, outgoing) in steps {
      try life.take(step)
      #expect(step.activity.clock == .unset)
      #expect(step.aps.staleDate.map { $0 > step.aps.timestamp } ?? (step.aps.event == .end))
      #expect((60...14_400).contains(outgoing.publication.expirySeconds ?? 0))
    }
    #expect(steps.count > 50 && life.ended != nil && life.content?.progress == 1)
    let documents = run.outgoing.filter {
      $0.publication.topic.contains("/state/activity/") && !$0.publication.payload.isEmpty
    }
    for document in documents {
      let state = try DocumentCodec.decode(ActivityState.self, from: document.publication.payload)
      #expect(state.clock == .unset)
      #expect((document.publication.expirySeconds ?? 0) > 40_000)
    }
  }

  /// What is retained now, by the topic below the root.
  private func retained(_ run: inout Run) -> [String: [UInt8]] {
    run.outgoing = []
    for snapshot in run.garden.snapshots { run.act { $2.append(.publish(snapshot)) } }
    let last = run.outgoing.filter { $0.publication.isRetained && !$0.publication.payload.isEmpty }
    return Dictionary(
      last.map { (String($0.publication.topic.dropFirst("plants/v1/".count)), $0.publication.payload) }
    ) { $1 }
  }

  @Test(arguments: clocks)
  func `each document says that its times are no dates, no alarm tells one, and later all are dated anew`(
    wall: Timestamp
  ) throws {
    var run = try Run(wall)
    run.act { $0.handle(.link(isUp: true), at: $1, into: &$2) }
    run.act { $0.handle(.hello("anna-phone", DeviceProfile()), at: $1, into: &$2) }
    run.countdown(.seconds(5))
    run.act { $0.handle(.emergencyStop, at: $1, into: &$2) }
    run.wait(.seconds(10))
    for (message, _) in try run.sent(NotificationMessage.self, on: "notify") {
      let texts = [message.aps.alert.subtitle, message.aps.alert.body]
      #expect(!texts.contains { $0?.contains(":0") == true || $0?.contains("{") == true }, "\(texts)")
    }
    let unset = retained(&run)
    #expect(
      ["state/hold/all", "state/device/anna-phone", "state/glance/all", "state/plant/basil"].allSatisfy {
        unset[$0] != nil
      })
    for (topic, payload) in unset where topic.hasPrefix("state/") {
      #expect(String(decoding: payload, as: UTF8.self).contains(#""clock":"unset""#), "\(topic)")
    }
    run.now.wall = House.now.wall
    run.now.isWallTrusted = true
    run.act { $0.handle(.tick, at: $1, into: &$2) }
    let set = retained(&run)
    let hold = try DocumentCodec.decode(HoldState.self, from: try #require(set["state/hold/all"]))
    let device = try DocumentCodec.decode(
      DeviceState.self, from: try #require(set["state/device/anna-phone"]))
    let glance = try DocumentCodec.decode(GlanceState.self, from: try #require(set["state/glance/all"]))
    let now = House.now.wall.seconds
    for since in hold.holds.map(\.since) + [device.since] {
      #expect((now - 12...now).contains(since.seconds))
    }
    #expect(hold.clock == nil && device.clock == nil)
    // A run keeps the clock that it began with.
    #expect(glance.clock == (glance.runs.isEmpty ? nil : .unset))
  }

  @Test func `a clock that is set is not mentioned`() throws {
    var run = try Run(House.now.wall)
    run.now.isWallTrusted = true
    run.countdown(.seconds(20))
    run.wait(.minutes(1))
    #expect(try run.sent(ActivityMessage.self, on: "activity").allSatisfy { $0.0.activity.clock == nil })
    #expect(try run.sent(NotificationMessage.self, on: "notify").allSatisfy { $0.0.note.clock == nil })
  }
}
