package import LoamKit

package import struct GardenCore.TokenBucket
package import struct GardenCore.Uptime

/// How often a device may register: sixty times a minute, with a burst of thirty.
package struct RegistrationRate: Sendable {
  /// Devices that are told apart at a time.
  package static let devicesMax = 256

  private var buckets: [DeviceName: TokenBucket] = [:]

  package init() {}

  package mutating func admits(_ device: DeviceName, at now: Uptime) -> Bool {
    if buckets[device] == nil, buckets.count >= Self.devicesMax {
      buckets = buckets.filter { !$0.value.isFull(at: now) }
      if buckets.count >= Self.devicesMax { return false }
    }
    return buckets[device, default: TokenBucket(burst: 30, perSecond: 1, at: now)].take(at: now) == 0
  }
}
