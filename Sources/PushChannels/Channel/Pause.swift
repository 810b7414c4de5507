package import LoamKit

package import struct GardenCore.Moment

/// A span of time. A clock that was set back ends it, so that a wrong clock stops nothing for ever.
package struct Pause: Sendable, Hashable, Codable {
  package var from: Int64
  package var until: Int64

  package init(from: Int64, milliseconds: Int64) {
    self.from = from
    until = from + milliseconds
  }

  package func holds(at now: Moment) -> Bool {
    from <= now.wall.milliseconds && now.wall.milliseconds < until
  }
}

extension Moment {
  package var epoch: EpochSeconds { EpochSeconds(clamping: wall.seconds) }
  /// Days in UTC since 1970, as services count their limits.
  var day: Int64 { wall.seconds / 86_400 }
}
