/// What a device may do here, and how it is spoken to (`d/<device>/dn/context`, retained): a surface learns which buttons to offer.
///
/// Registered devices have one; a device without one is a viewer. It grants nothing by itself: the bridge checks every command anew.
public struct DeviceContext: Document {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind(
    "context", at: "d/D/dn/context", upTo: DocumentLimits.small)

  /// A fingerprint: another number, another content.
  public var rev: Int
  /// When it was written.
  public var ts: EpochSeconds
  /// What holds for the device.
  public var content: Content

  /// What holds for a device.
  public struct Content: DocumentPart {
    /// What its commands may do.
    public var role: Role
    /// BCP 47 tag of the language that its texts come in; absent where neither the config nor its hello names one.
    public var language: String?
    /// In which unit it is shown temperatures. Documents carry °C all the same.
    public var temperatureUnit: TemperatureUnit
    /// The other devices of the same person, in the order of the config, the first ten; absent where there are none.
    public var devices: [Companion]?

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      role = f.required("role", \.role, .word)
      language = f.optional("language", \.language, .text(1...64))
      temperatureUnit = f.required("temperature_unit", \.temperatureUnit, .word)
      devices = f.optional("devices", \.devices, .list(of: .part, DeviceContext.devicesMax))
    }

    /// What holds for a device.
    public init(
      role: Role, language: String?, temperatureUnit: TemperatureUnit, devices: [Companion]? = nil
    ) {
      self.role = role
      self.language = language
      self.temperatureUnit = temperatureUnit
      self.devices = devices
    }
  }

  /// As many of a person's devices are named.
  public static let devicesMax = 10

  /// Another device of the same person, to which messages may be sent. How it can be reached is in its ``DeviceState``.
  public struct Companion: DocumentPart {
    /// The name that `to` of a message takes.
    public var id: DeviceName
    /// What it said it is; absent: it has not said.
    public var kind: Hello.Kind?
    /// How many glances it may still be sent today, at most, and at least half of it; absent: it never said hello, or has left.
    public var glances: Int?

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      id = f.required("id", \.id, .name())
      kind = f.optional("kind", \.kind, .word)
      glances = f.optional("glances", \.glances, .integer(0...50))
    }

    /// Another device of the same person.
    public init(id: DeviceName, kind: Hello.Kind? = nil, glances: Int? = nil) {
      self.id = id
      self.kind = kind
      self.glances = glances
    }
  }

  /// What a device may do; each includes those before it.
  public enum Role: String, OpenChoice, Comparable {
    /// Looks.
    case viewer
    /// Answers reminders, stops water.
    case actor
    /// Moves limits.
    case tuner
    /// Moves water and heat.
    case `operator`
    /// What an unknown word is read as.
    public static var unknownWord: Self { .viewer }

    /// Whether `b` may do more.
    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// How temperatures are shown.
  public enum TemperatureUnit: String, OpenChoice {
    /// °C.
    case celsius
    /// °F.
    case fahrenheit
    /// What an unknown word is read as.
    public static var unknownWord: Self { .celsius }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    rev = f.required("rev", \.rev, .count)
    ts = f.required("ts", \.ts, .time)
    content = f.required("content", \.content, .part)
  }

  /// A device's context.
  public init(rev: Int, ts: EpochSeconds, content: Content) {
    self.rev = rev
    self.ts = ts
    self.content = content
  }
}
