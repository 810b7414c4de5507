/// Whether something goes as soil does: wet within hours, dry within hours to weeks, again and again. Plain bits.
struct SoilCurve: Sendable, Hashable, Codable {
  /// Points that it goes up and down by.
  private static let wave: Float = 10
  /// Soil gets wet within so many minutes, and dries within so many.
  private static let wets: Int32 = 180
  private static let dries: ClosedRange<Int32> = 720...21 * 1440

  struct Reversal {
    var isUp: Bool
    var from: Float
  }

  /// What comes first is as good as a top: soil is planted wet.
  private var extreme: Float?
  private var isFalling = false
  /// When it was last near that.
  private var near: Int32 = 0
  private var last: Int32 = 0
  /// It fell as slowly as soil dries.
  private var hasDried = false
  /// How often in a row it got wet as soil does.
  private(set) var turns: UInt8 = 0

  /// - Returns: that it goes the other way now, and from where.
  mutating func take(_ value: Float, minute: Int32) -> Reversal? {
    defer { last = minute }
    guard let extreme else {
      (self.extreme, near) = (value, minute)
      return nil
    }
    let farthest = isFalling ? min(value, extreme) : max(value, extreme)
    self.extreme = farthest
    let off = abs(value - farthest)
    if off <= Self.wave / 5 { near = minute }
    guard off >= Self.wave else { return nil }
    let isQuick = minute - near <= Self.wets || near == last && minute - near < Self.dries.lowerBound
    if isFalling {
      turns = isQuick && hasDried ? min(turns + 1, 100) : 0
    } else {
      hasDried = Self.dries.contains(minute - near)
      if !hasDried { turns = 0 }
    }
    isFalling.toggle()
    (self.extreme, near) = (value, minute)
    return Reversal(isUp: !isFalling, from: farthest)
  }

  mutating func forget() { turns = 0 }
}
