/// That a device is there (`d/<device>/up/presence`, retained), and, as its last will, that it is not.
///
/// A device that says nothing of the kind is sent everything all the same: it counts as `backgroundOnly` once it has said hello.
public struct Presence: Document {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind(
    "presence", at: "d/D/up/presence", upTo: DocumentLimits.small)

  /// In a last will: `false`.
  public var online: Bool
  /// Its app is in front; absent where a device knows no such thing.
  public var foreground: Bool?
  /// New at each connect, and the same in the will of that connection: a will that comes late undoes nothing.
  public var session: MessageID
  /// It sends its presence at least that often, seconds; after one and a half times of silence it counts as gone. Absent: only the will tells.
  public var everyS: Int?
  /// When it was written; of a will, when the device connected.
  public var ts: EpochSeconds

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    online = f.required("online", \.online, .flag)
    foreground = f.optional("foreground", \.foreground, .flag)
    session = f.required("session", \.session, .name())
    everyS = f.optional("every_s", \.everyS, .integer(5...86_400))
    ts = f.required("ts", \.ts, .time)
  }

  /// That a device is there.
  public init(
    online: Bool, foreground: Bool? = nil, session: MessageID, everyS: Int? = nil, ts: EpochSeconds
  ) {
    self.online = online
    self.foreground = foreground
    self.session = session
    self.everyS = everyS
    self.ts = ts
  }
}
