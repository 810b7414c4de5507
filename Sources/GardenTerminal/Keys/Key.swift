/// A key as the terminal sends it.
package enum Key: Sendable, Hashable {
  case up, down, left, right, escape, enter, tab
  case character(Character)
}

/// Bytes of a terminal to keys. Keeps an unfinished sequence until its rest comes; what it does not know it drops.
package struct KeyReader: Sendable {
  private var pending: [UInt8] = []
  private static let pendingMax = 16

  package init() {}

  package mutating func keys(_ bytes: [UInt8]) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let length = sequenceLength() {
      if let key = Self.key(Array(pending.prefix(length))) { keys.append(key) }
      pending.removeFirst(length)
    }
    if pending.count > Self.pendingMax { pending = [] }
    return keys
  }

  /// Nothing more came for a while: a lone escape is the escape key.
  package mutating func pause() -> [Key] {
    defer { pending = [] }
    return pending == [0x1B] ? [.escape] : []
  }

  private func sequenceLength() -> Int? {
    guard let first = pending.first else { return nil }
    if first != 0x1B {
      let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      return pending.count >= length ? length : nil
    }
    guard pending.count > 1 else { return nil }
    if pending[1] == UInt8(ascii: "O") { return pending.count > 2 ? 3 : nil }
    guard pending[1] == UInt8(ascii: "[") else { return 1 }
    return pending.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
  }

  private static func key(_ bytes: [UInt8]) -> Key? {
    if bytes.count >= 3, bytes[0] == 0x1B {
      switch bytes[bytes.count - 1] {
      case UInt8(ascii: "A"): return .up
      case UInt8(ascii: "B"): return .down
      case UInt8(ascii: "C"): return .right
      case UInt8(ascii: "D"): return .left
      default: return nil
      }
    }
    switch bytes[0] {
    case 0x1B: return .escape
    case 0x0D, 0x0A: return .enter
    case 0x09: return .tab
    case 0x03: return .character("q")
    case ..<0x20, 0x7F: return nil
    default: return String(validating: bytes, as: UTF8.self)?.first.map { .character($0) }
    }
  }
}
