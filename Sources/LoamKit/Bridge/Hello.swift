/// What a device is and can take (`d/<device>/up/hello`, retained). It grants nothing: rights come from the config.
public struct Hello: Document {
  /// ≤ 4096 bytes.
  public static var bytesMax: Int { DocumentLimits.large }

  /// Version 1.
  public private(set) var v = ProtocolVersion()
  /// Equal to the topic's level.
  public var device: DeviceName
  /// What it is.
  public var kind: Kind?
  /// Its name for people.
  public var name: String?
  /// Its software's version.
  public var software: String?
  /// The protocol version it speaks.
  public var `protocol`: Int?
  /// 5 or 3 (3.1.1).
  public var mqtt: Int?
  /// BCP 47 tag of the language its texts shall come in.
  public var locale: String?
  /// Its time zone, a name of the tz database.
  public var tz: String?
  /// Largest MQTT packet it can take, bytes.
  public var maxPacket: Int?
  /// What it can do; unknown words are ignored.
  public var caps: [String]?
  /// How many buttons it shows.
  public var actionsMax: Int?
  /// When it was written.
  public var ts: EpochSeconds

  /// Kinds of devices.
  public enum Kind: String, OpenChoice {
    /// A phone.
    case phone
    /// A watch.
    case watch
    /// An e-ink tag.
    case tag
    /// A display.
    case display
    /// A dashboard.
    case dashboard
    /// A speaker.
    case speaker
    /// Anything else.
    case other
    /// What an unknown word is read as.
    public static var unknownWord: Self { .other }
  }

  enum CodingKeys: String, CodingKey {
    case v, device, kind, name, software, `protocol`, mqtt, locale, tz
    case maxPacket = "max_packet"
    case caps
    case actionsMax = "actions_max"
    case ts
  }

  /// A device's hello.
  public init(
    device: DeviceName, kind: Kind, ts: EpochSeconds, name: String? = nil, software: String? = nil,
    mqtt: Int? = nil, locale: String? = nil, tz: String? = nil, maxPacket: Int? = nil, caps: [String]? = nil,
    actionsMax: Int? = nil
  ) {
    self.device = device
    self.kind = kind
    self.name = name
    self.software = software
    self.protocol = ProtocolVersion.number
    self.mqtt = mqtt
    self.locale = locale
    self.tz = tz
    self.maxPacket = maxPacket
    self.caps = caps
    self.actionsMax = actionsMax
    self.ts = ts
  }

  /// Lengths of texts and lists; `max_packet` 256…268435455.
  public func check() throws(DocumentError) {
    try Rule.text(name, 1...64, at: "/name")
    try Rule.text(software, 1...64, at: "/software")
    try Rule.text(locale, 1...64, at: "/locale")
    try Rule.text(tz, 1...64, at: "/tz")
    try Rule.integer(maxPacket, 256...268_435_455, at: "/max_packet")
    try Rule.integer(actionsMax, 0...100, at: "/actions_max")
    try Rule.that((caps?.count ?? 0) <= 32, at: "/caps", "more than 32")
  }
}
