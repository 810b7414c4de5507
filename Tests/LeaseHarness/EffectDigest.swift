package import GardenCore

/// What a garden did in one run, in a line: how many effects in how many turns, a hash of all of them in their order, and one that
/// leaves out their order within a turn.
///
/// A change of the core that should change nothing leaves each line as it was.
package struct EffectDigest: Sendable, Hashable {
  private var turns = 0
  private var effects = 0
  private var inOrder: UInt64 = 0xCBF2_9CE4_8422_2325
  private var asSets: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// The effects of one turn.
  package mutating func take(_ turn: [Effect]) {
    let texts = turn.compactMap(Self.text)
    guard !texts.isEmpty else { return }
    turns += 1
    effects += texts.count
    for text in texts { Self.add(text, to: &inOrder) }
    for text in texts.sorted() { Self.add(text, to: &asSets) }
  }

  package var text: String {
    "\(turns) turns, \(effects) effects, in order \(Self.hexadecimal(inOrder)), as sets \(Self.hexadecimal(asSets))"
  }

  /// A reading that is only recorded says nothing about the rules.
  private static func text(_ effect: Effect) -> String? {
    if case .record = effect { nil } else { String(describing: effect) }
  }

  /// FNV-1a, https://datatracker.ietf.org/doc/html/rfc9923: the same in every process.
  private static func add(_ text: String, to hash: inout UInt64) {
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    hash = (hash ^ 0x0A) &* 0x100_0000_01B3
  }

  private static func hexadecimal(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
