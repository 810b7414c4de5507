import GardenCore
import Testing

@Suite("What a valve may give")
struct ValveLimitTests {
  static func bench(_ limits: ValveLimits, calendar: SiteCalendar = .utc) -> InterlockBench {
    InterlockBench {
      $0.actuators[0].limits = limits
      $0.site.calendar = calendar
    }
  }

  static func run(_ bench: inout InterlockBench, for duration: Duration) {
    bench.water(for: duration)
    bench.report(InterlockBench.basilValve, true)
    bench.stage.wait(duration)
    bench.report(InterlockBench.basilValve, false)
  }

  @Test func `no run is longer than the valve allows, and the usual run is cut to it`() {
    var bench = Self.bench(ValveLimits(runMax: .minutes(2)))
    let refused = bench.water(for: .minutes(3))
    #expect(refused?.code == .outOfRange && refused?.why == Reason(.runMax, asked: 180, most: 120))
    #expect(bench.stage.plant()?.watering?.durationMax == .minutes(2))
    bench.water()
    #expect(bench.actions() == ["basil-valve open 120"])
  }

  @Test func `the runs of one day together stay below the day's sum`() {
    var bench = Self.bench(ValveLimits(dayMax: .minutes(10)))
    Self.run(&bench, for: .minutes(6))
    #expect(bench.water(for: .minutes(5))?.code == .refused)
    let refused = bench.water(for: .minutes(5))
    #expect(refused?.why == Reason(.dayMax, asked: 300, used: 360, most: 600))
    Self.run(&bench, for: .minutes(4))
    #expect(bench.water(for: .seconds(1))?.code == .refused)
    #expect(bench.water("fern")?.code == .accepted)
    bench.stage.wait(.hours(17))
    #expect(bench.water(for: .minutes(5))?.code == .accepted)
  }

  @Test func `a run that was stopped counts for as long as it was open`() {
    var bench = Self.bench(ValveLimits(dayMax: .minutes(10)))
    bench.water(for: .minutes(9))
    bench.report(InterlockBench.basilValve, true)
    bench.stage.wait(.minutes(1))
    bench.stage.command(.stop(bench.stage.head("anna-phone"), plant: "basil"))
    bench.report(InterlockBench.basilValve, false)
    #expect(bench.stage.garden.memory.valveDays.first?.openSum == .minutes(1))
    #expect(bench.water(for: .minutes(9))?.code == .accepted)
  }

  @Test func `the day's sum outlives a restart, and a run that was cut off counts whole`() {
    var bench = Self.bench(ValveLimits(dayMax: .minutes(10)))
    bench.water(for: .minutes(8))
    #expect(bench.stage.garden.memory.valveDays.first?.openSum == .minutes(8))
    bench.stage.restart(after: .minutes(1))
    bench.stage.command(.stop(bench.stage.head("anna-phone"), plant: "basil"))
    bench.report(InterlockBench.basilValve, false)
    #expect(bench.stage.garden.memory.valveDays.first?.openSum == .minutes(1))
    bench.stage.restart()
    #expect(bench.stage.garden.memory.valveDays.first?.openSum == .minutes(1))
    #expect(bench.water(for: .minutes(10))?.code == .refused)
  }

  @Test func `a clock that goes back gives no second budget`() {
    var bench = Self.bench(ValveLimits(dayMax: .minutes(10)))
    Self.run(&bench, for: .minutes(10))
    bench.stage.now.wall = bench.stage.now.wall - .days(3)
    #expect(bench.water(for: .minutes(1))?.code == .refused)
  }

  @Test func `between two runs is a pause, whoever asks, whatever the clock does`() {
    var bench = Self.bench(ValveLimits(pauseMin: .minutes(30)))
    Self.run(&bench, for: .minutes(1))
    #expect(bench.water()?.why?.word == .pause)
    bench.stage.now.wall = bench.stage.now.wall + .days(1)
    #expect(bench.water()?.code == .refused)
    bench.stage.now.wall = bench.stage.now.wall - .days(1)
    bench.stage.send(.tick)
    bench.stage.restart(after: .minutes(10))
    #expect(bench.water()?.code == .refused)
    bench.stage.wait(.minutes(21))
    #expect(bench.water()?.code == .accepted)
  }

