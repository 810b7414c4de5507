/// How far a probe rises by itself, without water. It is learned for a day and fades: by half in four days.
///
/// The sun, a lamp and the heating come back at their hour, so what is ordinary is kept by the hour of the day.
struct OrdinaryRises: Sendable, Hashable {
  /// How many times as large as an ordinary rise water is.
  private static let factor: Float = 1.5
  private static let keepsDay: Float = 0.84
  private static let keeps: Float = 0.979
  private static let hoursMin: Int32 = 24
  /// A rise of less than this part of the usual one is another.
  private static let same: Float = 0.5

  /// Over sixteen hours by three hours of the day, hundredths; and today's, which count half a day later.
  private var slow = SIMD8<Int16>(repeating: 0)
  private var today = SIMD8<Int16>(repeating: 0)
  /// On how many days it rose so, by part: what came once, stayed and never came again was chance, or water that nobody noticed.
  private var days = SIMD8<UInt8>(repeating: 0)
  /// How high today's went, hundredths of a percent: what is half as far below later on has gone.
  private var tops = SIMD8<Int16>(repeating: 0)
  /// The same of the quick rises, and for how many parts of a day none was seen.
  private var quickDays: UInt8 = 0
  private var idle: UInt8 = 0
  private var quickTop: Float = 0
  /// Over two hours; and those of the last hours, which count later: what begins a rise must not hide it.
  private var quick: Float = 0
  private var lately: Float = 0
  private var now: Float = 0
  private var hours: Int32 = 0
  /// The last one that is over; -1: none.
  private var last: Int32 = -1

  /// It has seen a day.
  var isKnown: Bool { hours == Self.hoursMin }

  /// A rise that was none of water.
  mutating func takeQuick(_ rise: Float, to value: Float) {
    if rise >= max(quick, now) { quickTop = value }
    if Self.same * rise > quick { quickDays = 0 }
    now = max(now, rise)
    if !isKnown { quick = max(quick, rise) }
  }

  mutating func takeSlow(_ rise: Float, to mean: Float, at hour: Int32) {
    let part = Self.part(hour)
    if hundredths(rise) > today[part] { (today[part], tops[part]) = (hundredths(rise), hundredths(mean)) }
    if !isKnown { slow[part] = max(slow[part], today[part]) }
  }

  /// An hour in which something was heard is over, with those before it in which nothing was. `true`: the first day is.
  ///
  /// - Parameter mean: of the hour, percent.
  mutating func pass(_ hour: Int32, _ mean: Float) -> Bool {
    let passed = last < 0 ? 1 : min(max(hour - last, 1), Self.hoursMin)
    last = hour
    for hour in (hour - passed + 1)...hour where hour % 3 == 0 { endPart((Self.part(hour) + 4) & 7, mean) }
    guard !isKnown else { return false }
    hours = min(hours + passed, Self.hoursMin)
    return isKnown
  }

  private mutating func endPart(_ part: Int, _ mean: Float) {
    let (usual, rose) = (Float(slow[part]), today[part])
    let isAgain = rose > 0 && Float(rose) >= Self.same * usual
    // What is twice as large is something else.
    if Self.same * Float(rose) > usual { days[part] = 0 }
    let isGone = rose > 0 && mean * 100 <= Float(tops[part]) - Self.same * Float(rose)
    slow[part] = isAgain || days[part] > 1 ? max(Int16(usual * Self.keepsDay), rose) : rose
    days[part] = isAgain ? min(max(days[part], isGone ? 3 : 0) + 1, 9) : days[part] - min(days[part], 1)
    today[part] = 0
    endQuick(mean)
    (lately, now) = (now, 0)
  }

  private mutating func endQuick(_ mean: Float) {
    if lately >= Self.same * quick {
      if idle >= 4 { quickDays = min(quickDays + 1, 9) }
      idle = 0
    } else {
      idle = min(idle + 1, 9)
      if idle <= 4, mean <= quickTop - Self.same * quick { quickDays = max(quickDays, 2) }
    }
    quick = max(quick * Self.keeps, lately)
    guard idle > 8 else { return }
    if quickDays <= 1 { quick = lately }
    (quickDays, idle) = (quickDays - min(quickDays, 1), 0)
  }

  /// What was taken for water and is gone a day later comes at that hour.
  mutating func correct(_ rise: Float, from first: Int32, through last: Int32) {
    for hour in stride(from: first, through: last, by: 3) {
      slow[Self.part(hour)] = max(slow[Self.part(hour)], hundredths(rise))
      days[Self.part(hour)] = max(days[Self.part(hour)], 2)
    }
  }

  /// What rose lately was water.
  mutating func forgetLately() { (now, lately, today) = (0, 0, SIMD8(repeating: 0)) }

  /// The largest.
  var most: Float { max(quick, Float(slow.max()) / 100) }

  /// What rises by less is ordinary at that hour.
  func needed(at hour: Int32) -> Float { Self.factor * usual(at: hour) }

  /// The ordinary rise at that hour.
  func usual(at hour: Int32) -> Float {
    let part = Self.part(hour)
    return max(quick, Float(max(slow[part], slow[(part + 1) & 7], slow[(part + 7) & 7])) / 100)
  }

  private static func part(_ hour: Int32) -> Int { Int((hour % 24 + 24) % 24 / 3) }
}

/// A percentage in hundredths.
func hundredths(_ points: Float) -> Int16 { Int16(min(max(points, -320), 320) * 100) }
