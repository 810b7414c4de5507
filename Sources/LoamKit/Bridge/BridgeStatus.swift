/// Whether the bridge is alive (`bridge/status`, retained; also its last will).
///
/// Renewed every 60 s: a device without a clock takes the time from here, and a status older than 180 s means that
/// the bridge is dead behind a living broker.
public struct BridgeStatus: DatedDocument {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind(
    "bridge-status", at: "bridge/status", upTo: DocumentLimits.small)

  /// `false` in the last will and on an orderly end.
  public var online: Bool
  /// When this was written; in the will, when the bridge connected.
  public var ts: EpochSeconds
  /// When the bridge started.
  public var since: EpochSeconds
  /// New at every connection, so that a late will can be told from a new one.
  public var session: MessageID
  /// `unset` until the bridge believes its own clock: `ts` is then no clock for others, and no reminder is sent.
  public var clock: Clock?
  /// Why the clock is not believed, and so what is waited for; absent: it is, or nobody knows why.
  public var doubt: Doubt?

  /// What keeps the bridge from its work although it is online; absent: nothing.
  public var trouble: Trouble?

  /// Which of several copies of the garden's store it works on; absent: 1. Of two bridges the one with the higher term is in charge.
  public var term: Int?

  /// What can be wrong with a bridge that is online.
  public enum Trouble: String, OpenChoice {
    /// The broker refuses a subscription of the bridge: what devices send is not heard.
    case unheard
    /// What an unknown word is read as.
    public static var unknownWord: Self { .unheard }
  }

  /// How far the bridge's clock can be believed.
  public enum Clock: String, OpenChoice {
    /// Believable.
    case set
    /// Not believable yet.
    case unset
    /// What an unknown word is read as.
    public static var unknownWord: Self { .unset }
  }

  /// Why a clock is not believed.
  public enum Doubt: String, OpenChoice {
    /// It shows a time before the program was made: somebody, or a time service, has to set it.
    case past
    /// No time service has vouched for it. Where none answers, it is believed five minutes after the machine was switched on.
    case unsure
    /// What an unknown word is read as.
    public static var unknownWord: Self { .unsure }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    online = f.required("online", \.online, .flag)
    ts = f.required("ts", \.ts, .time)
    since = f.required("since", \.since, .time)
    session = f.required("session", \.session, .name())
    clock = f.optional("clock", \.clock, .word)
    doubt = f.optional("doubt", \.doubt, .word)
    trouble = f.optional("trouble", \.trouble, .word)
    term = f.optional("term", \.term, .integer(1...1_000_000))
  }

  /// A status.
  public init(
    online: Bool, ts: EpochSeconds, since: EpochSeconds, session: MessageID, clock: Clock? = nil,
    doubt: Doubt? = nil, trouble: Trouble? = nil, term: Int? = nil
  ) {
    self.online = online
    self.ts = ts
    self.since = since
    self.session = session
    self.clock = clock
    self.doubt = doubt
    self.trouble = trouble
    self.term = term
  }
}

/// A document of the bridge that tells dates, and says so when they are none.
public protocol DatedDocument: Document {
  /// `unset`: its times are no dates, since the bridge does not know the time. Absent: they are.
  var clock: BridgeStatus.Clock? { get set }
}
