import GardenCore
import Testing

@Suite("Rain, frost and other interlocks")
struct InterlockStateTests {
  static func bench(
    keepsFor: Duration = .zero, endsRuns: Bool = true, isStrict: Bool = false, trustsRetained: Bool = false
  ) -> InterlockBench {
    InterlockBench {
      $0.interlocks = [
        InterlockBench.interlock(
          keepsFor: keepsFor, endsRuns: endsRuns, isStrict: isStrict, trustsRetained: trustsRetained)
      ]
    }
  }

  @Test func `while a strict interlock is unknown the log says that nobody may start a run`() {
    for (isStrict, words) in [(true, "no run starts"), (false, "no run starts by rule")] {
      var plan = InterlockBench.plan
      plan.interlocks = [InterlockBench.interlock(isStrict: isStrict)]
      let now = Moment(wall: Stage.start, uptime: Uptime(milliseconds: 1_000_000))
      let boot = BootID(UniqueID(high: 1, low: 1))
      var garden = Garden(plan: plan, memory: GardenMemory(), boot: boot, seed: 7, at: now)
      var effects: [Effect] = []
      garden.start(at: now, into: &effects)
      garden.handle(.tick, at: now, into: &effects)
      let logs = effects.compactMap { if case .log(let line) = $0 { line.text } else { nil } }
      #expect(logs.contains("unknown: nothing was heard yet; \(words)"), "\(logs)")
    }
  }

  @Test func `as long as nobody knows, the rule does not water, and says so once`() {
    var bench = Self.bench()
    bench.dries()
    #expect(bench.stage.logs.filter { $0.text.hasSuffix("by rule: interlock_unknown rain") }.count == 1)
    #expect(bench.pass(.hours(1)) == [])
    #expect(bench.stage.plant()?.watering?.held == Reason(.interlockUnknown, name: "rain"))
    #expect(bench.water()?.code == .accepted)
  }

  @Test func `once it is clear the rule waters within a minute`() {
    var bench = Self.bench()
    bench.dries()
    bench.says(false)
    #expect(bench.pass(.seconds(61)).first == "basil-valve open 300")
  }

  @Test func `while it blocks the rule does not water, and people still may`() {
    var bench = Self.bench()
    bench.says(true)
    bench.dries()
    #expect(bench.pass(.hours(1)) == [])
    #expect(bench.water()?.code == .accepted)
  }

  @Test func `a strict one binds people too, known or unknown`() {
    var bench = Self.bench(isStrict: true)
    #expect(bench.water()?.why == Reason(.interlockUnknown, name: "rain"))
    bench.says(true)
    #expect(bench.water()?.why == Reason(.interlock, name: "rain"))
    bench.says(false)
    #expect(bench.water()?.code == .accepted)
  }

  @Test func `it ends a run of the rule, and the lease keeps its name`() {
    var bench = Self.bench()
    bench.says(false)
    bench.dries()
    bench.report(InterlockBench.basilValve, true)
    _ = bench.actions()
    bench.says(true)
    #expect(bench.actions() == ["basil-valve close"])
    #expect(bench.lease?.end == .interlock && bench.lease?.interlock == "rain")
    bench.stage.restart()
    #expect(bench.lease?.interlock == "rain")
  }

  @Test func `it leaves a person's run alone unless it is strict, and any run where the config says so`() {
    for (endsRuns, isStrict, ends) in [(true, false, false), (true, true, true), (false, true, false)] {
      var bench = Self.bench(endsRuns: endsRuns, isStrict: isStrict)
      bench.says(false)
      bench.water()
      bench.report(InterlockBench.basilValve, true)
      bench.says(true)
      #expect((bench.lease?.end == .interlock) == ends)
    }
  }

  @Test func `after rain it goes on blocking for its time, also across a restart`() {
    var bench = Self.bench(keepsFor: .hours(12))
    bench.says(true)
    bench.says(false)
    bench.dries()
    #expect(bench.pass(.hours(6)) == [])
    bench.stage.restart(after: .hours(1))
    bench.says(false)
    bench.dries()
    #expect(bench.pass(.hours(4)) == [])
    bench.says(false)
    bench.dries()
    #expect(bench.pass(.hours(2)).first == "basil-valve open 300")
  }

  @Test func `a clock that jumped ahead does not shorten what blocks after rain`() {
    var bench = Self.bench(keepsFor: .hours(12))
    bench.says(true)
    bench.says(false)
    bench.stage.now.wall = bench.stage.now.wall + .days(365)
    bench.says(false)
    bench.dries()
    #expect(bench.actions().filter { $0.contains("open") } == [])
  }