  @Test func `an end in the future locks no valve for longer than the pause`() {
    var memory = GardenMemory()
    memory.valveDays = [
      ValveDayMemory(valve: "basil-valve", dayNumber: 0, endedAt: Stage.start + .days(365))
    ]
    var bench = InterlockBench(memory: memory) { $0.actuators[0].limits.pauseMin = .minutes(30) }
    #expect(bench.water()?.code == .refused)
    bench.stage.wait(.minutes(31))
    #expect(bench.water()?.code == .accepted)
  }

  @Test func `in quiet hours the rule starts nothing, and nothing that reaches into them`() {
    let quiet = QuietHours(fromSecondOfDay: 8 * 3600 + 240, toSecondOfDay: 9 * 3600)
    var bench = Self.bench(ValveLimits(quiet: quiet))
    bench.dries()
    #expect(bench.actions() == [])
    #expect(bench.stage.plant()?.watering?.held == Reason(.quietHoursAhead))
    #expect(bench.pass(.minutes(30)) == [])
    #expect(bench.stage.plant()?.watering?.held == Reason(.quietHours))
    #expect(bench.pass(.minutes(31)).first == "basil-valve open 300")
  }

  @Test func `people may water in quiet hours unless they are strict`() {
    for isStrict in [false, true] {
      let quiet = QuietHours(fromSecondOfDay: 0, toSecondOfDay: 9 * 3600)
      var bench = Self.bench(ValveLimits(quiet: quiet, isQuietStrict: isStrict))
      #expect(bench.water()?.code == (isStrict ? .refused : .accepted))
    }
  }

  @Test func `quiet hours over midnight, shorter than the run, are seen`() {
    let quiet = QuietHours(fromSecondOfDay: 8 * 3600 + 60, toSecondOfDay: 8 * 3600 + 120)
    var bench = Self.bench(ValveLimits(quiet: quiet, isQuietStrict: true))
    #expect(bench.water(for: .minutes(10))?.code == .refused)
    #expect(bench.water(for: .seconds(59))?.code == .accepted)
  }

  @Test func `litres of a day that are used up refuse every run`() {
    var memory = GardenMemory()
    memory.valveDays = [
      ValveDayMemory(
        valve: "basil-valve", dayNumber: SiteCalendar.utc.local(Stage.start).dayNumber, litres: 40,
        endedAt: nil)
    ]
    var bench = InterlockBench(memory: memory) {
      $0.actuators[0].limits.dayLitresMax = 40
      $0.actuators[0].evidence.reportsFlow = true
    }
    #expect(bench.water()?.why == Reason(.dayLitres, used: 40, most: 40))
  }

  @Test func `litres that nothing measures are not given`() {
    var bench = Self.bench(ValveLimits(runLitresMax: 5))
    #expect(bench.water()?.why == Reason(.noMeter))
  }

  @Test func `a run ends at the litres that its valve may give, and the day counts them`() {
    var bench = InterlockBench {
      $0.actuators[0].limits = ValveLimits(runLitresMax: 5, dayLitresMax: 8)
      $0.actuators[0].evidence.reportsFlow = true
    }
    for litres in [5, 3] {
      bench.water(for: .minutes(20))
      let reserved = bench.stage.garden.memory.valveDays.first?.leaseLitres ?? 0
      #expect(abs(reserved - Double(litres)) < 0.1)
      bench.stage.send(.valve(InterlockBench.basilValve, ValveReport(isOpen: true, litresPerMinute: 1)))
      bench.stage.wait(.seconds(litres * 60 - 5))
      #expect(bench.lease?.phase == .running)
      bench.stage.wait(.seconds(6))
      #expect(bench.lease?.phase == .closing)
      bench.stage.send(
        .valve(InterlockBench.basilValve, ValveReport(isOpen: false, litresPerMinute: 0)))
      let counted = bench.stage.garden.memory.valveDays.first?.leaseLitres ?? 0
      #expect(abs(counted - Double(litres)) < 0.1)
      bench.stage.wait(.minutes(10))
    }
    #expect(bench.water()?.why?.word == .dayLitres && bench.water()?.why?.most == 8)
  }
}
