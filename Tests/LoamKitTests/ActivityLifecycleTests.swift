import LoamKit
import Testing
@testable import FuzzHarness

struct ActivityLifecycleTests {
  static let start: Int64 = 1_795_220_700
  static let id = "0197f0b1-7777-7888-8999-aaaabbbbcccc"

  static func time(_ seconds: Int64) -> EpochSeconds { EpochSeconds(clamping: start + seconds) }

  static func step(
    _ event: ActivityMessage.Event, at seconds: Int64, _ seq: Int, progress: Double = 0, stale: Int64? = nil,
    dismissal: EpochSeconds? = nil, id: String = id
  ) throws -> ActivityMessage {
    ActivityMessage(
      aps: .init(
        timestamp: time(seconds), event: event,
        contentState: ActivityContent(emoji: "💧", title: "Watering", progress: progress),
        attributes: event == .start ? ActivityAttributes(name: "Aloe") : nil, staleDate: stale.map(time),
        dismissalDate: dismissal, alert: event == .start ? Alert(title: "Aloe", body: "Starts.") : nil),
      activity: .init(id: try #require(MessageID(id)), seq: seq))
  }

  private func refusal(_ life: ActivityLifecycle, _ step: ActivityMessage) -> ActivityLifecycle.Refusal? {
    var copy = life
    do throws(ActivityLifecycle.Refusal) {
      try copy.take(step)
      return nil
    } catch {
      #expect(copy == life, "a refused step changed something")
      return error
    }
  }

  private func started() throws -> ActivityLifecycle {
    var life = ActivityLifecycle()
    try life.take(Self.step(.start, at: 0, 1, stale: 60))
    return life
  }

  @Test func `the limits are what the article says, and 8 and 12 hours are two`() {
    #expect(ActivityLifecycle.updates == 8 * 3600 && ActivityLifecycle.onScreen == 12 * 3600)
    #expect(ActivityLifecycle.afterEnd == 4 * 3600 && ActivityLifecycle.payloadBytesMax == 4096)
  }

  @Test func `an update or an end before the start is refused`() throws {
    let life = ActivityLifecycle()
    #expect(refusal(life, try Self.step(.update, at: 1, 2)) == .notStarted)
    #expect(refusal(life, try Self.step(.end, at: 1, 2)) == .notStarted)
    #expect(life.state(at: Self.time(0)) == .notStarted && life.goneAt == nil)
  }

  @Test func `nothing is taken after the end`() throws {
    var life = try started()
    try life.take(Self.step(.end, at: 10, 2, progress: 1))
    for event in ActivityMessage.Event.allCases {
      #expect(refusal(life, try Self.step(event, at: 20, 3, progress: 1)) == .ended)
    }
  }

  @Test func `a second start, another activity, and what comes late are refused`() throws {
    var life = try started()
    try life.take(Self.step(.update, at: 5, 3, progress: 0.5))
    #expect(refusal(life, try Self.step(.start, at: 9, 9, progress: 1)) == .startedAlready)
    let other = try Self.step(.update, at: 9, 9, id: "0197f0b1-7777-7888-8999-aaaabbbbdddd")
    #expect(refusal(life, other) == .anotherActivity)
    #expect(refusal(life, try Self.step(.update, at: 5, 4, progress: 0.6)) == .notLater)
    #expect(refusal(life, try Self.step(.update, at: 9, 3, progress: 0.6)) == .notLater)
    #expect(refusal(life, try Self.step(.update, at: 9, 4, progress: 0.4)) == .fallsBack)
    #expect(refusal(life, try Self.step(.update, at: 9, 4, progress: 0.6)) == nil)
  }

  @Test func `updates are over after eight hours to the second`() throws {
    let life = try started()
    #expect(refusal(life, try Self.step(.update, at: 28_799, 2)) == nil)
    #expect(refusal(life, try Self.step(.update, at: 28_800, 2)) == .updatesOver)
    // A bridge that was away says how it ended as long as it is on the screen.
    #expect(refusal(life, try Self.step(.end, at: 43_199, 2)) == nil)
    #expect(refusal(life, try Self.step(.end, at: 43_200, 2)) == .updatesOver)
  }

  @Test func `it grows stale, is refreshed, ends by itself after eight hours and is gone after twelve`()
    throws
  {
    var life = try started()
    #expect(life.state(at: Self.time(59)) == .active && life.state(at: Self.time(60)) == .stale)
    try life.take(Self.step(.update, at: 70, 2, stale: 40_000))
    #expect(life.state(at: Self.time(70)) == .active && life.state(at: Self.time(28_799)) == .active)
    #expect(life.state(at: Self.time(28_800)) == .ended && life.state(at: Self.time(43_199)) == .ended)
    #expect(life.state(at: Self.time(43_200)) == .dismissed)
  }

  @Test(
    arguments: [
      (ActivityDismissal.immediate, 0), (.default, 14_400), (.after(seconds: 1800), 1800),
      (.after(seconds: 99_999), 14_400), (.after(seconds: -5), 0),
    ] as [(ActivityDismissal, Int64)])
  func `an ended one goes as its dismissal says`(_ dismissal: ActivityDismissal, _ stays: Int64) throws {
    var life = try started()
    let date = dismissal.date(ended: Self.time(100), started: Self.time(0))
    try life.take(Self.step(.end, at: 100, 2, progress: 1, dismissal: date))
    #expect(life.goneAt == Self.time(100 + stays))
    #expect(life.state(at: Self.time(100 + stays)) == .dismissed)
    if stays > 0 { #expect(life.state(at: Self.time(100 + stays - 1)) == .ended) }
  }

  @Test func `no dismissal reaches beyond the twelve hours`() throws {
    let limit = ActivityDismissal.after(seconds: 14_400).date(ended: Self.time(28_700), started: Self.time(0))
    #expect(limit == Self.time(43_100))
    var life = ActivityLifecycle()
    try life.take(Self.step(.start, at: 0, 1))
    try life.take(Self.step(.end, at: 28_799, 2, dismissal: Self.time(99_999)))
    #expect(life.goneAt == Self.time(43_199))
  }

  @Test func `a latecomer goes on from the snapshot`() throws {
    let document = try DocumentCodec.decode(ActivityState.self, from: Example.first("activity-state"))
    let life = ActivityLifecycle(document)
    #expect(life.state(at: Self.time(61)) == .active)
    #expect(refusal(life, try Self.step(.update, at: 60, 3, progress: 0.6)) == .notLater)
    #expect(refusal(life, try Self.step(.update, at: 61, 3, progress: 0.6)) == nil)
  }

  @Test(arguments: [4095, 4096, 4097])
  func `a step of so many bytes`(_ bytes: Int) throws {
    var message = try Self.step(.start, at: 0, 1)
    message.aps.alert = Alert(title: "Aloe", body: "x")
    let rest = try DocumentCodec.encode(message).count - 1
    message.aps.alert = Alert(title: "Aloe", body: String(repeating: "x", count: bytes - rest))
    let fits = (try? DocumentCodec.encode(message).count) == bytes
    #expect(fits == (bytes <= ActivityLifecycle.payloadBytesMax))
  }
}
