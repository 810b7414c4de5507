/// A history as a row of eight heights.
enum Sparkline {
  private static let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The whole history in `columns`, oldest first; a short one stands at the right. From 0 to 100 for every plant, so that a dry
  /// one is low beside a wet one.
  static func text(_ values: [Double], columns: Int) -> String {
    guard columns > 0 else { return "" }
    let shown = resampled(values, columns)
    let line = shown.map { heights[min(max(Int($0 / 100 * 8), 0), 7)] }
    return String(repeating: " ", count: columns - shown.count) + String(line)
  }

  private static func resampled(_ values: [Double], _ count: Int) -> [Double] {
    guard values.count > count else { return values }
    return (0..<count).map { values[($0 + 1) * values.count / count - 1] }
  }
}
