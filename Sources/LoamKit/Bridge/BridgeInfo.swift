/// What the bridge is and what it takes (`bridge/info`, retained).
public struct BridgeInfo: Document {
  /// ≤ 1024 bytes.
  public static var bytesMax: Int { DocumentLimits.small }

  /// Version 1.
  public private(set) var v = ProtocolVersion()
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
  public struct Range: Codable, Sendable, Hashable {
    /// Oldest.
    public var min: Int
    /// Newest.
    public var max: Int
    /// Versions from `min` to `max`.
    public init(min: Int, max: Int) {
      self.min = min
      self.max = max
    }
  }

  /// Payload limits, bytes.
  public struct Limits: Codable, Sendable, Hashable {
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
    /// The limits of this library.
    public init() {
      packet = DocumentLimits.packet
      note = DocumentLimits.large
      activity = DocumentLimits.large
      small = DocumentLimits.small
      state = DocumentLimits.plantState
    }
  }

  enum CodingKeys: String, CodingKey {
    case v, bridge, software, `protocol`, tz, languages, limits
    case skewS = "skew_s"
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

  /// Lengths of texts.
  public func check() throws(DocumentError) {
    try Rule.text(bridge, 1...64, at: "/bridge")
    try Rule.text(software, 1...64, at: "/software")
    try Rule.text(tz, 1...64, at: "/tz")
    try Rule.integer(skewS, 0...86_400, at: "/skew_s")
    try Rule.that(languages.count <= 32, at: "/languages", "more than 32")
  }
}
