import LoamKit
import PushChannels
import Testing
import GardenCore

/// A channel that takes nothing for long: that it is said elsewhere, once, and once that it is over.
@Suite struct OutageTests {
  private func text(_ effects: [CourierEffect]) -> String? {
    guard let request = Paper.requests(effects).first, case .object(let body) = Paper.json(request),
      case .text(let text) = body["text"]
    else { return nil }
    return text
  }

  private func untold(_ courier: Courier, _ seconds: Int64) -> ChannelOutage? {
    courier.memory.untold(courier.device, name: "Anna's chat", at: Paper.at(seconds))
  }

  @Test
  func
    `a service that asks to wait for hours is an outage after a quarter of an hour, told once, and over once`()
    throws
  {
    var courier = Paper.telegram()
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    _ = courier.take(.outcome(.later(seconds: 1 << 40)), at: Paper.at(1))
    #expect(untold(courier, 600) == nil)
    #expect(courier.standing(at: Paper.at(600)).failing)
    #expect(courier.memory.outageSentence("Anna's chat", Paper.calendar, at: Paper.at(600)) == nil)
    let due = try #require(courier.nextDeadline(after: Paper.at(1)))
    #expect(due <= Paper.at(902).wall)
    _ = courier.take(.tick, at: Paper.at(903))
    let out = try #require(untold(courier, 903))
    #expect(out.since == Paper.start + 1)
    #expect(
      courier.memory.outageSentence("Anna's chat", Paper.calendar, at: Paper.at(903))
        == "Notifications have not reached Anna's chat since 01:23. Loam keeps trying.")
    _ = courier.take(.outageTold, at: Paper.at(903))
    #expect(untold(courier, 5000) == nil)
    _ = courier.take(.outcome(.later(seconds: 9)), at: Paper.at(904))
    #expect(untold(courier, 9000) == nil)
    _ = courier.take(.tick, at: Paper.at(9001))
    _ = courier.take(.outcome(.taken(handle: 5)), at: Paper.at(9002))
    let back = try #require(untold(courier, 9002))
    #expect(
      back.since == nil && courier.memory.outageSentence("x", Paper.calendar, at: Paper.at(9002)) == nil)
    _ = courier.take(.outageTold, at: Paper.at(9002))
    #expect(untold(courier, 9003) == nil && !courier.standing(at: Paper.at(9003)).failing)
  }

  @Test func `a service that refuses news is out, one that refuses an edit is not`() {
    var courier = Paper.telegram()
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    _ = courier.take(.outcome(.taken(handle: 500)), at: Paper.at(1))
    _ = courier.take(.withdrawal(Paper.withdrawal("water-aloe", 1)), at: Paper.at(10))
    _ = courier.take(.outcome(.refused("message can't be edited")), at: Paper.at(11))
    #expect(untold(courier, 5000) == nil)
    _ = courier.take(.notification(Paper.note("water-fern", 2)), at: Paper.at(5000))
    _ = courier.take(.outcome(.refused("bot was blocked by the user")), at: Paper.at(5001))
    #expect(untold(courier, 5100) == nil)
    #expect(untold(courier, 6000)?.since == Paper.start + 5001)
  }

  @Test func `another channel says it once in the reader's words, and takes it away when it is over`() {
    var courier = Paper.telegram()
    let bob: DeviceName = Paper.token("bob-ntfy")
    let out = ChannelOutage(device: bob, name: "Bob's phone", since: Paper.start + 1)
    let over = ChannelOutage(device: bob, name: "Bob's phone", since: nil)
    let told = text(courier.take(.outage(out), at: Paper.at(1000)))
    #expect(told == "Loam\nNotifications have not reached Bob's phone since 01:23. Loam keeps trying.")
    _ = courier.take(.outcome(.taken(handle: 7)), at: Paper.at(1001))
    // As after a kill that came between telling and remembering it.
    #expect(Paper.requests(courier.take(.outage(out), at: Paper.at(1002))).isEmpty)
    let effects = courier.take(.outage(over), at: Paper.at(4000))
    #expect(text(effects) == "Loam\nNotifications reach Bob's phone again.")
    let gone = Paper.requests(courier.take(.outcome(.taken(handle: 8)), at: Paper.at(4001)))
    #expect(gone.count == 1 && Paper.requests(courier.take(.outcome(.taken()), at: Paper.at(4002))).isEmpty)
  }

  @Test func `what was not seen before it was over is not told`() {
    var courier = Courier(Paper.device, .telegram, calendar: Paper.calendar, seed: 1)
    let bob: DeviceName = Paper.token("bob-ntfy")
    _ = courier.take(.outage(ChannelOutage(device: bob, name: "Bob", since: Paper.start)), at: Paper.at(1000))
    #expect(courier.memory.items.count == 1)
    _ = courier.take(.outage(ChannelOutage(device: bob, name: "Bob", since: nil)), at: Paper.at(2000))
    #expect(courier.memory.items.isEmpty)
  }
}
