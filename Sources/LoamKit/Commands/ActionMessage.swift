/// A button was pressed (`d/<device>/up/action`), or a watering is asked for without one.
public struct ActionMessage: Document {
  /// ≤ 1024 bytes.
  public static var bytesMax: Int { DocumentLimits.small }

  /// Version 1.
  public private(set) var v = ProtocolVersion()
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

  /// A plant, or a valve, where one is needed; seconds of `water_start` whole and within a day.
  public func check() throws(DocumentError) {
    try Rule.integer(rev, 1...Rule.counts.upperBound, at: "/rev")
    try Rule.text(text, 0...200, at: "/text")
    try Rule.number(value, -1e12...1e12, at: "/value")
    try Rule.number(litres, 0.1...100_000, at: "/litres")
    try Rule.that(plant != nil || !action.needsPlant, .missingField, at: "/plant", "required")
    try Rule.that(note != nil || action != .troubleSeen, .missingField, at: "/note", "required")
    try Rule.that(valve != nil || action != .waterHold, .missingField, at: "/valve", "required")
    if action == .waterStart, let value {
      try Rule.that(
        (1...86_400).contains(value) && value == value.rounded(), at: "/value", "whole seconds, 1 to 86400")
    }
    guard action == .countdownStart else { return }
    guard let value else { throw DocumentError(.missingField, at: "/value", "required") }
    try Rule.that(
      (1...43_200).contains(value) && value == value.rounded(), at: "/value", "whole seconds, 1 to 43200")
  }
}
