/// How a device can be reached; the order is that of the seed's `Reachability`.
package enum Reachability: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  /// Nobody knows of it: it never said hello, or has left.
  case notReachable = 0
  /// What it is sent waits for it.
  case backgroundOnly
  /// It is there, and in front.
  case immediatelyReachable

  /// For the log.
  var sentence: String {
    switch self {
    case .notReachable: "is not reachable"
    case .backgroundOnly: "is reachable in the background only"
    case .immediatelyReachable: "is immediately reachable"
    }
  }

  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
