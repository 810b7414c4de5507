import Logging
import Testing

@testable import ProgramLog

@Suite struct LogRateTests {
  private func line(_ number: UInt, _ source: String = "phone") -> LogEvent {
    LogEvent(
      level: .warning, message: "words of \(source)", metadata: nil, source: source, file: "F", function: "f",
      line: number)
  }

  @Test func `a flood of one kind is left out and counted, others are written`() {
    let rate = LogRate()
    var written = 0
    for n in 0..<100_000 where rate.admits(line(1), at: 1000 + Int64(n) / 10) { written += 1 }
    #expect(written == LogRate.burst)
    #expect(rate.admits(line(1, "watch"), at: 11_000))
    #expect(rate.admits(line(2), at: 11_000))
    #expect(rate.omitted == 100_000 - written)
    let omitted = LogRate.Omitted(level: .warning, sample: "words of phone", count: 100_000 - written)
    #expect(rate.takeOmitted() == [omitted], "said once")
    #expect(rate.takeOmitted().isEmpty)
    #expect(rate.admits(line(1), at: 21_100))
  }

  @Test func `made-up sources cost no memory and share what is left`() {
    let rate = LogRate()
    var written = 0
    for n in 0..<10_000 where rate.admits(line(1, "source \(n)"), at: 5) { written += 1 }
    #expect(written <= LogRate.kindsMax + LogRate.burst)
    #expect(rate.takeOmitted().count <= LogRate.kindsMax + 1)
  }
}
