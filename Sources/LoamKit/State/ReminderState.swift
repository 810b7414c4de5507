/// A reminder that waits for an answer (`state/reminder/<key>`, retained; empty when it is answered).
///
/// It holds what the notification held, in the site's language and in the others, so that a dashboard that no device
/// registry knows shows and answers the same.
public struct ReminderState: DatedDocument {
  /// ≤ 4096 bytes.
  public static let kind = DocumentKind(
    "reminder-state", at: "state/reminder/<key>", upTo: DocumentLimits.large)

  /// Equal to the topic's level.
  public var key: ReminderKey
  /// The notification's id; an answer names it.
  public var note: MessageID
  /// Rises with each notification of the key.
  public var rev: Int
  /// How far it is.
  public var state: State
  /// Since when it is due.
  public var since: EpochSeconds
  /// When it was sent.
  public var sent: EpochSeconds?
  /// Snoozed until.
  public var until: EpochSeconds?
  /// Who snoozed it.
  public var by: DeviceName?
  /// Which buttons it has, as a notification.
  public var category: CategoryName
  /// Its buttons, in the order of rank.
  public var actions: [ActionName]
  /// The words, in the site's language.
  public var alert: Alert
  /// The same in the other languages, by BCP 47 tag, as far as they fit: one is there whole or not at all.
  public var alerts: [String: Alert]?
  /// The plant it is about.
  public var plant: PlantDates?
  /// The plants of a digest.
  public var plants: [PlantDates]?
  /// The control that `SETPOINT_ADJUST` offers, or the dry limit of a plant that wants water; its definition and who may move it
  /// stand on its own topic.
  public var control: ControlName?
  /// What the first button of `WATERING_OFFER` does.
  public var water: WaterQuestion?
  /// The activity that shows the water, while ``State/watering``.
  public var activity: MessageID?

  /// Who was not told of it yet, and why; absent: everybody was, or it reaches everybody at once.
  public var untold: [Hearing]?

  /// How far a reminder is.
  public enum State: String, OpenChoice {
    /// Waiting to be sent: quiet hours, a digest, the day's budget.
    case due
    /// Sent, not answered.
    case sent
    /// Put off.
    case snoozed
    /// The plant is being watered: nobody is asked, and again if that gives nothing.
    case watering
    /// What an unknown word is read as.
    public static var unknownWord: Self { .due }
  }

  /// `unset`: its times are no dates, since the bridge does not know the time. Absent: they are.
  public var clock: BridgeStatus.Clock?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    key = f.required("key", \.key, .name())
    note = f.required("note", \.note, .name())
    rev = f.required("rev", \.rev, .count)
    state = f.required("state", \.state, .word)
    since = f.required("since", \.since, .time)
    sent = f.optional("sent", \.sent, .time)
    until = f.optional("until", \.until, .time)
    by = f.optional("by", \.by, .name())
    category = f.required("category", \.category, .name())
    actions = f.required("actions", \.actions, .list(of: .name(), 10))
    alert = f.required("alert", \.alert, .part)
    alerts = f.optional("alerts", \.alerts, .table(.text(1...64), of: .part, 32))
    plant = f.optional("plant", \.plant, .part)
    plants = f.optional("plants", \.plants, .list(of: .part, 64))
    control = f.optional("control", \.control, .name())
    water = f.optional("water", \.water, .part)
    activity = f.optional("activity", \.activity, .name())
    clock = f.optional("clock", \.clock, .word)
    untold = f.optional("untold", \.untold, .list(of: .part, Hearing.countMax))
    f.rule(.requires("until", when: "state", is: [State.snoozed.rawValue]))
  }

  /// An open reminder.
  public init(
    key: ReminderKey, note: MessageID, rev: Int, state: State, since: EpochSeconds, sent: EpochSeconds? = nil,
    until: EpochSeconds? = nil, by: DeviceName? = nil, category: CategoryName, actions: [ActionName],
    alert: Alert, plant: PlantDates? = nil, plants: [PlantDates]? = nil, control: ControlName? = nil,
    alerts: [String: Alert]? = nil, water: WaterQuestion? = nil, activity: MessageID? = nil,
    untold: [Hearing]? = nil
  ) {
    self.key = key
    self.note = note
    self.rev = rev
    self.state = state
    self.since = since
    self.sent = sent
    self.until = until
    self.by = by
    self.category = category
    self.actions = actions
    self.alert = alert
    self.plant = plant
    self.plants = plants
    self.control = control
    self.alerts = alerts
    self.water = water
    self.activity = activity
    self.untold = untold
  }
}
