/// The answer to a message: `d/<device>/dn/ack` from the bridge, `d/<device>/up/ack` from a device.
public struct Ack: Document {
  /// ≤ 1024 bytes.
  public static var bytesMax: Int { DocumentLimits.small }

  /// Version 1.
  public private(set) var v = ProtocolVersion()
  /// The message that is answered; `nil` where it had no readable id.
  public var re: MessageID?
  /// Whether the sender got what it wanted.
  public var ok: Bool
  /// What became of it.
  public var code: AckCode
  /// When.
  public var ts: EpochSeconds
  /// English, for people who look after the system; ≤ 120 characters, no personal data.
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

  /// A plant's dates.
  public struct PlantFact: Codable, Sendable, Hashable {
    /// Which plant.
    public var id: SubjectName
    /// Last watering.
    public var lastDate: EpochSeconds
    /// Next watering.
    public var nextDate: EpochSeconds

    /// A plant's dates.
    public init(id: SubjectName, lastDate: EpochSeconds, nextDate: EpochSeconds) {
      self.id = id
      self.lastDate = lastDate
      self.nextDate = nextDate
    }
  }

  /// A control's value and what it allows.
  public struct ControlFact: Codable, Sendable, Hashable {
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

  /// An answer; `ok` follows from the code.
  public init(
    re: MessageID?, code: AckCode, ts: EpochSeconds, message: String? = nil, field: String? = nil,
    by: DeviceName? = nil, plant: PlantFact? = nil, control: ControlFact? = nil, activity: MessageID? = nil
  ) {
    self.re = re
    self.ok = code.isOK
    self.code = code
    self.ts = ts
    self.message = message
    self.field = field
    self.by = by
    self.plant = plant
    self.control = control
    self.activity = activity
  }

  /// `ok` and `code` agree; `message` ≤ 120, `field` ≤ 200 characters.
  public func check() throws(DocumentError) {
    try Rule.that(ok == code.isOK, at: "/ok", "does not agree with the code")
    try Rule.text(message, 1...120, at: "/message")
    try Rule.text(field, 0...200, at: "/field")
    if let control {
      try Rule.that(
        control.min < control.max && control.step > 0, at: "/control", "no such range")
      try Rule.number(control.value, -1e9...1e9, at: "/control/value")
      try Rule.number(control.requested, -1e9...1e9, at: "/control/requested")
    }
  }
}
