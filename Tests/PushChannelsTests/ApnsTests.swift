import Foundation
import LoamKit
import PushChannels
import Testing
import GardenCore

/// An app of one's own behind Apple's service: what it is sent, and to which token.
@Suite struct ApnsTests {
  static let app = "com.example.loam"
  static let address = ChannelAddress.apns(ChannelAddress.App(app: app))
  static let activity = Paper.id(77)

  static func courier() -> Courier {
    var courier = Courier(Paper.device, address, calendar: Paper.calendar, seed: 1)
    _ = courier.take(.context(Paper.context), at: Paper.at(-10))
    return courier
  }

  static func token(_ letter: String) -> String { String(repeating: letter, count: 64) }

  static func registration(
    _ number: Int, _ token: String, _ use: PushRegistration.Use = .alerts, activity: MessageID? = nil,
    app: String = app, gone: Bool = false
  ) -> CourierEvent {
    .registration(
      PushRegistration(
        id: Paper.id(9000 + number), at: EpochSeconds(clamping: Paper.start), token: token, of: app,
        .production, use: use, activity: activity, gone: gone))
  }

  static func step(
    _ seq: Int, _ event: ActivityMessage.Event, progress: Double, at seconds: Int64,
    of activity: MessageID = activity, alert: Alert? = nil
  ) -> CourierEvent {
    let isStart = event == .start
    return .activity(
      ActivityMessage(
        aps: .init(
          timestamp: EpochSeconds(clamping: Paper.start + seconds), event: event,
          contentState: ActivityContent(emoji: "💧", title: "Watering Aloe", progress: progress),
          attributes: isStart ? ActivityAttributes(name: "Aloe") : nil,
          staleDate: event == .end ? nil : EpochSeconds(clamping: Paper.start + seconds + 300),
          dismissalDate: event == .end ? EpochSeconds(clamping: Paper.start + seconds + 600) : nil,
          alert: isStart ? Alert(title: "Aloe", body: "Opening the valve: Aloe") : alert),
        activity: .init(id: activity, seq: seq)))
  }

  private func aps(_ request: ChannelRequest?) -> [String: JSON] {
    guard case .object(let all) = Paper.json(request), case .object(let aps) = all["aps"] else { return [:] }
    return aps
  }

  private func sent(_ courier: inout Courier, _ event: CourierEvent, at seconds: Int64) -> ChannelRequest? {
    Paper.requests(courier.take(event, at: Paper.at(seconds))).first
  }

  // MARK: Alerts

