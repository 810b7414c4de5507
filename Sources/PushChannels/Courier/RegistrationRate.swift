package import LoamKit

/// How often a device may register. Time is the machine's since its start, which no clock that is set can change.
package struct RegistrationRate: Sendable {
  /// At once.
  package static let burst: Int64 = 30
  /// One more after each of these, in milliseconds.
  package static let step: Int64 = 1000
  /// Devices that are told apart at a time.
  package static let devicesMax = 256

  /// Until when what a device has used up is there again; milliseconds since the machine's start.
  private var fullAt: [DeviceName: Int64] = [:]

  package init() {}

  package mutating func admits(_ device: DeviceName, at uptime: Int64) -> Bool {
    if fullAt[device] == nil, fullAt.count >= Self.devicesMax {
      fullAt = fullAt.filter { $0.value > uptime }
      if fullAt.count >= Self.devicesMax { return false }
    }
    let full = max(uptime, fullAt[device] ?? uptime) + Self.step
    guard full - uptime <= Self.burst * Self.step else { return false }
    fullAt[device] = full
    return true
  }
}
