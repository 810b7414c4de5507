import SparkplugPayload

/// The aliases that a birth has given out, so that one of which nothing is known is told apart from one that does not concern us.
struct SparkplugAliases: Sendable {
  static let capacity = 1024

  private var known: [UInt64] = []
  /// Aliases of the birth that found no room.
  private(set) var dropped = 0

  init() {}

  init(of birth: [SparkplugMetric]) {
    for metric in birth {
      guard let alias = metric.alias else { continue }
      if known.count < Self.capacity { known.append(alias) } else { dropped += 1 }
    }
    known.sort()
  }

  /// Where not all found room, any may be known.
  func contains(_ alias: UInt64) -> Bool {
    if dropped > 0 { return true }
    var low = 0
    var high = known.count
    while low < high {
      let middle = (low + high) / 2
      if known[middle] < alias { low = middle + 1 } else { high = middle }
    }
    return low < known.count && known[low] == alias
  }
}
