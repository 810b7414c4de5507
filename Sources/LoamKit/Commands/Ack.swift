/// The answer to a message: `d/<device>/dn/ack` from the bridge, `d/<device>/up/ack` from a device.
public struct Ack: DatedDocument {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind(
    "ack", at: "d/D/dn/ack", "d/D/up/ack", upTo: DocumentLimits.small)

  /// The message that is answered; `nil` where it had no readable id.
  public var re: MessageID?
  /// Whether the sender got what it wanted.
  public var ok: Bool
  /// What became of it.
  public var code: AckCode
  /// When.
  public var ts: EpochSeconds
  /// Why, where the code does not say it.
  public var why: Why?
  /// What is wrong with a document, for its author: English, ≤ 120 characters, no personal data.
  public var message: String?
  /// JSON pointer to the field that was wrong.
  public var field: String?
  /// Who was first, with ``AckCode/alreadyDone``.
  public var by: DeviceName?
  /// The plant as it stands now.
  public var plant: PlantFact?
  /// The control as it stands now.
  public var control: ControlFact?
  /// The running watering.
  public var activity: MessageID?
  /// How the other device can be reached, with ``AckCode/notReachable``.
  public var reachability: DeviceState.Reachability?
  /// How many glances the other device may have today.
  public var left: Int?
  /// How many bytes of the message's blob the bridge has: the next part begins there.
  public var next: Int?

  /// A plant's dates.
  public struct PlantFact: DocumentPart {
    /// Which plant.
    public var id: SubjectName
    /// Last watering.
    public var lastDate: EpochSeconds
    /// Next watering, not before the ack: of a plant that is due then, or until when it was put off.
    public var nextDate: EpochSeconds
    /// How that is known.
    public var nextBecause: NextBecause?

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      id = f.required("id", \.id, .name())
      lastDate = f.required("lastDate", \.lastDate, .time)
      nextDate = f.required("nextDate", \.nextDate, .time)
      nextBecause = f.optional("next_because", \.nextBecause, .word)
    }

    /// A plant's dates.
    public init(
      id: SubjectName, lastDate: EpochSeconds, nextDate: EpochSeconds, nextBecause: NextBecause? = nil
    ) {
      self.id = id
      self.lastDate = lastDate
      self.nextDate = nextDate
      self.nextBecause = nextBecause
    }
  }

  /// A control's value and what it allows.
  public struct ControlFact: DocumentPart {
    /// Which control.
    public var id: ControlName
    /// In force now; absent until its device has said it.
    public var value: Double?
    /// Asked of its device, which has not answered yet.
    public var requested: Double?
    /// Its revision.
    public var rev: Int
    /// Least value.
    public var min: Double
    /// Greatest value.
    public var max: Double
    /// Grid, counted from ``min``.
    public var step: Double

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      id = f.required("id", \.id, .name())
      value = f.optional("value", \.value, .number())
      requested = f.optional("requested", \.requested, .number())
      rev = f.required("rev", \.rev, .count)
      min = f.required("min", \.min, .number())
      max = f.required("max", \.max, .number())
      step = f.required("step", \.step, .positive)
      f.rule(.order("max", .above, "min"))
    }

    /// A control's value and what it allows.
    public init(
      id: ControlName, value: Double?, requested: Double? = nil, rev: Int, min: Double, max: Double,
      step: Double
    ) {
      self.id = id
      self.value = value
      self.requested = requested
      self.rev = rev
      self.min = min
      self.max = max
      self.step = step
    }
  }

  /// `unset`: its times are no dates, since the bridge does not know the time. Absent: they are.
  public var clock: BridgeStatus.Clock?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    re = f.optional("re", \.re, .name())
    ok = f.required("ok", \.ok, .flag)
    code = f.required("code", \.code, .word)
    ts = f.required("ts", \.ts, .time)
    why = f.optional("why", \.why, .part)
    message = f.optional("message", \.message, .text(1...120))
    field = f.optional("field", \.field, .text(0...200))
    by = f.optional("by", \.by, .name())
    plant = f.optional("plant", \.plant, .part)
    control = f.optional("control", \.control, .part)
    activity = f.optional("activity", \.activity, .name())
    reachability = f.optional("reachability", \.reachability, .word)
    left = f.optional("left", \.left, .count)
    next = f.optional("next", \.next, .integer(0...BlobFacts.bytesMax))
    for isOK in [true, false] {
      let codes = AckCode.allCases.filter { $0.isOK == isOK }
      f.rule(.forbids(codes.map(\.rawValue), in: "code", when: "ok", is: !isOK))
    }
    clock = f.optional("clock", \.clock, .word)
  }

  /// An answer; `ok` follows from the code.
  public init(
    re: MessageID?, code: AckCode, ts: EpochSeconds, why: Why? = nil, message: String? = nil,
    field: String? = nil,
    by: DeviceName? = nil, plant: PlantFact? = nil, control: ControlFact? = nil, activity: MessageID? = nil
  ) {
    self.re = re
    self.ok = code.isOK
    self.code = code
    self.ts = ts
    self.why = why
    self.message = message
    self.field = field
    self.by = by
    self.plant = plant
    self.control = control
    self.activity = activity
  }
}
