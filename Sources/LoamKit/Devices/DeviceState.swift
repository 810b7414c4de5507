/// How a device can be reached (`state/device/<device>`, retained).
public struct DeviceState: DatedDocument {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind(
    "device-state", at: "state/device/<device>", upTo: DocumentLimits.small)

  /// Equal to the topic's level.
  public var id: DeviceName
  /// Its name in the config, 1 to 64 characters.
  public var name: String
  /// What it said it is; absent: it has not said.
  public var kind: Hello.Kind?
  /// How it can be reached.
  public var reachability: Reachability
  /// Since when it is so, as far as the bridge knows.
  public var since: EpochSeconds

  /// How a device can be reached; each includes those before it. Source: Communicator 4.1.0, `Reachability`.
  public enum Reachability: String, OpenChoice, Comparable {
    /// It never said hello, or has left.
    case notReachable
    /// What it is sent waits for it.
    case backgroundOnly
    /// It is connected, and its app is in front.
    case immediatelyReachable
    /// What an unknown word is read as.
    public static var unknownWord: Self { .notReachable }

    /// Whether `b` is easier to reach.
    public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
  }

  /// `unset`: its times are no dates, since the bridge does not know the time. Absent: they are.
  public var clock: BridgeStatus.Clock?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    name = f.required("name", \.name, .text(1...64))
    kind = f.optional("kind", \.kind, .word)
    reachability = f.required("reachability", \.reachability, .word)
    since = f.required("since", \.since, .time)
    clock = f.optional("clock", \.clock, .word)
  }

  /// How a device can be reached.
  public init(
    id: DeviceName, name: String, kind: Hello.Kind?, reachability: Reachability, since: EpochSeconds
  ) {
    self.id = id
    self.name = name
    self.kind = kind
    self.reachability = reachability
    self.since = since
  }
}
