import GardenCore
import LoamKit
import Testing

@testable import Hub

struct RivalWatchTests {
  private static let start = Timestamp(seconds: 1_795_248_000)
  private static func id(_ n: UInt64) -> UniqueID {
    UniqueID(high: 0x0190_0000_0000_7000 | n, low: 0x8000_0000_0000_0000 | n)
  }
  private static func moment(_ seconds: Int, isWallTrusted: Bool = true) -> Moment {
    Moment(
      wall: start + .seconds(seconds), uptime: Uptime(milliseconds: Int64(seconds) * 1000),
      isWallTrusted: isWallTrusted)
  }
  /// Session 5, started at second 0.
  private var watch: RivalWatch {
    RivalWatch(session: Self.id(5), former: [Self.id(3), Self.id(4)], startedAt: Self.start)
  }

  private func status(
    _ session: UInt64, since: Int, at seconds: Int, isOnline: Bool = true, clock: BridgeStatus.Clock? = nil,
    term: Int? = nil
  ) throws -> BridgeStatus {
    BridgeStatus(
      online: isOnline, ts: EpochSeconds(clamping: Self.start.seconds + Int64(seconds)),
      since: EpochSeconds(clamping: Self.start.seconds + Int64(since)),
      session: try #require(MessageID(Self.id(session).description)), clock: clock, term: term)
  }

  @Test func `our own status, and what our earlier runs left at the broker, is nobody else`() throws {
    var watch = watch
    let news1 = watch.heard(try status(5, since: 0, at: 1), wasRetained: false, at: Self.moment(1))
    #expect(news1 == nil)
    let news2 = watch.heard(try status(4, since: -60, at: -2), wasRetained: true, at: Self.moment(1))
    #expect(news2 == nil)
    let will = try status(4, since: -60, at: -60, isOnline: false)
    let news3 = watch.heard(will, wasRetained: false, at: Self.moment(1))
    #expect(news3 == nil)
    #expect(!watch.mustYield(at: Self.moment(1)))
  }

  @Test func `a bridge that was first is yielded to until it says goodbye`() throws {
    var watch = watch
    let news = watch.heard(try status(9, since: -100, at: 2), wasRetained: false, at: Self.moment(2))
    guard case .appeared(let rival) = news else {
      Issue.record("not noticed")
      return
    }
    #expect(rival.isProved)
    #expect(watch.mustYield(at: Self.moment(3)))
    let farewell = try status(9, since: -100, at: 5, isOnline: false)
    let news4 = watch.heard(farewell, wasRetained: false, at: Self.moment(5))
    #expect(news4 == .gone)
    #expect(!watch.mustYield(at: Self.moment(5)))
  }

  @Test func `a bridge that came second is named and changes nothing here`() throws {
    var watch = watch
    let news = watch.heard(try status(9, since: 100, at: 100), wasRetained: false, at: Self.moment(100))
    #expect(news != nil)
    #expect(!watch.mustYield(at: Self.moment(100)))
    let news5 = watch.heard(try status(9, since: 100, at: 160), wasRetained: false, at: Self.moment(160))
    #expect(news5 == nil)
    let news6 = watch.pass(isOnline: true, at: Self.moment(701))
    #expect(news6 == .gone)
  }

  @Test(arguments: [-7200, -100, 0, 100, 7200])
  func `a live bridge on a younger copy of our store is in charge, whatever the clocks say, and we end`(
    since: Int
  ) throws {
    for isWallTrusted in [true, false] {
      var watch = watch
      let now = Self.moment(900, isWallTrusted: isWallTrusted)
      let status = try status(9, since: since, at: since + 1, clock: .unset, term: 2)
      _ = watch.heard(status, wasRetained: true, at: now)
      #expect(watch.mustYield(at: now) && watch.isInDoubt(at: now) && !watch.isSuperseded)
      _ = watch.heard(status, wasRetained: false, at: now)
      #expect(watch.mustYield(at: now) && !watch.isInDoubt(at: now) && watch.isSuperseded)
    }
  }

  @Test func `one that was left behind is answered at once, and gives no reason to yield`() throws {
    var watch = RivalWatch(session: Self.id(5), term: 2, former: [Self.id(4)], startedAt: Self.start)
    let isStanding = watch.mustStandBack(isTakeover: true, at: Self.moment(10))
    #expect(!isStanding && !watch.mustYield(at: Self.moment(11)), "the next look tells who took our id")
    for (session, second) in [(UInt64(4), 12), (7, 13), (8, 14)] {
      _ = watch.heard(try status(session, since: -900, at: 12), wasRetained: false, at: Self.moment(second))
      #expect(!watch.mustYield(at: Self.moment(second)))
      let isAnswerOwed = watch.owesAnswer(at: Self.moment(second))
      #expect(isAnswerOwed)
      let isOwedTwice = watch.owesAnswer(at: Self.moment(second))
      #expect(!isOwedTwice)
    }
    #expect(!watch.isSuperseded)
  }

  @Test func `one that took over and is offline may come back, and is believed in for a while`() throws {
    var watch = watch
    let will = try status(9, since: -50, at: -10, isOnline: false, term: 2)
    _ = watch.heard(will, wasRetained: true, at: Self.moment(1))
    #expect(
      watch.isInDoubt(at: Self.moment(1)) && watch.mustYield(at: Self.moment(150)) && !watch.isSuperseded)
    let news = watch.pass(isOnline: true, at: Self.moment(152))
    #expect(news == .gone && !watch.mustYield(at: Self.moment(152)))
  }

