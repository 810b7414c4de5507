/// A button was pressed (`d/<device>/up/action`), or a watering is asked for without one.
public struct ActionMessage: Document {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind(
    "action", at: "d/D/up/action", upTo: DocumentLimits.small)

  /// New for each press; a resend keeps it.
  public var id: MessageID
  /// The notification that carried the button; `nil` from a page or the command line. Required with `trouble_seen`.
  public var note: MessageID?
  /// Its key.
  public var key: ReminderKey?
  /// Its revision.
  public var rev: Int?
  /// Its category.
  public var category: CategoryName
  /// Which button.
  public var action: ActionName
  /// Which plant; required for every button but a plain tap, a dismissal, `trouble_seen`, those of a countdown and what ``valve`` is about.
  public var plant: SubjectName?
  /// Which valve, with `water_hold` and `water_release`; a release without one ends the emergency stop.
  public var valve: SubjectName?
  /// When the person pressed, by the device's clock.
  public var at: EpochSeconds
  /// The answer to a text button, ≤ 200 characters.
  public var text: String?
  /// `water_start`: seconds to run, 1…86400. `countdown_start`: seconds to count, 1…43200, required.
  public var value: Double?
  /// `water_start`: litres to give, 0.1…100000, where the valve's water is measured; the run ends at whichever comes first.
  public var litres: Double?
  /// After it the message must not act.
  public var exp: EpochSeconds?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    note = f.optional("note", \.note, .name())
    key = f.optional("key", \.key, .name())
    rev = f.optional("rev", \.rev, .count)
    category = f.required("category", \.category, .name())
    action = f.required("action", \.action, .name())
    plant = f.optional("plant", \.plant, .name())
    valve = f.optional("valve", \.valve, .name())
    at = f.required("at", \.at, .time)
    text = f.optional("text", \.text, .text(0...200))
    value = f.optional("value", \.value, .number(-1e12...1e12))
    litres = f.optional("litres", \.litres, .number(0.1...100_000))
    exp = f.optional("exp", \.exp, .time)
    f.rule(.requires("plant", unless: "action", is: ActionName.withoutPlant.map(\.text)))
    f.rule(.requires("note", when: "action", is: [ActionName.troubleSeen.text]))
    f.rule(.requires("valve", when: "action", is: [ActionName.waterHold.text]))
    f.rule(.requires("value", when: "action", is: [ActionName.countdownStart.text]))
    f.rule(.whole("value", 1...86_400, when: "action", is: ActionName.waterStart.text))
    f.rule(.whole("value", 1...43_200, when: "action", is: ActionName.countdownStart.text))
  }

  /// A press of a button.
  public init(
    id: MessageID, category: CategoryName, action: ActionName, plant: SubjectName?, at: EpochSeconds,
    note: MessageID? = nil, key: ReminderKey? = nil, rev: Int? = nil, text: String? = nil,
    value: Double? = nil,
    exp: EpochSeconds? = nil, valve: SubjectName? = nil, litres: Double? = nil
  ) {
    self.id = id
    self.note = note
    self.key = key
    self.rev = rev
    self.category = category
    self.action = action
    self.plant = plant
    self.valve = valve
    self.at = at
    self.text = text
    self.value = value
    self.litres = litres
    self.exp = exp
  }
}
