/// What a widget, a complication or a tag shows at a glance (`state/glance/all`, retained).
///
/// It holds times, not seconds that tick: the reader counts down by itself, and an unchanged glance is never sent again.
/// What a refresh is to do with it says ``GlanceRefresh``.
public struct GlanceState: DatedDocument {
  /// ≤ 2048 bytes.
  public static let kind = DocumentKind(
    "glance-state", at: "state/glance/all", upTo: DocumentLimits.glance)

  /// A fingerprint: another number, another content.
  public var rev: Int
  /// Plants that want water.
  public var due: Int
  /// When the first plant wants water, not before `ts`.
  public var next: EpochSeconds?
  /// How that is known.
  public var nextBecause: NextBecause?
  /// Running ones first, those that end first in front; at most 4.
  public var runs: [Run]
  /// How many runs there are beside.
  public var more: Int?
  /// When this was made.
  public var ts: EpochSeconds

  /// A watering or a countdown.
  public struct Run: DocumentPart {
    /// Its activity.
    public var activity: MessageID
    /// What runs.
    public var kind: Kind
    /// Which plant; `nil`: a countdown without one.
    public var plant: SubjectName?
    /// 1 to 24 characters.
    public var name: String
    /// How it is, or how it ended.
    public var state: State
    /// When it started.
    public var started: EpochSeconds
    /// When it ended, or is expected to end.
    public var ends: EpochSeconds
    /// With a run that is complete: what a tap opens; see ``DeepLink``.
    public var url: String?

    /// What runs.
    public enum Kind: String, OpenChoice {
      /// Water by a valve.
      case watering
      /// Water by can or hose, timed.
      case countdown
      /// What an unknown word is read as.
      public static var unknownWord: Self { .watering }
    }

    /// How a run is, or how it ended.
    public enum State: String, OpenChoice {
      /// On its way, running, or closing.
      case running
      /// Complete.
      case finished
      /// By a person.
      case stopped
      /// By something else.
      case interrupted
      /// Something did not work.
      case failed
      /// Nobody can say.
      case unknown
      /// What an unknown word is read as.
      public static var unknownWord: Self { .unknown }
    }

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      activity = f.required("activity", \.activity, .name())
      kind = f.required("kind", \.kind, .word)
      plant = f.optional("plant", \.plant, .name())
      name = f.required("name", \.name, .text(1...24))
      state = f.required("state", \.state, .word)
      started = f.required("started", \.started, .time)
      ends = f.required("ends", \.ends, .time)
      url = f.optional("url", \.url, .text(1...200))
      f.rule(.order("ends", .notBelow, "started"))
    }

    /// A watering or a countdown.
    public init(
      activity: MessageID, kind: Kind, plant: SubjectName?, name: String, state: State, started: EpochSeconds,
      ends: EpochSeconds, url: String? = nil
    ) {
      self.activity = activity
      self.kind = kind
      self.plant = plant
      self.name = name
      self.state = state
      self.started = started
      self.ends = ends
      self.url = url
    }

    /// Seconds that are left; `nil` where nothing runs: absent is not zero.
    public func left(at now: EpochSeconds) -> Int64? {
      state == .running ? max(0, ends.seconds - now.seconds) : nil
    }
  }

  /// `unset`: its times are no dates, since the bridge does not know the time. Absent: they are.
  public var clock: BridgeStatus.Clock?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    rev = f.required("rev", \.rev, .count)
    due = f.required("due", \.due, .integer(0...10_000))
    next = f.optional("next", \.next, .time)
    nextBecause = f.optional("next_because", \.nextBecause, .word)
    runs = f.required("runs", \.runs, .list(of: .part, 4))
    more = f.optional("more", \.more, .integer(1...10_000))
    ts = f.required("ts", \.ts, .time)
    clock = f.optional("clock", \.clock, .word)
  }

  /// A glance.
  public init(
    rev: Int, due: Int, next: EpochSeconds?, runs: [Run], more: Int? = nil, ts: EpochSeconds,
    nextBecause: NextBecause? = nil
  ) {
    self.rev = rev
    self.due = due
    self.next = next
    self.nextBecause = nextBecause
    self.runs = runs
    self.more = more
    self.ts = ts
  }
}
