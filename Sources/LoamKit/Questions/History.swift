/// A plant's past: what its probes measured, in steps of equal length, and when it was watered.
///
/// The content of a ``MessageReply`` to a ``HistoryRequest``, and the answer of `loam web`.
public struct History: Document {
  /// What `loam web` answers, and part of a ``MessageReply``.
  public static let kind = DocumentKind(
    "history", at: "api/v1/plants/<plant>/history", upTo: DocumentLimits.reply)
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
  public struct Watering: DocumentPart {
    /// Its beginning.
    public var at: EpochSeconds
    /// Its end, of a valve when it was proved closed; equal to `at` where nobody timed it.
    public var until: EpochSeconds
    /// Where it came from.
    public var kind: Kind
    /// Who asked for it, or said so; absent: the rule, or the probe.
    public var by: DeviceName?
    /// How a valve's run ended.
    public var end: ActivityEnding?
    /// Where something measured it.
    public var litres: Double?
    /// How long it was to run, seconds, where its valve closed well after it was told to.
    public var meantS: Int?

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

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      at = f.required("at", \.at, .time)
      until = f.required("until", \.until, .time)
      kind = f.required("kind", \.kind, .word)
      by = f.optional("by", \.by, .name())
      end = f.optional("end", \.end, .word)
      litres = f.optional("litres", \.litres, .number(0...1e6))
      meantS = f.optional("meant_s", \.meantS, .count)
    }

    /// Water that was given.
    public init(
      at: EpochSeconds, until: EpochSeconds, kind: Kind, by: DeviceName? = nil, end: ActivityEnding? = nil,
      litres: Double? = nil, meantS: Int? = nil
    ) {
      self.at = at
      self.until = until
      self.kind = kind
      self.by = by
      self.end = end
      self.litres = litres
      self.meantS = meantS
    }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    plant = f.required("plant", \.plant, .name())
    quantity = f.required("quantity", \.quantity, .text(1...32))
    unit = f.required("unit", \.unit, .text(1...8))
    from = f.required("from", \.from, .time)
    to = f.required("to", \.to, .time)
    stepS = f.required("step_s", \.stepS, .ordinal)
    points = f.required("points", \.points, .list(of: .point, Self.pointsMax))
    waterings = f.required("waterings", \.waterings, .list(of: .part, 400))
    f.rule(PartRule(demand: .rising("points")))
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
}

extension FieldType where Value == History.Point {
  /// Four numbers.
  static var point: FieldType {
    FieldType(
      .row([
        .time, FieldType<Double>.number().shape(), FieldType<Double>.number().shape(),
        FieldType<Double>.number().shape(),
      ]),
      blank: History.Point(at: EpochSeconds(clamping: 0), mean: 0, low: 0, high: 0),
      otherwise: "not a time and three numbers",
      from: { json in
        guard case .list(let items) = json, items.count == 4, case .number(let time) = items[0],
          let at = Int64(exactly: time).flatMap({ EpochSeconds($0) }), case .number(let mean) = items[1],
          case .number(let low) = items[2], case .number(let high) = items[3]
        else { return nil }
        return History.Point(at: at, mean: mean, low: low, high: high)
      },
      to: { .list([.number(Double($0.at.seconds)), .number($0.mean), .number($0.low), .number($0.high)]) },
      fault: { point in
        [point.mean, point.low, point.high].allSatisfy { abs($0) <= 1e9 } ? nil : "outside -1e9…1e9"
      })
  }
}