  @Test func `of two bridges exactly one yields, whatever their clocks say`() throws {
    for (a, b) in [(0, 50), (50, 0), (7, 7)] {
      for (isATrusted, isBTrusted) in [(true, true), (true, false), (false, true), (false, false)] {
        let at = 100
        var first = RivalWatch(session: Self.id(1), former: [], startedAt: Self.start + .seconds(a))
        var second = RivalWatch(session: Self.id(2), former: [], startedAt: Self.start + .seconds(b))
        _ = first.heard(
          try status(2, since: b, at: at, clock: isBTrusted ? nil : .unset), wasRetained: false,
          at: Self.moment(at, isWallTrusted: isATrusted))
        _ = second.heard(
          try status(1, since: a, at: at, clock: isATrusted ? nil : .unset), wasRetained: false,
          at: Self.moment(at, isWallTrusted: isBTrusted))
        let yielding = [
          first.mustYield(at: Self.moment(at, isWallTrusted: isATrusted)),
          second.mustYield(at: Self.moment(at, isWallTrusted: isBTrusted)),
        ]
        #expect(yielding.filter { $0 }.count == 1, "\(a) \(b) \(isATrusted) \(isBTrusted)")
      }
    }
  }

  @Test func `a fresh retained word of a stranger is believed for a while, an old one is not`() throws {
    var watch = watch
    let news7 = watch.heard(try status(9, since: -900, at: -181), wasRetained: true, at: Self.moment(1))
    #expect(news7 == nil)
    #expect(!watch.mustYield(at: Self.moment(1)))
    guard
      case .appeared(let rival) = watch.heard(
        try status(9, since: -900, at: -30), wasRetained: true, at: Self.moment(1))
    else {
      Issue.record("not noticed")
      return
    }
    #expect(!rival.isProved)
    #expect(watch.mustYield(at: Self.moment(100)))
    let news8 = watch.pass(isOnline: true, at: Self.moment(100))
    #expect(news8 == nil)
    let news9 = watch.pass(isOnline: true, at: Self.moment(152))
    #expect(news9 == .gone)
    #expect(!watch.mustYield(at: Self.moment(152)))
  }

  @Test func `a former session that speaks live is a copy of our disk in another machine`() throws {
    var watch = watch
    let news10 = watch.heard(try status(4, since: -900, at: 30), wasRetained: false, at: Self.moment(30))
    #expect(news10 != nil)
    #expect(watch.mustYield(at: Self.moment(30)))
  }

