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

  /// So many bytes, for keys and salts.
  package static func bytes(_ count: Int) -> [UInt8] {
    var random = HostRandom()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  /// A seed for a generator that is part of the state.
  package static func seed() -> UInt64 {
    var random = HostRandom()
    return random.next()
  }
}
