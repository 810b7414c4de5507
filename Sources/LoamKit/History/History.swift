/// A plant's past: what its probes measured, in steps of equal length, and when it was watered.
///
/// The content of a ``MessageReply`` to a ``HistoryRequest``, and the answer of `loam web`.
public struct History: Document {
  /// ≤ 32768 bytes.
  public static var bytesMax: Int { DocumentLimits.reply }
  /// Points at most.
  public static let pointsMax = 400

  /// Which plant.
  public var plant: SubjectName
  /// `moisture`, `temperature`, `light` or `conductivity`.
  public var quantity: String
  /// `%`, `°C`, `lx` or `µS/cm`.
  public var unit: String
  /// The time that was asked for.
  public var from: EpochSeconds
  /// The time that was asked for.
  public var to: EpochSeconds
  /// Length of a step, seconds; steps begin at whole multiples of it since 1970 (UTC).
  public var stepS: Int
  /// Rising. A step in which nothing was measured is not there: a gap.
  public var points: [Point]
  /// Rising by `at`.
  public var waterings: [Watering]

  /// One step, on the wire `[t, mean, low, high]`.
  public struct Point: Sendable, Hashable {
    /// Its beginning.
    public var at: EpochSeconds
    /// The probes' means, by their weights.
    public var mean: Double
    /// The lowest value of any probe.
    public var low: Double
    /// The highest value of any probe.
    public var high: Double

    /// One step.
    public init(at: EpochSeconds, mean: Double, low: Double, high: Double) {
      self.at = at
      self.mean = mean
      self.low = low
      self.high = high
    }
  }

  /// Water that was given.
  public struct Watering: Codable, Sendable, Hashable {
    /// Its beginning.
    public var at: EpochSeconds
    /// Its end; equal to `at` where nobody timed it.
    public var until: EpochSeconds
    /// Where it came from.
    public var kind: Kind
    /// Who asked for it, or said so; absent: the rule, or the probe.
    public var by: DeviceName?
    /// How a valve's run ended.
    public var end: ActivityEnding?
    /// Where something measured it.
    public var litres: Double?

    /// Where water came from.
    public enum Kind: String, OpenChoice {
      /// A valve.
      case valve
      /// A person said so.
      case hand
      /// The probe saw it; nobody said anything.
      case seen
      /// What an unknown word is read as.
      public static var unknownWord: Self { .seen }
    }

    /// Water that was given.
    public init(
      at: EpochSeconds, until: EpochSeconds, kind: Kind, by: DeviceName? = nil, end: ActivityEnding? = nil,
      litres: Double? = nil
    ) {
      self.at = at
      self.until = until
      self.kind = kind
      self.by = by
      self.end = end
      self.litres = litres
    }
  }

  enum CodingKeys: String, CodingKey {
    case plant, quantity, unit, from, to
    case stepS = "step_s"
    case points, waterings
  }

  /// A plant's past.
  public init(
    plant: SubjectName, quantity: String, unit: String, from: EpochSeconds, to: EpochSeconds, stepS: Int,
    points: [Point], waterings: [Watering]
  ) {
    self.plant = plant
    self.quantity = quantity
    self.unit = unit
    self.from = from
    self.to = to
    self.stepS = stepS
    self.points = points
    self.waterings = waterings
  }

  /// Lengths, finite numbers, rising times.
  public func check() throws(DocumentError) { try check(at: "") }

  func check(at pointer: String) throws(DocumentError) {
    try Rule.text(quantity, 1...32, at: pointer + "/quantity")
    try Rule.text(unit, 1...8, at: pointer + "/unit")
    try Rule.integer(stepS, 1...2_147_483_647, at: pointer + "/step_s")
    try Rule.that(points.count <= Self.pointsMax, at: pointer + "/points", "more than \(Self.pointsMax)")
    for (i, point) in points.enumerated() {
      for number in [point.mean, point.low, point.high] {
        try Rule.number(number, -1e9...1e9, at: pointer + "/points/\(i)")
      }
      if i > 0 {
        try Rule.that(points[i - 1].at < point.at, at: pointer + "/points/\(i)", "not after the one before")
      }
    }
    try Rule.that(waterings.count <= 400, at: pointer + "/waterings", "more than 400")
    for (i, watering) in waterings.enumerated() {
      try Rule.number(watering.litres, 0...1e6, at: pointer + "/waterings/\(i)/litres")
    }
  }
}

extension History.Point: Codable {
  /// Reads four numbers.
  public init(from decoder: any Decoder) throws {
    var box = try decoder.unkeyedContainer()
    at = try box.decode(EpochSeconds.self)
    mean = try box.decode(Double.self)
    low = try box.decode(Double.self)
    high = try box.decode(Double.self)
  }

  /// Writes four numbers.
  public func encode(to encoder: any Encoder) throws {
    var box = encoder.unkeyedContainer()
    try box.encode(at)
    try box.encode(mean)
    try box.encode(low)
    try box.encode(high)
  }
}