  @Test func `without a link nobody is forgotten`() throws {
    var watch = watch
    _ = watch.heard(try status(9, since: -100, at: 2), wasRetained: false, at: Self.moment(2))
    for second in stride(from: 10, to: 2_000, by: 10) {
      let news11 = watch.pass(isOnline: false, at: Self.moment(second))
      #expect(news11 == nil)
    }
    #expect(watch.mustYield(at: Self.moment(2_000)))
    let news12 = watch.pass(isOnline: true, at: Self.moment(2_200))
    #expect(news12 == .gone)
  }

  @Test func `who throws us out by our client id while it is asked for is the one that was first, and lives`()
    throws
  {
    var watch = watch
    let isFirst = watch.mustStandBack(isTakeover: true, at: Self.moment(10))
    #expect(!isFirst && !watch.mustYield(at: Self.moment(11)), "who it is the next look tells")
    watch.lookBegins()
    for (since, term, stands) in [(190, nil as Int?, false), (-190, nil, true), (190, 2, true)] {
      var watch = watch
      _ = watch.heard(
        try status(9, since: since, at: 201, term: term), wasRetained: true, at: Self.moment(202))
      #expect(watch.isInDoubt(at: Self.moment(202)) == stands && !watch.isSuperseded)
      let away = watch.mustStandBack(isTakeover: true, at: Self.moment(203))
      #expect(away == stands && watch.mustYield(at: Self.moment(203)) == stands)
      #expect(watch.isSuperseded == (term == 2) && !watch.isInDoubt(at: Self.moment(203)))
    }
  }

  @Test
  func `one that took over is known to live where it has spoken a moment ago, another only where it answers`()
    throws
  {
    for (term, since) in [(2, 100), (1, -100)] {
      var watch = watch
      _ = watch.heard(
        try status(9, since: since, at: 200, term: term), wasRetained: false, at: Self.moment(200))
      #expect(!watch.isInDoubt(at: Self.moment(200)))
      watch.lookBegins()
      #expect(watch.isInDoubt(at: Self.moment(300)) && !watch.isSuperseded, "it may be gone since")
      _ = watch.heard(
        try status(9, since: since, at: 240, term: term), wasRetained: true, at: Self.moment(300))
      #expect(watch.isInDoubt(at: Self.moment(300)), "that it has spoken long ago tells nothing")
      _ = watch.heard(
        try status(9, since: since, at: 260, term: term), wasRetained: true, at: Self.moment(300))
      #expect(watch.isSuperseded == (term == 2) && watch.isInDoubt(at: Self.moment(300)) == (term == 1))
    }
  }

  @Test
  func `who came second with the client id of the first stays away, and a broken link alone is no reason`()
    throws
  {
    var watch = watch
    for second in stride(from: 0, to: 600, by: 5) {
      let away = watch.mustStandBack(isTakeover: false, at: Self.moment(second))
      #expect(!away)
    }
    _ = watch.heard(try status(9, since: -100, at: 1_000), wasRetained: true, at: Self.moment(1_000))
    let once = watch.mustStandBack(isTakeover: false, at: Self.moment(1_001))
    let twice = watch.mustStandBack(isTakeover: false, at: Self.moment(1_020))
    let said = watch.mustStandBack(isTakeover: true, at: Self.moment(2_000))
    #expect([once, twice, said] == [false, true, true])
  }

  @Test func `it is said again every ten minutes, and answered at most every two seconds`() throws {
    var watch = watch
    let isAnswerOwed = watch.owesAnswer(at: Self.moment(1))
    #expect(!isAnswerOwed)
    var said = 0
    var answers = 0
    for second in stride(from: 2, to: 3_602, by: 1) {
      let news = watch.heard(
        try status(9, since: -100, at: second), wasRetained: false, at: Self.moment(second))
      if news != nil { said += 1 }
      if watch.pass(isOnline: true, at: Self.moment(second)) != nil { said += 1 }
      if watch.owesAnswer(at: Self.moment(second)) { answers += 1 }
    }
    #expect(said == 6)
    #expect(answers == 1_800)
  }
}