  @Test func `an interlock that fell silent is unknown`() {
    var bench = Self.bench()
    bench.says(false)
    bench.stage.wait(.hours(25))
    bench.dries()
    #expect(bench.actions().filter { $0.contains("open") } == [])
    #expect(bench.holds?.interlocks.first?.status == .unknown(.silent))
  }

  @Test func `what it said holds across a restart as long as it is not too old`() {
    var bench = Self.bench()
    bench.says(false)
    bench.stage.restart(after: .hours(20))
    #expect(bench.holds?.interlocks.first?.status == .clear)
    bench.stage.restart(after: .hours(5))
    #expect(bench.holds?.interlocks.first?.status == .unknown(.silent))
  }

  @Test func `a retained clear of unknown age is not believed, a retained block is`() {
    var bench = Self.bench()
    bench.says(false, retained: true)
    #expect(bench.holds?.interlocks.first?.status == .unknown(.ageUnknown))
    bench.says(true, retained: true)
    #expect(bench.holds?.interlocks.first?.status == .blocks)
    bench.says(false, retained: true)
    #expect(bench.holds?.interlocks.first?.status == .unknown(.ageUnknown))
    bench.says(false)
    bench.says(false, retained: true)
    #expect(bench.holds?.interlocks.first?.status == .clear)
    var trusting = Self.bench(trustsRetained: true)
    trusting.says(false, retained: true)
    #expect(trusting.holds?.interlocks.first?.status == .clear)
  }

  @Test func `a word that is neither means that nobody knows`() {
    var bench = Self.bench()
    bench.says(false)
    bench.says(nil)
    #expect(bench.holds?.interlocks.first?.status == .unknown(.unreadable))
    bench.dries()
    #expect(bench.actions().filter { $0.contains("open") } == [])
  }

  @Test func `frost keeps everybody from watering until it is a degree warmer`() {
    var bench = InterlockBench { $0.interlocks = [InterlockBench.coldBelowThree] }
    #expect(bench.water()?.why == Reason(.interlockUnknown, name: "frost"))
    bench.stage.reads(2.5, .temperature, sensor: 2)
    #expect(bench.water()?.why == Reason(.interlock, name: "frost"))
    bench.stage.reads(3.5, .temperature, sensor: 2)
    #expect(bench.water()?.why == Reason(.interlock, name: "frost"))
    bench.stage.reads(4.2, .temperature, sensor: 2)
    #expect(bench.water()?.code == .accepted)
    bench.report(InterlockBench.basilValve, true)
    _ = bench.actions()
    bench.stage.reads(2.9, .temperature, sensor: 2)
    #expect(bench.actions() == ["basil-valve close"])
  }

  @Test func `a thermometer that fell silent is unknown`() {
    var bench = InterlockBench { $0.interlocks = [InterlockBench.coldBelowThree] }
    bench.stage.reads(10, .temperature, sensor: 2)
    #expect(bench.holds?.interlocks.first?.status == .clear)
    bench.stage.wait(.hours(7))
    #expect(bench.holds?.interlocks.first?.status == .unknown(.noValue))
    #expect(bench.water()?.code == .refused)
  }

  @Test func `the page changes when the interlock does, and not with each word`() {
    var bench = Self.bench()
    func pages(_ bench: InterlockBench) -> Int {
      bench.stage.effects.count { if case .publish(.hold) = $0 { true } else { false } }
    }
    bench.says(false)
    #expect(pages(bench) == 1)
    for _ in 0..<5 { bench.says(false) }
    #expect(pages(bench) == 1)
    bench.says(true)
    #expect(pages(bench) == 2)
  }

  @Test func `a repeated word writes to the disk now and then only`() {
    var bench = Self.bench()
    bench.says(false)
    bench.stage.effects = []
    for _ in 0..<100 { bench.says(false) }
    func writes(_ bench: InterlockBench) -> Int {
      bench.stage.effects.count { if case .remember(.interlock) = $0 { true } else { false } }
    }
    #expect(writes(bench) == 0)
    bench.stage.wait(.hours(6))
    bench.says(false)
    #expect(writes(bench) == 1)
  }

  @Test func `a new config keeps what is known of an interlock by its name`() {
    var bench = Self.bench()
    bench.says(true)
    var plan = bench.stage.garden.plan
    plan.interlocks.insert(InterlockBench.interlock("tank"), at: 0)
    bench.stage.run { $0.adopt(plan, at: $1, into: &$2) }
    #expect(bench.holds?.interlocks.map(\.status) == [.unknown(.neverHeard), .blocks])
  }
}
