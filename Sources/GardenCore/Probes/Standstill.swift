/// How long a probe has said exactly the same, against how long it ever did. Plain bits.
struct Standstill: Sendable, Hashable, Codable {
  /// A probe that tells smaller steps apart is never wholly still.
  private static let fine: Float = 0.5
  private static let day: Int32 = 1440
  private static let movesMin = 20
  /// Steps of its scale that it has gone in all: it is alive.
  private static let stepsMin: Float = 5
  private static let readingsMin = 24

  private(set) var since: Int32 = 0
  private var last: Int32 = 0
  private var readings: UInt16 = 0
  /// The longest of before, minutes.
  private var longest: Int32 = 0
  /// The smallest change; 0: none was seen.
  private(set) var step: Float = 0
  private var moves: UInt8 = 0
  /// All changes together, points.
  private var way: Float = 0

  /// `change`: from the reading before; `nil`: there is none.
  mutating func take(_ change: Float?, minute: Int32) {
    defer { last = minute }
    if change == 0 {
      readings = readings == .max ? .max : readings + 1
      return
    }
    if let change {
      if readings >= 6 { longest = max(longest, last - since) }
      if abs(change) >= 0.005 { step = step == 0 ? abs(change) : min(step, abs(change)) }
      moves = moves == .max ? .max : moves + 1
      way = min(way + abs(change), 1000)
    }
    since = minute
    readings = 1
  }

  /// Its scale has no finer steps than the smallest that was seen, and the value is one of them.
  func isScale(of value: Float) -> Bool {
    guard step >= 1 else { return false }
    let count = value / step
    return abs(count - count.rounded()) < 0.01
  }

  /// - Parameters:
  ///   - isAtEnd: soil that is as dry or as wet as it gets stands for long.
  ///   - waterEvery: minutes.
  func isFrozen(isAtEnd: Bool, waterEvery: Int32) -> Bool {
    guard readings >= Self.readingsMin else { return false }
    let (days, times): (Int32, Int32) =
      if moves >= Self.movesMin {
        step < Self.fine ? (3, 3) : isAtEnd ? (28, 10) : (5, 3)
      } else if step > 0, way >= Self.stepsMin * step {
        isAtEnd ? (28, 10) : (10, 3)
      } else {
        isAtEnd ? (28, 3) : (10, 3)
      }
    let knows = moves >= Self.movesMin
    return last - since >= max(days * Self.day, times * longest, knows ? 0 : 2 * waterEvery)
  }
}