  @Test func `the bridge's document is the payload, byte for byte, with the headers that Apple asks for`()
    throws
  {
    var courier = Self.courier()
    let note = Paper.note("water-aloe", 1)
    #expect(sent(&courier, .notification(note), at: 0) == nil)
    let request = try #require(sent(&courier, Self.registration(1, Self.token("A")), at: 5))
    #expect(request.path == "https://api.push.apple.com/3/device/\(Self.token("a"))")
    #expect(request.body == (try DocumentCodec.encode(note)))
    let id = try #require(request.headers["apns-id"])
    #expect(UUID(uuidString: id) != nil && id == id.lowercased())
    #expect(
      request.headers.filter { $0.key != "apns-id" } == [
        "apns-topic": Self.app, "apns-push-type": "alert", "apns-priority": "10",
        "apns-expiration": "\(Paper.start + 86_400)", "apns-collapse-id": "water-aloe",
      ])
  }

  @Test func `a notification is acknowledged only where there is a phone that can show it`() {
    var courier = Self.courier()
    let note = Paper.note("water-aloe", 1)
    #expect(courier.take(.notification(note), at: Paper.at(0)).isEmpty)
    _ = courier.take(Self.registration(1, Self.token("a")), at: Paper.at(1))
    #expect(
      courier.take(.notification(note), at: Paper.at(2)).contains(.acknowledge(note.note.id)))
  }

  @Test func `a token that the service lost is forgotten, and its reminder goes to the next one`() throws {
    var courier = Self.courier()
    _ = courier.take(Self.registration(1, Self.token("a")), at: Paper.at(0))
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(1))
    #expect(courier.take(.outcome(.gone(since: Paper.at(3).wall.milliseconds)), at: Paper.at(4)).isEmpty)
    #expect(!courier.isReachable)
    let request = try #require(sent(&courier, Self.registration(2, Self.token("b")), at: 9))
    #expect(request.path.hasSuffix(Self.token("b")))
  }

  @Test func `what the old token's answer says never touches the new one`() throws {
    for late in [ChannelOutcome.gone(since: nil), .taken(), .failed("x"), .refused("x")] {
      var courier = Self.courier()
      _ = courier.take(Self.registration(1, Self.token("a")), at: Paper.at(0))
      _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(1))
      _ = courier.take(Self.registration(2, Self.token("b")), at: Paper.at(2))
      let request = try #require(sent(&courier, .outcome(late), at: 3), "\(late)")
      #expect(request.path.hasSuffix(Self.token("b")), "\(late)")
      _ = courier.take(.outcome(.taken()), at: Paper.at(4))
      #expect(courier.isReachable && courier.standing(at: Paper.at(0)).waiting == 0)
    }
  }

  @Test func `a token that was registered again after the service lost it stays, and is tried less and less`()
    throws
  {
    var courier = Self.courier()
    _ = courier.take(Self.registration(1, Self.token("a")), at: Paper.at(100))
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(101))
    let lost = CourierEvent.outcome(.gone(since: Paper.at(50).wall.milliseconds))
    #expect(courier.take(lost, at: Paper.at(102)).isEmpty)
    #expect(courier.isReachable)
    #expect(try #require(courier.memory.pause).holds(at: Paper.at(102)))
    // Whatever the clocks say: a service that says it again and again is believed, or nothing else would ever be sent.
    for second in 1...2 {
      #expect(sent(&courier, .tick, at: 1000 * Int64(second)) != nil)
      _ = courier.take(lost, at: Paper.at(1000 * Int64(second) + 1))
    }
    #expect(!courier.isReachable)
  }

  // MARK: Activities

  /// A courier whose app has handed over the token that starts activities, after a first step.
  private func started() -> (Courier, ChannelRequest?) {
    var courier = Self.courier()
    _ = courier.take(Self.registration(1, Self.token("c"), .activityStart), at: Paper.at(0))
    let request = sent(&courier, Self.step(1, .start, progress: 0, at: 1), at: 1)
    return (courier, request)
  }

  @Test func `an activity is started by the token for that, with its id, and asks for a token of its own`() {
    let (_, request) = started()
    #expect(request?.headers["apns-topic"] == Self.app + ".push-type.liveactivity")
    #expect(request?.headers["apns-push-type"] == "liveactivity")
    #expect(request?.headers["apns-priority"] == "10" && request?.headers["apns-collapse-id"] == nil)
    let aps = aps(request)
    #expect(aps["event"] == "start" && aps["input-push-token"] == 1 && aps["alert"] != nil)
    #expect(aps["attributes"] == ["name": "Aloe", "id": .text(Self.activity.text)])
    #expect(aps["content-state"] == ["emoji": "💧", "title": "Watering Aloe", "progress": 0])
  }

  @Test func `the largest start that the contract allows is not too large for the service`() throws {
    var length = 1
    func message() -> ActivityMessage {
      ActivityMessage(
        aps: .init(
          timestamp: EpochSeconds(clamping: Paper.start), event: .start,
          contentState: ActivityContent(emoji: "💧", title: "Watering", progress: 0),
          attributes: ActivityAttributes(name: "Aloe"),
          alert: Alert(title: "Aloe", body: String(repeating: "x", count: length))),
        activity: .init(id: Self.activity, seq: 1))
    }
    var courier = Self.courier()
    length += courier.abilities.textBytesMax - (try DocumentCodec.encode(message())).count
    #expect(try DocumentCodec.encode(message()).count == courier.abilities.textBytesMax)
    _ = courier.take(Self.registration(1, Self.token("c"), .activityStart), at: Paper.at(0))
    let request = try #require(sent(&courier, .activity(message()), at: 1))
    #expect(request.body.count <= courier.abilities.textBytesMax && aps(request)["event"] == "start")
  }

  @Test func `steps wait for the activity's token, then the newest goes, and the end comes in any case`() {
    var (courier, _) = started()
    _ = courier.take(.outcome(.taken()), at: Paper.at(2))
    #expect(sent(&courier, Self.step(2, .update, progress: 0.3, at: 10), at: 10) == nil)
    #expect(sent(&courier, Self.step(3, .end, progress: 1, at: 20), at: 20) == nil)
    let end = sent(
      &courier, Self.registration(2, Self.token("d"), .activity, activity: Self.activity), at: 3_000)
    #expect(end?.path.hasSuffix(Self.token("d")) == true)
    #expect(aps(end)["event"] == "end" && aps(end)["alert"] == nil && end?.headers["apns-priority"] == "10")
    _ = courier.take(.outcome(.taken()), at: Paper.at(3_001))
    #expect(courier.memory.items.isEmpty && courier.memory.tokens?.entries.map(\.use) == [.activityStart])
  }

  @Test
  func `the times of an activity's steps rise, also when the clock was set back and when it is sent again`() {
    var (courier, start) = started()
    _ = courier.take(.outcome(.taken()), at: Paper.at(2))
    _ = courier.take(
      Self.registration(2, Self.token("d"), .activity, activity: Self.activity), at: Paper.at(3))
    var times: [Double] = []
    func note(_ request: ChannelRequest?) {
      if case .number(let time) = aps(request)["timestamp"] { times.append(time) }
    }
    note(start)
    note(sent(&courier, Self.step(2, .update, progress: 0.3, at: 10), at: 10))
    // The connection broke; the same step again, by a process that was started anew.
    _ = courier.take(.outcome(.failed("x")), at: Paper.at(11))
    courier = Courier(
      Paper.device, Self.address, memory: courier.memory, calendar: Paper.calendar, seed: 2)
    // Nothing leaves before the bridge has said that it knows the device.
    note(sent(&courier, .tick, at: 699))
    note(sent(&courier, .context(Paper.context), at: 700))
    _ = courier.take(.outcome(.taken()), at: Paper.at(701))
    // Both clocks an hour back.
    note(sent(&courier, Self.step(3, .update, progress: 0.6, at: -3_600), at: -3_600))
    _ = courier.take(.outcome(.taken()), at: Paper.at(-3_599))
    note(sent(&courier, Self.step(4, .end, progress: 1, at: -3_500), at: -3_500))
    #expect(times.count == 5)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "\(times)")
  }

  @Test
  func `an end that was lost with the process is made of what everybody is told, and waits for the own one`()
  {
    let ended = CourierEvent.run(
      ActivityState(
        id: Self.activity, state: .ended, name: "Aloe",
        content: ActivityContent(emoji: "✅", title: "Aloe watered", progress: 1),
        timestamp: EpochSeconds(clamping: Paper.start + 50),
        staleDate: EpochSeconds(clamping: Paper.start + 350),
        started: EpochSeconds(clamping: Paper.start + 1), ends: nil,
        endsBy: EpochSeconds(clamping: Paper.start + 28_801), seq: 3, plant: nil, kind: .watering,
        end: .finished))
    func running() -> Courier {
      var (courier, _) = started()
      _ = courier.take(.outcome(.taken()), at: Paper.at(2))
      _ = courier.take(
        Self.registration(2, Self.token("d"), .activity, activity: Self.activity), at: Paper.at(3))
      return courier
    }
    var lost = running()
    #expect(sent(&lost, ended, at: 60) == nil)
    #expect(lost.nextDeadline(after: Paper.at(60)) == Paper.at(70).wall)
    let end = aps(sent(&lost, .tick, at: 70))
    #expect(end["event"] == "end")
    #expect(end["content-state"] == ["emoji": "✅", "title": "Aloe watered", "progress": 1])
    var heard = running()
    _ = heard.take(ended, at: Paper.at(60))
    #expect(aps(sent(&heard, Self.step(3, .end, progress: 1, at: 61), at: 61))["dismissal-date"] != nil)
    _ = heard.take(.outcome(.taken()), at: Paper.at(62))
    #expect(sent(&heard, .tick, at: 80) == nil)
  }

  @Test func `a start that may have arrived is not sent a second time`() {
    var (courier, _) = started()
    _ = courier.take(.outcome(.failed("the connection broke")), at: Paper.at(2))
    #expect(sent(&courier, .tick, at: 900) == nil)
    var (other, _) = started()
    _ = other.take(.outcome(.unreachable("nobody there")), at: Paper.at(2))
    #expect(aps(sent(&other, .tick, at: 900))["event"] == "start")
  }

  @Test func `a step that was on its way to the activity's old token goes to the new one`() {
    var (courier, _) = started()
    _ = courier.take(.outcome(.taken()), at: Paper.at(2))
    _ = courier.take(
      Self.registration(2, Self.token("d"), .activity, activity: Self.activity), at: Paper.at(3))
    _ = courier.take(Self.step(2, .end, progress: 1, at: 10), at: Paper.at(10))
    _ = courier.take(
      Self.registration(3, Self.token("e"), .activity, activity: Self.activity), at: Paper.at(11))
    let again = sent(&courier, .outcome(.taken()), at: 12)
    #expect(again?.path.hasSuffix(Self.token("e")) == true && aps(again)["event"] == "end")
  }

  // MARK: Signals

  @Test func `the app and its widgets are woken when the plants have changed, and not again for a while`() {
    var courier = Self.courier()
    _ = courier.take(Self.registration(1, Self.token("f"), .widget), at: Paper.at(0))
    _ = courier.take(Self.registration(2, Self.token("a"), .background), at: Paper.at(0))
    let widget = sent(&courier, .glance(5), at: 1)
    #expect(widget?.headers["apns-topic"] == Self.app + ".push-type.widgets")
    #expect(Paper.json(widget) == ["aps": ["content-changed": true]])
    let background = sent(&courier, .outcome(.taken()), at: 2)
    #expect(
      background?.headers["apns-push-type"] == "background" && background?.headers["apns-priority"] == "5")
    #expect(Paper.json(background) == ["aps": ["content-available": 1]])
    _ = courier.take(.outcome(.taken()), at: Paper.at(3))
    #expect(sent(&courier, .glance(6), at: 60) == nil)
    #expect(sent(&courier, .tick, at: 1_300) != nil)
  }

  @Test(
    arguments: [
      (200, "", ChannelOutcome.taken()), (410, "Unregistered", .gone(since: 5_000)),
      (410, "ExpiredToken", .gone(since: 5_000)), (400, "BadDeviceToken", .gone(since: nil)),
      (429, "TooManyRequests", .later(seconds: 60)),
      (429, "TooManyProviderTokenUpdates", .later(seconds: 1200)),
      (413, "PayloadTooLarge", .refused("APNs: PayloadTooLarge")),
      (400, "BadTopic", .refused("APNs: BadTopic")),
      (403, "ExpiredProviderToken", .unreachable("APNs: ExpiredProviderToken")),
      (500, "InternalServerError", .unreachable("APNs: InternalServerError")),
      (503, "Unregistered", .unreachable("APNs: Unregistered")),
    ])
  func `the status decides what becomes of a request, and the reason within it`(
    status: Int, reason: String, outcome: ChannelOutcome
  ) {
    let body = Array(#"{"reason":"\#(reason)","timestamp":5000}"#.utf8)
    #expect(Apns.outcome(status: status, body: body, retryAfter: nil) == outcome)
  }
}
