internal import CHostSystem

/// The kernel's randomness.
package struct HostRandom: RandomNumberGenerator, Sendable {
  package init() {}

  package mutating func next() -> UInt64 {
    var value: UInt64 = 0
    let count = unsafe getrandom(&value, 8, 0)
    // getrandom of 8 bytes is never short once the pool is ready; the standard library's source waits for it.
    if count == 8 { return value }
    var fallback = SystemRandomNumberGenerator()
    return fallback.next()
  }

  /// A seed for a generator that is part of the state.
  package static func seed() -> UInt64 {
    var random = HostRandom()
    return random.next()
  }
}
