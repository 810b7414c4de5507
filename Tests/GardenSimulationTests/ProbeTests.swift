import GardenCore
import GardenSimulation
import Testing

@Suite struct ProbeTests {
  static let start = Timestamp(seconds: 1_795_219_200)

  /// A probe over a day in soil that stands at 40 %.
  func day(_ faults: ProbeFaults) -> [ProbeReport] {
    var probe = SimulatedProbe(
      quantities: [.moisture, .temperature], period: .minutes(10), faults: faults, seed: 5, at: Self.start)
    return probe.reports(until: Self.start + .days(1)) { $0 == .moisture ? 40 : 18 }
  }

  func moistures(_ reports: [ProbeReport]) -> [Double?] { reports.map { $0.samples[0].value } }

  @Test func `a sound probe reports near the truth about once a period`() {
    let reports = day(.none)
    #expect((130...160).contains(reports.count))
    #expect(moistures(reports).allSatisfy { abs(($0 ?? 0) - 40) <= 0.5 })
  }

  @Test func `each fault shows`() {
    var faults = ProbeFaults()
    faults.drops = 0.5
    #expect(day(faults).count < 100)

    faults = .none
    faults.repeats = 0.5
    #expect(day(faults).count > 190)

    faults = .none
    faults.reorders = 0.3
    let order = day(faults).map(\.measuredAt)
    #expect(zip(order, order.dropFirst()).contains { $0 > $1 })

    faults = .none
    faults.spikes = 0.2
    #expect(moistures(day(faults)).contains { abs(($0 ?? 0) - 40) > 30 })

    faults = .none
    faults.stuck = [.zero..<(.days(1))]
    #expect(Set(moistures(day(faults))).count == 1)

    faults = .none
    faults.silent = [.hours(2)..<(.hours(20))]
    #expect(day(faults).count < 50)

    faults = .none
    faults.unplugged = [.hours(2)..<(.hours(20))]
    #expect(moistures(day(faults)).filter { $0 == nil }.count > 90)

    faults = .none
    faults.driftPerDay = 10
    #expect((moistures(day(faults)).last.flatMap { $0 } ?? 0) > 48)

    faults = .none
    faults.joinsWithZeros = true
    #expect(day(faults).first?.isJoining == true && moistures(day(faults)).first == 0)

    faults = .none
    faults.caches = 0.5
    let cached = day(faults).flatMap(\.samples).filter(\.isCached)
    #expect(cached.count > 40 && cached.allSatisfy { $0.quantity == .moisture })
  }

  @Test func `the same seed sends the same messages`() {
    var random = SplitMix64(seed: 9)
    let faults = ProbeFaults.mixed(days: 30, random: &random)
    #expect(day(faults) == day(faults))
  }
}
