/// How good forecasts were.
struct Score {
  var rows: [Backtest.Row]

  /// Those for which there was a forecast; the others are judged on the same.
  private var known: [Backtest.Row] { rows.filter { $0.ours != nil } }
  private var near: [Backtest.Row] { known.filter { $0.truth <= 48 } }

  var count: Int { known.count }
  var unknown: Int { rows.count - known.count }

  /// Of the time to go.
  func medianError(_ forecast: (Backtest.Row) -> Double) -> Double {
    Self.median(known.map { abs(forecast($0) - $0.truth) / $0.truth })
  }
  var medianError: Double { medianError(Self.ours) }

  /// In the last two days, hours.
  var medianHours: Double { Self.median(near.map { abs(Self.ours($0) - $0.truth) }) }
  /// In the last two days.
  var withinADay: Double { Self.share(near) { abs(Self.ours($0) - $0.truth) <= 24 } }
  var covered: Double {
    Self.share(known) { row in row.ours.map { $0.earliest <= row.truth && row.truth <= $0.latest } ?? false }
  }
  /// Latest ÷ earliest in the last two days, below an hour as an hour.
  var widths: [Double] {
    near.compactMap { row in row.ours.map { $0.latest / max($0.earliest, 1) } }.sorted()
  }

  static func ours(_ row: Backtest.Row) -> Double { row.ours?.likely ?? 0 }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  private static func share(_ rows: [Backtest.Row], _ isSo: (Backtest.Row) -> Bool) -> Double {
    rows.isEmpty ? .nan : Double(rows.count(where: isSo)) / Double(rows.count)
  }

  static let heading =
    "series                 forecasts  not known  median error  ruler  slopes  calendar  last 48 h  in a day  covered  width"

  func line(_ name: String) -> String {
    func percent(_ share: Double) -> String { share.isNaN ? "–" : "\(Int((share * 100).rounded())) %" }
    func tenths(_ value: Double) -> String { value.isNaN ? "–" : "\((value * 10).rounded() / 10)" }
    let cells: [(String, Int)] = [
      ("\(count)", 9), ("\(unknown)", 11), (percent(medianError), 14), (percent(medianError(\.ruler)), 7),
      (percent(medianError(\.slopes)), 8), (percent(medianError(\.calendar)), 10),
      (tenths(medianHours) + " h", 11), (percent(withinADay), 10), (percent(covered), 9),
      (tenths(Self.median(widths)) + "×", 7),
    ]
    let padded = cells.map { String(repeating: " ", count: max(0, $1 - $0.count)) + $0 }
    return name + String(repeating: " ", count: max(0, 22 - name.count)) + padded.joined()
  }
}
