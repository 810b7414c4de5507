/// A running activity for displays and latecomers (`state/activity/<id>`, retained; empty when it is removed).
public struct ActivityState: Document {
  /// ≤ 4096 bytes.
  public static var bytesMax: Int { DocumentLimits.large }

  /// Version 1.
  public private(set) var v = ProtocolVersion()
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
  /// When the watering is meant to end.
  public var ends: EpochSeconds?
  /// The bridge ends it then, come what may.
  public var endsBy: EpochSeconds
  /// Of the last step.
  public var seq: Int
  /// The plant that is watered.
  public var plant: SubjectName?
  /// The reminder whose place it takes.
  public var key: ReminderKey?
  /// What runs; absent from a bridge that does not say.
  public var kind: Kind?
  /// How it ended.
  public var end: ActivityEnding?
  /// Who ended it, with ``ActivityEnding/stopped``.
  public var by: DeviceName?
  /// Why, with ``ActivityEnding/interrupted`` and ``ActivityEnding/failed``.
  public var why: String?
  /// As in ``ActivityMessage/Head/clock``.
  public var clock: BridgeStatus.Clock?

  /// What runs.
  public enum Kind: String, OpenChoice {
    /// Water by a valve.
    case watering
    /// Water by can or hose, timed.
    case countdown
    /// What an unknown word is read as.
    public static var unknownWord: Self { .watering }
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

  enum CodingKeys: String, CodingKey {
    case v, id, state
    case attributesType = "attributes-type"
    case attributes
    case contentState = "content-state"
    case timestamp
    case staleDate = "stale-date"
    case started, ends
    case endsBy = "ends_by"
    case seq, plant, key, kind, end, by, why, clock
  }

  /// A running activity.
  public init(
    id: MessageID, state: State, name: String, content: ActivityContent, timestamp: EpochSeconds,
    staleDate: EpochSeconds, started: EpochSeconds, ends: EpochSeconds?, endsBy: EpochSeconds, seq: Int,
    plant: SubjectName?, key: ReminderKey? = nil, kind: Kind? = nil, end: ActivityEnding? = nil,
    by: DeviceName? = nil, why: String? = nil, clock: BridgeStatus.Clock? = nil
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
    self.end = end
    self.by = by
    self.why = why
    self.clock = clock
  }

  /// Content within its bounds.
  public func check() throws(DocumentError) {
    try Rule.text(attributes.name, 1...64, at: "/attributes/name")
    try Rule.text(attributesType, 1...64, at: "/attributes-type")
    try Rule.integer(seq, 1...Rule.counts.upperBound, at: "/seq")
    try Rule.text(why, 1...64, at: "/why")
    try Rule.that(end == nil || state == .ended, at: "/end", "only where it has ended")
    try contentState.check(at: "/content-state")
  }
}
