/// Pauses between attempts: uniform between the floor and a ceiling that doubles with every failure ("full jitter"). The first four are short:
/// a cluster that has lost a node lets clients in again after some seconds, and by chance later.
/// Many clients of one broker so come back spread out. Source: M. Brooker, "Exponential Backoff And Jitter", AWS, 2015.
package struct Backoff: Sendable, Hashable {
  package var floor: Duration
  package var ceiling: Duration
  package private(set) var failures = 0

  package init(floor: Duration = .seconds(1), ceiling: Duration = .seconds(60)) {
    self.floor = floor
    self.ceiling = max(floor, ceiling)
  }

  /// How often the ceiling has doubled.
  var longPauses: Int { max(0, failures - Self.shortPauses) }

  private static let shortPauses = 4

  /// The pause after one more failure, in `[floor, ceiling]`.
  package mutating func next(using generator: inout some RandomNumberGenerator) -> Duration {
    failures = min(failures + 1, 30)
    let reach = min(ceiling, floor * (1 << (1 + longPauses)))
    return floor + (reach - floor) * Double.random(in: 0...1, using: &generator)
  }

  package mutating func reset() { failures = 0 }
}
