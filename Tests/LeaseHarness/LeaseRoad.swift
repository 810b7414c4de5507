package import GardenCore

/// The way between bridge and valves: takes time, may stand still, and carries commands in their order.
package struct LeaseRoad: Sendable {
  package enum Load: Sendable, Hashable {
    case command(valve: Int, ActuatorCommand.Action)
    case report(valve: Int, isOpen: Bool, isRetained: Bool)
  }

  /// A connection that stands still this long is given up by both sides; what was on it is lost.
  package static let patience: Int64 = 90_000

  /// Nothing moves meanwhile.
  package var frozen: Range<Int64> = 0..<0
  /// The broker is gone meanwhile: what is sent is lost.
  package var broken: Range<Int64> = 0..<0
  private var loads: [(at: Int64, load: Load)] = []
  private var lastCommandAt: [Int64] = [0, 0, 0]

  package init() {}

  package var isEmpty: Bool { loads.isEmpty }
  package var nextAt: Int64? { loads.lazy.map(\.at).min() }
  /// From then on it carries again.
  package var healthyFrom: Int64 { max(frozen.upperBound, broken.upperBound) }

  package func isClear(at time: Int64) -> Bool { !frozen.contains(time) && !broken.contains(time) }

  package mutating func send(_ load: Load, at time: Int64, delay: Int64) {
    guard !broken.contains(time) else { return }
    var arrival = time + delay
    if frozen.contains(time) || frozen.contains(arrival) {
      guard frozen.upperBound - frozen.lowerBound < Self.patience else { return }
      arrival = frozen.upperBound + delay % 100
    }
    if case .command(let valve, _) = load {
      arrival = max(arrival, lastCommandAt[valve] + 1)
      lastCommandAt[valve] = arrival
    }
    loads.append((arrival, load))
  }

  /// What has arrived, one at a time.
  package mutating func take(at time: Int64) -> Load? {
    guard let next = nextAt, next <= time, let i = loads.firstIndex(where: { $0.at == next }) else {
      return nil
    }
    return loads.remove(at: i).load
  }
}
