/// A plant as a small display shows it (`state/plant/<plant>`, retained, ≤ 200 bytes).
///
/// A value that is unknown or cannot be is left out, never clamped. An empty payload removes the plant.
public struct PlantState: DatedDocument {
  /// ≤ 200 bytes.
  public static let kind = DocumentKind(
    "plant-state", at: "state/plant/<plant>", upTo: DocumentLimits.plantState)

  /// Name, at most 24 characters.
  public var n: String
  /// How it is.
  public var s: Condition
  /// Soil moisture, percent, 0…100.
  public var m: Double?
  /// Temperature, °C.
  public var c: Double?
  /// Light, lx.
  public var u: Double?
  /// Conductivity of the soil, µS/cm.
  public var e: Double?
  /// Lowest battery of its sensors, percent, 0…100.
  public var b: Double?
  /// The dry limit, percent.
  public var d: Double?
  /// Last watering.
  public var l: EpochSeconds?
  /// Next watering, not before this was written: of a plant that is due then, or until when it was put off; else when it most likely gets
  /// dry, or the calendar's date. Absent: when it gets dry, and nobody knows yet when that is. ``nextBecause`` says which.
  public var x: EpochSeconds?
  /// In four of five cases it gets dry between `a` and `z`; absent: `x` is no forecast.
  public var a: EpochSeconds?
  /// The end of that time.
  public var z: EpochSeconds?
  /// When the reading was measured.
  public var t: EpochSeconds?
  /// Why it is unknown.
  public var y: Reason?
  /// Marks, each a letter: `r` a reminder is open, `w` being watered, `l` a battery is low, `n` never watered,
  /// `d` it is due, `k` no probe tells and the calendar decides.
  public var f: String?
  /// Rises with each change.
  public var r: Int

  /// How a plant is; the most urgent thing first.
  public enum Condition: String, OpenChoice {
    /// All known quantities are fine.
    case ok
    /// Below the dry limit.
    case dry
    /// Above the wet limit.
    case wet
    /// Below the lower temperature limit.
    case cold
    /// Above the upper temperature limit.
    case hot
    /// Too little light.
    case dark
    /// Too much light.
    case bright
    /// Too little fertiliser.
    case hungry
    /// Too much fertiliser.
    case salty
    /// The last value is too old.
    case stale
    /// Cannot be told; ``PlantState/y`` says why.
    case unknown
    /// What an unknown word is read as.
    public static var unknownWord: Self { .unknown }
  }

  /// Why something is unknown.
  public enum Reason: String, OpenChoice {
    /// No sensor measures it.
    case none
    /// Nothing has come yet.
    case never
    /// The last value is too old.
    case silent
    /// The sensor is offline.
    case offline
    /// Values come, all are refused.
    case unreadable
    /// Too few probes, or they contradict each other.
    case quorum
    /// Only a value of unknown age.
    case age
    /// The bridge's clock is not believable yet.
    case clock
    /// The broker refuses the bridge's subscription to the sensor's topic.
    case refused
    /// What an unknown word is read as: a plant without a probe is no fault, so that would be too easy.
    public static var unknownWord: Self { .never }
  }

  /// `unset`: its times are no dates, since the bridge does not know the time. Absent: they are.
  public var clock: BridgeStatus.Clock?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    n = f.required("n", \.n, .text(1...24))
    s = f.required("s", \.s, .word)
    m = f.optional("m", \.m, .percent)
    c = f.optional("c", \.c, .number(-100...150))
    u = f.optional("u", \.u, .number(0...1e6))
    e = f.optional("e", \.e, .number(0...1e6))
    b = f.optional("b", \.b, .percent)
    d = f.optional("d", \.d, .percent)
    l = f.optional("l", \.l, .time)
    x = f.optional("x", \.x, .time)
    a = f.optional("a", \.a, .time)
    z = f.optional("z", \.z, .time)
    t = f.optional("t", \.t, .time)
    y = f.optional("y", \.y, .word)
    self.f = f.optional("f", \.f, .form(TextForm("a-z", 0...8)))
    r = f.required("r", \.r, .count)
    clock = f.optional("clock", \.clock, .word)
  }

  /// A plant's state.
  public init(
    n: String, s: Condition, m: Double? = nil, c: Double? = nil, u: Double? = nil, e: Double? = nil,
    b: Double? = nil, d: Double? = nil, l: EpochSeconds? = nil, x: EpochSeconds? = nil,
    a: EpochSeconds? = nil, z: EpochSeconds? = nil, t: EpochSeconds? = nil, y: Reason? = nil,
    f: String? = nil, r: Int
  ) {
    self.n = n
    self.s = s
    self.m = m
    self.c = c
    self.u = u
    self.e = e
    self.b = b
    self.d = d
    self.l = l
    self.x = x
    self.a = a
    self.z = z
    self.t = t
    self.y = y
    self.f = f
    self.r = r
  }

  /// How it is known when it wants water next.
  public var nextBecause: NextBecause {
    if x == nil { return .unknown }
    if marks("d") || s == .dry && a == nil && !marks("k") { return .due }
    return a != nil ? .learned : .calendar
  }

  /// No probe tells how moist it is, and none is to: the calendar decides.
  public var isByCalendar: Bool { s == .unknown && y == Reason.none }

  private func marks(_ letter: Character) -> Bool { f?.contains(letter) ?? false }
}
