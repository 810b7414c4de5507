/// What the bridge is and what it takes (`bridge/info`, retained).
public struct BridgeInfo: Document {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind(
    "bridge-info", at: "bridge/info", upTo: DocumentLimits.small)

  /// The site's name.
  public var bridge: String
  /// The software's version.
  public var software: String
  /// Versions of this protocol that are spoken.
  public var `protocol`: Range
  /// The site's time zone, a name of the tz database.
  public var tz: String
  /// Languages that notifications can come in, BCP 47.
  public var languages: [String]
  /// Payload limits.
  public var limits: Limits
  /// How far clocks may differ, seconds.
  public var skewS: Int

  /// Versions from `min` to `max`.
  public struct Range: DocumentPart {
    /// Oldest.
    public var min: Int
    /// Newest.
    public var max: Int
    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      min = f.required("min", \.min, .ordinal)
      max = f.required("max", \.max, .ordinal)
    }

    /// Versions from `min` to `max`.
    public init(min: Int, max: Int) {
      self.min = min
      self.max = max
    }
  }

  /// Payload limits, bytes.
  public struct Limits: DocumentPart {
    /// A whole MQTT packet.
    public var packet: Int
    /// A notification.
    public var note: Int
    /// An activity.
    public var activity: Int
    /// Action, set, ack.
    public var small: Int
    /// Plant state.
    public var state: Int
    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      packet = f.required("packet", \.packet, .ordinal)
      note = f.required("note", \.note, .ordinal)
      activity = f.required("activity", \.activity, .ordinal)
      small = f.required("small", \.small, .ordinal)
      state = f.required("state", \.state, .ordinal)
    }

    /// The limits of this library.
    public init() {
      packet = DocumentLimits.packet
      note = DocumentLimits.large
      activity = DocumentLimits.large
      small = DocumentLimits.small
      state = DocumentLimits.plantState
    }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    bridge = f.required("bridge", \.bridge, .text(1...64))
    software = f.required("software", \.software, .text(1...64))
    self.protocol = f.required("protocol", \.protocol, .part)
    tz = f.required("tz", \.tz, .text(1...64))
    languages = f.required("languages", \.languages, .list(of: .text(1...64), 32))
    limits = f.required("limits", \.limits, .part)
    skewS = f.required("skew_s", \.skewS, .integer(0...86_400))
  }

  /// What the bridge is.
  public init(bridge: String, software: String, tz: String, languages: [String], skewS: Int) {
    self.bridge = bridge
    self.software = software
    self.protocol = Range(min: ProtocolVersion.number, max: ProtocolVersion.number)
    self.tz = tz
    self.languages = languages
    self.limits = Limits()
    self.skewS = skewS
  }
}
