/// A history as a row of eight heights.
enum Sparkline {
  private static let heights: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// The whole history in `columns`, oldest first; a short one stands at the right. At least 20 points tall, so that
  /// noise looks like noise.
  static func text(_ values: [Double], columns: Int) -> String {
    guard columns > 0 else { return "" }
    guard let low = values.min(), let high = values.max() else {
      return String(repeating: " ", count: columns)
    }
    let middle = (low + high) / 2
    let span = max(high - low, 20)
    let shown = resampled(values, columns)
    let line = shown.map { value in
      let height = (value - middle) / span + 0.5
      return heights[min(max(Int(height * 7.99), 0), 7)]
    }
    return String(repeating: " ", count: columns - shown.count) + String(line)
  }

  private static func resampled(_ values: [Double], _ count: Int) -> [Double] {
    guard values.count > count else { return values }
    return (0..<count).map { values[($0 + 1) * values.count / count - 1] }
  }
}
