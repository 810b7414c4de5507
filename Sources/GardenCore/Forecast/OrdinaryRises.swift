/// How far a probe rises by itself, without water. It is learned for a day and fades: by half in four days.
///
/// The sun, a lamp and the heating come back at their hour, so what is ordinary is kept by the hour of the day.
struct OrdinaryRises: Sendable, Hashable {
  /// How many times as large as an ordinary rise water is.
  private static let factor: Float = 1.5
  private static let keepsDay: Float = 0.84
  private static let keeps: Float = 0.979
  private static let hoursMin: UInt8 = 24

  /// Over sixteen hours by three hours of the day, hundredths; and today's, which count half a day later.
  private var slow = SIMD8<Int16>(repeating: 0)
  private var today = SIMD8<Int16>(repeating: 0)
  /// Over two hours; and those of the last hours, which count later: what begins a rise must not hide it.
  private var quick: Float = 0
  private var lately: Float = 0
  private var now: Float = 0
  private var hours: UInt8 = 0

  /// It has seen a day.
  var isKnown: Bool { hours == Self.hoursMin }

  /// A rise that was none of water.
  mutating func takeQuick(_ rise: Float) {
    now = max(now, rise)
    if !isKnown { quick = max(quick, rise) }
  }

  mutating func takeSlow(_ rise: Float, at hour: Int32) {
    let part = Self.part(hour)
    today[part] = max(today[part], hundredths(rise))
    if !isKnown { slow[part] = max(slow[part], today[part]) }
  }

  /// An hour is over. `true`: the first day is.
  mutating func pass(_ hour: Int32) -> Bool {
    if hour % 3 == 0 {
      let part = (Self.part(hour) + 4) & 7
      slow[part] = max(Int16(Float(slow[part]) * Self.keepsDay), today[part])
      today[part] = 0
      quick = max(quick * Self.keeps, lately)
      (lately, now) = (now, 0)
    }
    guard !isKnown else { return false }
    hours += 1
    return isKnown
  }

  /// What was taken for water and is gone a day later comes at that hour.
  mutating func correct(_ rise: Float, from first: Int32, through last: Int32) {
    for hour in stride(from: first, through: last, by: 3) {
      slow[Self.part(hour)] = max(slow[Self.part(hour)], hundredths(rise))
    }
  }

  /// What rose lately was water.
  mutating func forgetLately() { (now, lately, today) = (0, 0, SIMD8(repeating: 0)) }

  /// The largest.
  var most: Float { max(quick, Float(slow.max()) / 100) }

  /// What rises by less is ordinary at that hour.
  func needed(at hour: Int32) -> Float {
    let part = Self.part(hour)
    let usual = max(slow[part], slow[(part + 1) & 7], slow[(part + 7) & 7])
    return Self.factor * max(quick, Float(usual) / 100)
  }

  private static func part(_ hour: Int32) -> Int { Int((hour % 24 + 24) % 24 / 3) }
}

/// A percentage in hundredths.
func hundredths(_ points: Float) -> Int16 { Int16(min(max(points, -320), 320) * 100) }
