/// A step of a running activity (`d/<device>/dn/activity`), equal to the push of a Live Activity.
public struct ActivityMessage: Document {
  /// ≤ 4096 bytes.
  public static let kind = DocumentKind(
    "activity", at: "d/D/dn/activity", upTo: DocumentLimits.large)
  /// Name of the app's attributes type.
  public static let attributesType = "PlantActivityAttributes"

  /// Which activity this is.
  public var activity: Head
  /// Apple's keys.
  public var aps: APS

  /// Start, update or end.
  public enum Event: String, Sendable, Hashable, CaseIterable {
    /// Shows it.
    case start
    /// Changes its content.
    case update
    /// The last content; nothing comes after it.
    case end
  }

  /// Only keys that Apple documents.
  public struct APS: DocumentPart {
    /// Strictly rising per activity; a step that is not later than the last one is dropped.
    public var timestamp: EpochSeconds
    /// What to do.
    public var event: Event
    /// With the start.
    public var attributesType: String?
    /// With the start.
    public var attributes: ActivityAttributes?
    /// All keys, every time.
    public var contentState: ActivityContent
    /// From then on the content is to be shown as old.
    public var staleDate: EpochSeconds?
    /// When an ended activity goes from the screen.
    public var dismissalDate: EpochSeconds?
    /// For the order of several.
    public var relevanceScore: Double?
    /// Required with the start: a phone drops one without.
    public var alert: Alert?

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      timestamp = f.required("timestamp", \.timestamp, .time)
      event = f.required("event", \.event, .knownWord(.update))
      attributesType = f.optional("attributes-type", \.attributesType, .text(1...64))
      attributes = f.optional("attributes", \.attributes, .part)
      contentState = f.required("content-state", \.contentState, .part)
      staleDate = f.optional("stale-date", \.staleDate, .time)
      dismissalDate = f.optional("dismissal-date", \.dismissalDate, .time)
      relevanceScore = f.optional("relevance-score", \.relevanceScore, .number(0...1e6))
      alert = f.optional("alert", \.alert, .part)
      f.rule(.requires("alert", "attributes", "attributes-type", when: "event", is: [Event.start.rawValue]))
    }

    /// Apple's part of a step.
    public init(
      timestamp: EpochSeconds, event: Event, contentState: ActivityContent,
      attributes: ActivityAttributes? = nil, staleDate: EpochSeconds? = nil,
      dismissalDate: EpochSeconds? = nil, relevanceScore: Double? = nil, alert: Alert? = nil
    ) {
      self.timestamp = timestamp
      self.event = event
      self.attributesType = attributes == nil ? nil : ActivityMessage.attributesType
      self.attributes = attributes
      self.contentState = contentState
      self.staleDate = staleDate
      self.dismissalDate = dismissalDate
      self.relevanceScore = relevanceScore
      self.alert = alert
    }
  }

  /// Which activity this is.
  public struct Head: DocumentPart {
    /// Equal for all steps.
    public var id: MessageID
    /// 1, 2, …
    public var seq: Int
    /// The plant that is watered; with the start.
    public var plant: SubjectName?
    /// The notification whose place it takes, if that is still shown; with the start.
    public var key: ReminderKey?
    /// The bridge ends it then, come what may: start + 8 h. With the start.
    public var endsBy: EpochSeconds?
    /// With a start: the activity that ends right after it, because the run outlasts its 8 hours.
    public var renews: MessageID?
    /// With the end: how the run ended.
    public var end: ActivityEnding?
    /// Who ended it, with ``ActivityEnding/stopped``.
    public var by: DeviceName?
    /// Why, with ``ActivityEnding/interrupted`` and ``ActivityEnding/failed``: a word like `clock`, ≤ 64 characters.
    public var why: String?
    /// ``BridgeStatus/Clock/unset``: the times are of a clock that is not set. They rise, and what lies between two of them is true:
    /// "now" is then `timestamp` and the time since the step came.
    public var clock: BridgeStatus.Clock?
    /// With the end of a run that is complete: what a tap opens; see ``DeepLink``.
    public var url: String?

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      f.version()
      id = f.required("id", \.id, .name())
      seq = f.required("seq", \.seq, .ordinal)
      plant = f.optional("plant", \.plant, .name())
      key = f.optional("key", \.key, .name())
      endsBy = f.optional("ends_by", \.endsBy, .time)
      renews = f.optional("renews", \.renews, .name())
      end = f.optional("end", \.end, .word)
      by = f.optional("by", \.by, .name())
      why = f.optional("why", \.why, .text(1...64))
      clock = f.optional("clock", \.clock, .word)
      url = f.optional("url", \.url, .text(1...200))
    }

    /// A step's head.
    public init(
      id: MessageID, seq: Int, plant: SubjectName? = nil, key: ReminderKey? = nil,
      endsBy: EpochSeconds? = nil,
      renews: MessageID? = nil, end: ActivityEnding? = nil, by: DeviceName? = nil, why: String? = nil,
      clock: BridgeStatus.Clock? = nil, url: String? = nil
    ) {
      self.id = id
      self.seq = seq
      self.plant = plant
      self.key = key
      self.endsBy = endsBy
      self.renews = renews
      self.end = end
      self.by = by
      self.why = why
      self.clock = clock
      self.url = url
    }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    activity = f.required("activity", \.activity, .part)
    aps = f.required("aps", \.aps, .part)
    f.rule(.forbids("activity/end", unless: "aps/event", is: Event.end.rawValue))
  }

  /// A step of an activity.
  public init(aps: APS, activity: Head) {
    self.aps = aps
    self.activity = activity
  }
}
