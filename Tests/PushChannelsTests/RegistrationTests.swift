import LoamKit
import PushChannels
import Testing
import GardenCore

/// Tokens that apps hand over and take back, and how often they may.
@Suite struct RegistrationTests {
  private func codes(_ effects: [CourierEffect]) -> [AckCode] {
    effects.compactMap { if case .reply(_, let code) = $0 { code } else { nil } }
  }

  @Test func `registrations are answered, each id once, and only what the config names is taken`() {
    var courier = ApnsTests.courier()
    let first = ApnsTests.registration(1, ApnsTests.token("a"))
    #expect(codes(courier.take(first, at: Paper.at(0))) == [.accepted])
    #expect(codes(courier.take(first, at: Paper.at(1))) == [.duplicate])
    let foreign = ApnsTests.registration(2, ApnsTests.token("b"), app: "com.example.other")
    #expect(codes(courier.take(foreign, at: Paper.at(2))) == [.unknownRequest])
    let web = PushRegistration(
      id: Paper.id(9003), at: EpochSeconds(clamping: Paper.start), endpoint: "https://push.example.net/x",
      p256dh: String(repeating: "a", count: 87), auth: String(repeating: "b", count: 22), gone: true)
    #expect(codes(courier.take(.registration(web), at: Paper.at(3))) == [.unknownRequest])
    #expect(courier.isReachable)
    var telegram = Paper.telegram()
    #expect(codes(telegram.take(first, at: Paper.at(0))) == [.forbidden])
  }

  @Test func `only the token that is named is taken back`() {
    var courier = ApnsTests.courier()
    _ = courier.take(ApnsTests.registration(1, ApnsTests.token("a")), at: Paper.at(0))
    _ = courier.take(ApnsTests.registration(2, ApnsTests.token("b")), at: Paper.at(1))
    let old = ApnsTests.registration(3, ApnsTests.token("a"), gone: true)
    #expect(codes(courier.take(old, at: Paper.at(2))) == [.alreadyDone])
    #expect(courier.isReachable)
    let own = ApnsTests.registration(4, ApnsTests.token("b"), gone: true)
    #expect(codes(courier.take(own, at: Paper.at(3))) == [.accepted])
    #expect(!courier.isReachable)
  }

  @Test func `what was shown before a token was replaced is taken away, though it was not shown anew`() {
    var courier = ApnsTests.courier()
    _ = courier.take(ApnsTests.registration(1, ApnsTests.token("a")), at: Paper.at(0))
    _ = courier.take(ApnsTests.registration(2, ApnsTests.token("b"), .background), at: Paper.at(0))
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(1))
    _ = courier.take(.outcome(.taken()), at: Paper.at(2))
    _ = courier.take(ApnsTests.registration(3, ApnsTests.token("c")), at: Paper.at(3))
    _ = courier.take(.outcome(.unreachable("away")), at: Paper.at(4))
    let taken = Paper.requests(courier.take(.withdrawal(Paper.withdrawal("water-aloe", 1)), at: Paper.at(60)))
    #expect(taken.first?.headers["apns-push-type"] == "background")
  }

  @Test func `a withdrawal whose token the service has lost waits for the next one`() {
    var courier = ApnsTests.courier()
    _ = courier.take(ApnsTests.registration(1, ApnsTests.token("a")), at: Paper.at(0))
    _ = courier.take(ApnsTests.registration(2, ApnsTests.token("b"), .background), at: Paper.at(0))
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(1))
    _ = courier.take(.outcome(.taken()), at: Paper.at(2))
    _ = courier.take(.withdrawal(Paper.withdrawal("water-aloe", 1)), at: Paper.at(3))
    _ = courier.take(.outcome(.gone(since: Paper.at(3).wall.milliseconds)), at: Paper.at(4))
    #expect(courier.standing(at: Paper.at(0)).waiting == 1)
    let next = ApnsTests.registration(3, ApnsTests.token("c"), .background)
    #expect(
      Paper.requests(courier.take(next, at: Paper.at(60))).first?.path.hasSuffix(ApnsTests.token("c")) == true
    )
  }

  @Test func `what is retained is known also where the disk took nothing when it came`() {
    var courier = Courier(Paper.device, ApnsTests.address, calendar: Paper.calendar, seed: 1)
    _ = courier.take(ApnsTests.registration(1, ApnsTests.token("a")), at: Paper.at(0))
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(1))
    let context = CourierEvent.context(Paper.context)
    // As if it had not happened, but for what nobody says again.
    courier.handle(.notStored(context), at: Paper.at(2))
    #expect(courier.memory.language == "en")
    #expect(
      Paper.requests(courier.take(.tick, at: Paper.at(8))).first?.path.hasSuffix(ApnsTests.token("a")) == true
    )
  }

  @Test func `a device that is no more gets nothing, and may not register until the bridge knows it again`() {
    var courier = ApnsTests.courier()
    _ = courier.take(ApnsTests.registration(1, ApnsTests.token("a")), at: Paper.at(0))
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(1))
    _ = courier.take(.retired, at: Paper.at(2))
    #expect(courier.take(.outcome(.later(seconds: 1)), at: Paper.at(3)).isEmpty)
    #expect(Paper.requests(courier.take(.tick, at: Paper.at(60))).isEmpty)
    #expect(courier.memory.tokens?.entries.isEmpty == true && courier.standing(at: Paper.at(0)).waiting == 0)
    #expect(
      codes(courier.take(ApnsTests.registration(2, ApnsTests.token("a")), at: Paper.at(61))) == [.forbidden])
  }

  @Test func `a device that floods is slowed, whatever its clock does, and others are not`() throws {
    var rate = RegistrationRate()
    let other = try #require(DeviceName("bob-phone"))
    func taken(_ device: DeviceName, _ number: Int, at uptime: Int64) -> Int {
      var taken = 0
      for _ in 0..<number where rate.admits(device, at: Uptime(milliseconds: uptime)) { taken += 1 }
      return taken
    }
    #expect(taken(Paper.device, 100, at: 5_000) == 30)
    #expect(taken(other, 1, at: 5_000) == 1)
    #expect(taken(Paper.device, 1, at: 5_999) == 0)
    #expect(taken(Paper.device, 9, at: 6_000) == 1)
    // What it remembers is bounded: nobody new, until somebody is at rest again.
    for number in 0..<1_000 { _ = taken(Paper.token("phone-\(number)"), 1, at: 6_000) }
    #expect(taken(Paper.token("one-more"), 1, at: 6_000) == 0)
    #expect(taken(Paper.token("one-more"), 1, at: 7_001) == 1)
  }
}
