import FoundationEssentials
import Testing

/// The forecast against what happened then; `make backtest` prints the tables.
///
/// Its numbers were chosen on the simulated pots 1 to 24: others are scored.
@Suite("Forecasts, held against what happened")
struct BacktestTests {
  private func score(_ all: [MoistureSeries]) -> (score: Score, worst: Double) {
    var rows: [Backtest.Row] = []
    var worst = 1.0
    print(Score.heading)
    for series in all {
      let score = Score(rows: Backtest(series).rows)
      rows += score.rows
      if score.count >= 20 { worst = min(worst, score.covered) }
      print(score.line(series.name))
    }
    let all = Score(rows: rows)
    print(all.line("all"))
    return (all, worst)
  }

  /// All of them take a minute and more.
  private static let seeds: ClosedRange<UInt64> =
    ProcessInfo.processInfo.environment["LOAM_BACKTEST"] == "all" ? 101...124 : 101...108

  @Test func `in simulated gardens they are as good as they say, and better than a ruler`() {
    let (all, worst) = score(Self.seeds.map { MoistureSeries.simulated(seed: $0) })
    #expect(all.count > 2000 && all.unknown < all.count / 10)
    #expect(all.medianError <= 0.4 && all.medianHours <= 10 && all.withinADay >= 0.9)
    for other in [\Backtest.Row.ruler, \.slopes, \.calendar] {
      #expect(all.medianError < all.medianError { $0[keyPath: other] })
    }
    #expect((0.75...0.85).contains(all.covered) && worst >= 0.6)
    #expect(Score.median(all.widths) <= 4)
  }

  @Test(.enabled(if: MoistureSeries.recorded != nil, "the recorded series are not here"))
  func `recorded beds that are watered every day are mostly not foretold`() {
    let (all, _) = score(MoistureSeries.recorded ?? [])
    #expect(all.unknown > 4 * all.count && all.withinADay >= 0.5)
  }
}
