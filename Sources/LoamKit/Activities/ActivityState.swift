/// A running activity for displays and latecomers (`state/activity/<id>`, retained; empty when it is removed).
public struct ActivityState: Document {
  /// ≤ 4096 bytes.
  public static let kind = DocumentKind(
    "activity-state", at: "state/activity/<id>", upTo: DocumentLimits.large)

  /// Equal to the topic's level.
  public var id: MessageID
  /// How it is; from `ended` nothing returns.
  public var state: State
  /// Name of the app's attributes type.
  public var attributesType: String
  /// What never changes.
  public var attributes: ActivityAttributes
  /// What changes.
  public var contentState: ActivityContent
  /// When this content was made.
  public var timestamp: EpochSeconds
  /// From then on it is to be shown as old.
  public var staleDate: EpochSeconds
  /// When it started.
  public var started: EpochSeconds
  /// When it ended. Of one that runs: when it is expected to end by the flow, or else by its time at the latest; of a heating when it
  /// will be warm, absent where no earlier run taught that.
  public var ends: EpochSeconds?
  /// The bridge ends it then, come what may.
  public var endsBy: EpochSeconds
  /// Of the last step.
  public var seq: Int
  /// The plant that is watered.
  public var plant: SubjectName?
  /// The reminder whose place it takes.
  public var key: ReminderKey?
  /// What runs.
  public var kind: Kind
  /// Of a heating: from where to where, and how far.
  public var heat: Heat?
  /// How it ended.
  public var end: ActivityEnding?
  /// Who ended it, with ``ActivityEnding/stopped``.
  public var by: DeviceName?
  /// Why, with ``ActivityEnding/interrupted`` and ``ActivityEnding/failed``.
  public var why: String?
  /// What broke it off, as people call it: an interlock, a master valve.
  public var cause: String?
  /// What an ended watering gave; absent: nothing measured it.
  public var litres: Double?
  /// How long it was to run, seconds, where its valve closed well after it was told to.
  public var meantS: Int?
  /// With ``meantS``: how long it did run.
  public var ranS: Int?
  /// With ``meantS``: it ran so long at most, nobody saw it.
  public var atMost: Bool?
  /// As in ``ActivityMessage/Head/clock``.
  public var clock: BridgeStatus.Clock?

  /// What runs.
  public enum Kind: String, OpenChoice {
    /// Water by a valve.
    case watering
    /// Water by can or hose, timed.
    case countdown
    /// A place gets warm.
    case heating
    /// What an unknown word is read as.
    public static var unknownWord: Self { .watering }
  }

  /// A place on its way from one temperature to another. °C.
  public struct Heat: DocumentPart {
    /// Where it began.
    public var from: Double
    /// What is asked for.
    public var to: Double
    /// As measured last.
    public var value: Double
    /// The slider by which people ask for warmth.
    public var control: ControlName

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      from = f.required("from", \.from, .number())
      to = f.required("to", \.to, .number())
      value = f.required("value", \.value, .number())
      control = f.required("control", \.control, .name())
    }

    /// A place that gets warm.
    public init(from: Double, to: Double, value: Double, control: ControlName) {
      self.from = from
      self.to = to
      self.value = value
      self.control = control
    }
  }

  /// How an activity is.
  public enum State: String, OpenChoice {
    /// Running.
    case active
    /// Nothing was heard for too long.
    case stale
    /// Over.
    case ended
    /// What an unknown word is read as.
    public static var unknownWord: Self { .stale }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    state = f.required("state", \.state, .word)
    attributesType = f.required("attributes-type", \.attributesType, .text(1...64))
    attributes = f.required("attributes", \.attributes, .part)
    contentState = f.required("content-state", \.contentState, .part)
    timestamp = f.required("timestamp", \.timestamp, .time)
    staleDate = f.required("stale-date", \.staleDate, .time)
    started = f.required("started", \.started, .time)
    ends = f.optional("ends", \.ends, .time)
    endsBy = f.required("ends_by", \.endsBy, .time)
    seq = f.required("seq", \.seq, .ordinal)
    plant = f.optional("plant", \.plant, .name())
    key = f.optional("key", \.key, .name())
    kind = f.required("kind", \.kind, .word)
    heat = f.optional("heat", \.heat, .part)
    end = f.optional("end", \.end, .word)
    by = f.optional("by", \.by, .name())
    why = f.optional("why", \.why, .text(1...64))
    cause = f.optional("cause", \.cause, .text(1...64))
    litres = f.optional("litres", \.litres, .number(0...1e6))
    meantS = f.optional("meant_s", \.meantS, .count)
    ranS = f.optional("ran_s", \.ranS, .count)
    atMost = f.optional("at_most", \.atMost, .flag)
    clock = f.optional("clock", \.clock, .word)
    f.rule(.forbids("end", unless: "state", is: State.ended.rawValue))
  }

  /// A running activity.
  public init(
    id: MessageID, state: State, name: String, content: ActivityContent, timestamp: EpochSeconds,
    staleDate: EpochSeconds, started: EpochSeconds, ends: EpochSeconds?, endsBy: EpochSeconds, seq: Int,
    plant: SubjectName?, key: ReminderKey? = nil, kind: Kind, heat: Heat? = nil,
    end: ActivityEnding? = nil, by: DeviceName? = nil, why: String? = nil, clock: BridgeStatus.Clock? = nil
  ) {
    self.id = id
    self.state = state
    self.attributesType = ActivityMessage.attributesType
    self.attributes = ActivityAttributes(name: name)
    self.contentState = content
    self.timestamp = timestamp
    self.staleDate = staleDate
    self.started = started
    self.ends = ends
    self.endsBy = endsBy
    self.seq = seq
    self.plant = plant
    self.key = key
    self.kind = kind
    self.heat = heat
    self.end = end
    self.by = by
    self.why = why
    self.clock = clock
  }
}
