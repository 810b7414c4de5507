/// What a device is and can take (`d/<device>/up/hello`, retained). It grants nothing: rights come from the config.
public struct Hello: Document {
  /// ≤ 4096 bytes.
  public static let kind = DocumentKind(
    "hello", at: "d/D/up/hello", upTo: DocumentLimits.large)

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

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    device = f.required("device", \.device, .name())
    kind = f.optional("kind", \.kind, .word)
    name = f.optional("name", \.name, .text(1...64))
    software = f.optional("software", \.software, .text(1...64))
    self.protocol = f.optional("protocol", \.protocol, .ordinal)
    mqtt = f.optional("mqtt", \.mqtt, .integer(3...5))
    locale = f.optional("locale", \.locale, .text(1...64))
    tz = f.optional("tz", \.tz, .text(1...64))
    maxPacket = f.optional("max_packet", \.maxPacket, .integer(256...268_435_455))
    caps = f.optional("caps", \.caps, .list(of: .text(0...64), 32))
    actionsMax = f.optional("actions_max", \.actionsMax, .integer(0...100))
    ts = f.required("ts", \.ts, .time)
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
}
