/// How a probe goes over the day, in eight parts, and on how many days in a row in the same way. Plain bits.
struct DayProfile: Sendable, Hashable, Codable {
  /// Less than so many points is what each probe does with the warmth; a probe that is known to stand still by day does less.
  private static let swingMin: Float = 7
  private static let swingLeast: Float = 3.5
  /// How many times as large as ordinary it must be there.
  private static let times: Float = 3
  /// How alike two days must be, 0…1, and by how much one may be the larger.
  private static let alike: Float = 0.93
  private static let larger: Float = 1.7
  private static let daysMin = 3
  private static let partsMin = 5

  /// Of the present part.
  private var sum: Float = 0
  private var count: Float = 0
  private var part: UInt8 = 0
  /// Means of the day's parts, hundredths of a point, and which are known, as bits.
  private var means = SIMD8<Int16>.zero
  private var seen: UInt8 = 0
  /// The same of the last days, the younger counting more, around 0.
  private var usual = SIMD8<Int16>.zero
  private var known: UInt8 = 0
  private var score: UInt8 = 0
  /// Points between the highest and the lowest part of the last day.
  private(set) var swing: Float = 0
  /// Of a day like no other; 0: not known.
  private var ordinary: Float = 0

  var isDriven: Bool { score >= Self.daysMin }

  mutating func take(_ value: Float, minute: Int32) {
    let part = UInt8(minute % 1440 / 180)
    if part != self.part { endPart() }
    self.part = part
    sum += value
    count += 1
  }

  private mutating func endPart() {
    guard count > 0 else { return }
    means[Int(part)] = Int16(clamping: Int(sum / count * 100))
    seen |= 1 << part
    (sum, count) = (0, 0)
  }

  /// Before the first value of the next.
  mutating func endDay() {
    endPart()
    defer { seen = 0 }
    let parts = (0..<8).filter { seen >> $0 & 1 == 1 }
    guard parts.count >= Self.partsMin else { return }
    var day = SIMD8<Float>(means) / 100
    Self.straighten(&day, parts)
    swing = parts.reduce(-.infinity) { max($0, day[$1]) } - parts.reduce(.infinity) { min($0, day[$1]) }
    let common = parts.filter { known >> $0 & 1 == 1 }
    if known != 0 {
      let least =
        ordinary == 0 ? Self.swingMin : min(max(Self.times * ordinary, Self.swingLeast), Self.swingMin)
      let isAgain = swing >= least && common.count >= Self.partsMin && isAlike(day, common)
      score = isAgain ? min(score + 1, 6) : score - min(score, 1)
      if !isAgain { ordinary = ordinary == 0 ? swing : ordinary + (swing - ordinary) / 4 }
    }
    for part in parts {
      let now = Int16(clamping: Int(day[part] * 100))
      usual[part] = known >> part & 1 == 1 ? usual[part] / 2 + now / 2 : now
      known |= 1 << part
    }
  }

  /// Takes the day's mean and its drift away.
  private static func straighten(_ day: inout SIMD8<Float>, _ parts: [Int]) {
    let count = Float(parts.count)
    let middle = parts.reduce(0) { $0 + Float($1) } / count
    let mean = parts.reduce(0) { $0 + day[$1] } / count
    let slope =
      parts.reduce(0) { $0 + (Float($1) - middle) * (day[$1] - mean) }
      / parts.reduce(0) { $0 + (Float($1) - middle) * (Float($1) - middle) }
    for part in parts { day[part] -= mean + slope * (Float(part) - middle) }
  }

  private func isAlike(_ day: SIMD8<Float>, _ parts: [Int]) -> Bool {
    let count = Float(parts.count)
    let usual = SIMD8<Float>(self.usual) / 100
    let (here, there) = (parts.reduce(0) { $0 + day[$1] } / count, parts.reduce(0) { $0 + usual[$1] } / count)
    var (both, one, other): (Float, Float, Float) = (0, 0, 0)
    for part in parts {
      let (a, b) = (day[part] - here, usual[part] - there)
      both += a * b
      one += a * a
      other += b * b
    }
    guard one > 0, other > 0 else { return false }
    let ratio = (one / other).squareRoot()
    return both / (one * other).squareRoot() >= Self.alike && ratio < Self.larger && ratio > 1 / Self.larger
  }
}
