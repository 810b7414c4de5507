internal import GardenCore

/// One entry of `people`.
struct PersonDraft {
  var id: Placed<String>
  var plan: PersonPlan
  var devices: [Placed<String>]
  /// As they are written; `nil`: all.
  var plants: [Placed<String>]?
  /// The turns of devices that are not told at once.
  var turns: [Placed<Duration>]

  static let roles: [(word: String, value: Role)] = [
    ("viewer", .viewer), ("actor", .actor), ("tuner", .tuner), ("operator", .operator),
  ]

  init(_ id: Placed<String>, _ keys: Section, usesFahrenheit: Bool) {
    self.id = id
    let name = keys.optional(
      "name", .text(), example: "Anna", help: "Name that others read. Without it: the key above.")
    let devices = keys.table(
      "devices", id: .deviceName, example: "anna-phone",
      help: "Phones, watches and pages by their MQTT user names."
    ) {
      ($0, Self.device($0, $1, usesFahrenheit: usesFahrenheit))
    }
    plants = keys.optionalList(
      "plants", .name(of: "a plant", upTo: 51), example: "[basil, mint]",
      help:
        "The plants of whose reminders this person hears. Without it: all. Places, alarms and the person's own countdowns come in any case."
    )
    let quiet = keys.optionalSection(
      "quiet_hours", help: "Local hours without notifications.", read: Self.quietHours)
    let budget = keys.value(
      "notifications_per_day", .integer(1...1000, "a number"), default: 12,
      help:
        "What is beyond this number waits for the next morning: the end of the night's quiet hours, or reminders.tomorrow_at. Alarms are always sent."
    )
    self.devices = devices.map(\.0)
    turns = devices.compactMap(\.1.turn)
    plan = PersonPlan(
      id: id.value, name: name?.value ?? id.value, devices: devices.map(\.1.plan),
      plants: plants.map { Set($0.map(\.value)) }, quiet: quiet ?? nil, notificationsPerDay: budget.value)
  }

  private static func device(
    _ id: Placed<String>, _ keys: Section, usesFahrenheit: Bool
  ) -> (plan: DevicePlan, turn: Placed<Duration>?) {
    let name = keys.optional(
      "name", .text(), example: "Anna's phone", help: "Name that others read. Without it: the key above.")
    let role = keys.value(
      "role", .words("a role", roles), default: .actor,
      help: "viewer sees; actor answers; tuner also moves limits; operator also moves water and heat.")
    let language = keys.optional(
      "language", .words("a language", SiteSection.languages), example: "zh-Hans",
      help: "Without it: what the device says itself, else the site's.")
    let unit = keys.value(
      "temperature_unit", .words("a unit", SiteSection.units), default: usesFahrenheit,
      help: "Unit in which it is shown temperatures. Without it: the site's.")
    let only = keys.optionalList(
      "only", .words("a category", MatterCategory.allCases.map { ($0.rawValue, $0) }),
      example: "[water, alarms]",
      help:
        "Of what it is told. Without it: of everything. A person of whose devices none takes an alarm is told of it on all of them."
    )
    let after = keys.optional(
      "after", .duration(.seconds(5)...(.days(30))), example: "30min",
      help:
        "Its turn: it is told of a reminder that nobody has answered this long after it was sent first. Without it: at once, as of alarms and countdowns in any case."
    )
    let plan = DevicePlan(
      id: id.value, name: name?.value ?? id.value, role: role.value, language: language?.value,
      usesFahrenheit: unit.value, categories: only.map { Set($0.map(\.value)) }, after: after?.value ?? .zero)
    return (plan, after)
  }

  static func quietHours(_ keys: Section) -> QuietHours? {
    let from = keys.required("from", .timeOfDay, example: "'22:00'", help: "Local time at which they begin.")
    let to = keys.required(
      "to", .timeOfDay, example: "'07:00'",
      help: "Local time at which they end, the next day if it is earlier.")
    guard let from, let to else { return nil }
    if from.value == to.value {
      keys.problems.error(
        at: to.position, "\(keys.place): 'from' and 'to' are the same", help: "leave quiet_hours out for none"
      )
    }
    return QuietHours(fromSecondOfDay: from.value.second, toSecondOfDay: to.value.second)
  }
}
