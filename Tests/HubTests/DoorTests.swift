import GardenCore
import LoamKit
import Testing

@testable import Hub

/// Whose message it is, and what rate it is asked, before anything of it is read.
@Suite struct DoorTests {
  private static func mail(_ door: Door, _ text: String) -> Mail {
    let bytes = Array(text.utf8)
    return door.mail(bytes.span)
  }
  private static let actor = Door.device("phone", .action, mayStop: true)

  @Test(arguments: [
    (#"{"action":"water_stop","plant":"bed"}"#, Mail.stop(isAll: false)),
    (#"{"action":"water_stop_all"}"#, .stop(isAll: true)), (#"water_stop"#, .stop(isAll: false)),
    (#"{"action":"water_start"}"#, .command), ("", .command), ("water_sto", .command), ("garbage", .command),
    ("wwater_stop_al", .stop(isAll: false)),
  ])
  func `a stop is known by its bytes`(text: String, mail: Mail) {
    #expect(Self.mail(Self.actor, text) == mail)
  }

  @Test func `what is no action, too long, or of one who may not stop is no stop`() {
    let stop = #"{"action":"water_stop_all"}"#
    #expect(Self.mail(.device("tablet", .action, mayStop: false), stop) == .command)
    #expect(Self.mail(.stranger(.action), stop) == .command)
    #expect(Self.mail(.device("phone", .set, mayStop: true), stop) == .command)
    #expect(Self.mail(Self.actor, String(repeating: " ", count: 2048) + stop) == .command)
  }

  @Test func `every kind of message has a rate`() {
    for kind in Topic.Up.allCases {
      let mail = Self.mail(.device("phone", kind, mayStop: true), "{}")
      #expect(mail != .stop(isAll: true))
      #expect((mail == .receipt) == (kind == .ack))
      #expect((mail == .part) == (kind == .part))
      #expect((mail == .question) == (kind == .msg))
    }
    // What strangers say of themselves counts, since nothing else counts it.
    for kind in [Topic.Up.hello, .presence, .context, .ack, .join] {
      #expect(Self.mail(.stranger(kind), "{}") == .word)
    }
  }

  private static func report(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func `of what comes too fast the newest of each kind waits for a second, unread`() {
    var late = LateReports()
    let hello = Door.device("phone", .hello, mayStop: true)
    let presence = Door.device("phone", .presence, mayStop: true)
    let now = Uptime(milliseconds: 1000)
    for (door, text) in [
      (hello, "1"), (presence, "p"), (hello, "2"), (Self.actor, "stop"), (.stranger(.hello), "x"),
    ] {
      let (topic, payload) = (Self.report("\(door.kind?.rawValue ?? "")"), Self.report(text))
      late.put(door, topic: topic.span, payload: payload.span, wasRetained: false, at: now)
    }
    #expect(late.takeDue(at: now + .milliseconds(999)).isEmpty)
    #expect(late.takeDue(at: now + .seconds(1)).map(\.payload) == [Self.report("2"), Self.report("p")])
    #expect(late.due == nil)
    late.put(
      presence, topic: Self.report("t").span, payload: Self.report("old").span, wasRetained: false, at: now)
    late.drop(presence)
    #expect(late.takeDue(at: now + .seconds(9)).isEmpty)
  }
}
