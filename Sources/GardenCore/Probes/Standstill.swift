/// How long a probe has said exactly the same, against how long it ever did. Plain bits.
struct Standstill: Sendable, Hashable, Codable {
  /// A probe that tells smaller steps apart is never wholly still.
  private static let fine: Float = 0.5
  private static let day: Int32 = 1440
  private static let movesMin = 20
  private static let readingsMin = 24

  private(set) var since: Int32 = 0
  private var last: Int32 = 0
  private var readings: UInt16 = 0
  /// The longest of before, minutes.
  private var longest: Int32 = 0
  /// The smallest change; 0: none was seen.
  private(set) var step: Float = 0
  private var moves: UInt8 = 0

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
    }
    since = minute
    readings = 1
  }

  /// `isAtEnd`: soil that is as dry or as wet as it gets stands for long.
  func isFrozen(isAtEnd: Bool) -> Bool {
    guard moves >= Self.movesMin, readings >= Self.readingsMin else { return false }
    let (days, times): (Int32, Int32) = step < Self.fine ? (3, 3) : isAtEnd ? (7, 10) : (5, 3)
    return last - since >= max(days * Self.day, times * longest)
  }
}
