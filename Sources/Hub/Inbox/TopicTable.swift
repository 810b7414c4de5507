import GardenCore

/// Topic bytes → route, without making a `String`: the wildcard filters are matched once per topic, then looked up by hash.
///
/// Open addressing with linear probing. Bounded: beyond ``strangersMax`` topics that concern nobody, and a few for each device, a new one
/// is resolved each time it comes, so a flood of distinct topics under a wildcard costs time but no memory, and takes no device's place.
struct TopicTable: Sendable {
  static let strangersMax = 4096
  /// A longer topic is resolved each time it comes: else a few long ones would take the room of many.
  static let bytesMax = 256
  /// Topics of ours that are remembered.
  let capacity: Int
  private let strangersMax: Int
  private let mask: Int

  private struct Entry: Sendable {
    var hash: UInt64
    var route: Int32
    var start: Int32
    var length: Int32
  }

  private var entries: [Entry]
  private var bytes: [UInt8] = []
  private(set) var count = 0
  private(set) var strangers = 0

  /// - Parameter known: how many devices there are.
  init(known: Int = 0, strangers strangersMax: Int = Self.strangersMax) {
    self.strangersMax = strangersMax
    capacity = strangersMax + 4 * known
    var slots = 4 * strangersMax
    while slots < 2 * (capacity + strangersMax) { slots *= 2 }
    mask = slots - 1
    entries = Array(repeating: Entry(hash: 0, route: -1, start: 0, length: -1), count: slots)
  }

  /// The route of a topic seen before; `nil` for one that must be resolved. `.some(-1)`: known to concern nobody.
  func route(of topic: Span<UInt8>) -> Int? {
    let hash = Self.hash(topic)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while entries[slot].length >= 0 {
      if entries[slot].hash == hash, isSame(entries[slot], topic) { return Int(entries[slot].route) }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// `false`: there is no room for it.
  @discardableResult
  mutating func remember(_ topic: Span<UInt8>, route: Int) -> Bool {
    guard topic.count <= Self.bytesMax, route < 0 ? strangers < strangersMax : count < capacity else {
      return false
    }
    let hash = Self.hash(topic)
    var slot = Int(truncatingIfNeeded: hash) & mask
    while entries[slot].length >= 0 {
      if entries[slot].hash == hash, isSame(entries[slot], topic) {
        entries[slot].route = Int32(route)
        return true
      }
      slot = (slot + 1) & mask
    }
    entries[slot] = Entry(
      hash: hash, route: Int32(route), start: Int32(bytes.count), length: Int32(topic.count))
    for i in topic.indices { bytes.append(topic[i]) }
    if route < 0 { strangers += 1 } else { count += 1 }
    return true
  }

  private func isSame(_ entry: Entry, _ topic: Span<UInt8>) -> Bool {
    guard entry.length == topic.count else { return false }
    let start = Int(entry.start)
    for i in topic.indices where bytes[start + i] != topic[i] { return false }
    return true
  }

  /// Flooding it with collisions slows one sender's topics, and the table is bounded.
  private static func hash(_ topic: Span<UInt8>) -> UInt64 {
    let hash = FNV1a.hash64(topic)
    return hash ^ hash >> 32
  }
}
