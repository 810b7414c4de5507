/// How long one quantity of a probe is usually quiet: a probe that reports on change is so all night, one by radio half a day.
///
/// The longest pause of each day is kept for a week; the second longest of them is the usual one, so that one odd pause moves nothing. Plain bits.
package struct Rhythm: Sendable, Hashable, Codable {
  /// What holds before it is known, and at the least.
  static let unknown: Duration = .hours(6)
  /// A probe that reports once a day is late now and then.
  static let day: Duration = .hours(25)
  /// Soil may stand for so long at a value that its probe tells apart from others, and a probe that reports on change says nothing of it.
  static let stands: Duration = .hours(7 * 24)
  /// So many usual pauses without a word are silence.
  private static let pauses = 3

  /// Minutes, the last day first; 0: not heard yet.
  private(set) var days = SIMD8<UInt16>.zero
  /// How much of the present day was heard, milliseconds.
  private var heard: UInt32 = 0
  /// Of the present day, minutes.
  private var longest: UInt16 = 0

  package init() {}

  /// Something came after that pause.
  mutating func take(_ pause: Duration) {
    longest = max(longest, UInt16(clamping: pause.milliseconds / 60_000), 1)
    heard = UInt32(clamping: Int64(heard) + pause.milliseconds)
    guard heard >= 24 * 3_600_000 else { return }
    for day in (1..<8).reversed() { days[day] = days[day - 1] }
    days[0] = longest
    (longest, heard) = (0, 0)
  }

  /// A whole day was heard.
  var isKnown: Bool { days[0] > 0 }

  /// Before a whole day was heard nobody knows how quiet its nights are: a person hears of silence only after one.
  var surePatience: Duration { isKnown ? patience : Self.day }

  /// After so long without a value it is missing.
  var patience: Duration {
    guard isKnown else { return Self.unknown }
    let first = days.max()
    var others = days
    for day in 0..<8 where others[day] == first {
      if days[2] > 0 { others[day] = 0 }
      break
    }
    let usual = min(Int(others.max()), 24 * 60)
    return max(.minutes(usual * Self.pauses), Self.unknown)
  }
}
