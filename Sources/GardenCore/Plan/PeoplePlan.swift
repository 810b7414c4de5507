/// What a device may send; each role includes those before it.
package enum Role: UInt8, Sendable, Hashable, Comparable, CaseIterable {
  case viewer = 0
  /// + answers to reminders.
  case actor
  /// + sliders.
  case tuner
  /// + valves and heat.
  case `operator`

  package static func < (a: Role, b: Role) -> Bool { a.rawValue < b.rawValue }
}

/// What a matter is about, as people choose where they are told of it.
package enum MatterCategory: String, Sendable, Hashable, CaseIterable {
  /// A plant wants water, or the probe saw none.
  case water
  /// A plant is too cold, too hot, too dark, hungry, …
  case climate
  /// A place left its range.
  case places
  /// A probe is silent, unreadable, or its battery low.
  case sensors
  /// A countdown is over.
  case timers
  /// A valve or a heater did not do what it was told, or everything is stopped.
  case alarms
}

package struct DevicePlan: Sendable, Hashable {
  package var id: DeviceID
  package var name: String
  package var role: Role
  /// A tag such as `en`; `nil`: the hello's locale, else English.
  package var language: String?
  package var usesFahrenheit: Bool
  /// Of what it is told; `nil`: of everything.
  package var categories: Set<MatterCategory>?
  /// Its turn: it is told of a question that nobody has answered this long after it was sent first. Zero: at once.
  package var after: Duration
  /// It was let in while the bridge ran, and stands in no file.
  package var isLetIn: Bool

  package init(
    id: DeviceID, name: String, role: Role, language: String? = nil, usesFahrenheit: Bool = false,
    categories: Set<MatterCategory>? = nil, after: Duration = .zero, isLetIn: Bool = false
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.language = language
    self.usesFahrenheit = usesFahrenheit
    self.categories = categories
    self.after = after
    self.isLetIn = isLetIn
  }
}

package struct PersonPlan: Sendable, Hashable {
  package var id: PersonID
  package var name: String
  package var devices: [DevicePlan]
  /// The plants of whose reminders this person hears; `nil`: of all.
  package var plants: Set<PlantID>?
  /// Local seconds of day; may wrap over midnight. `nil`: no quiet hours.
  package var quiet: QuietHours?
  /// Notifications per local day; what exceeds it is held for the next day's digest and counted.
  package var notificationsPerDay: Int

  package init(
    id: PersonID, name: String, devices: [DevicePlan], plants: Set<PlantID>? = nil, quiet: QuietHours? = nil,
    notificationsPerDay: Int = 12
  ) {
    self.id = id
    self.name = name
    self.devices = devices
    self.plants = plants
    self.quiet = quiet
    self.notificationsPerDay = notificationsPerDay
  }
}

package struct QuietHours: Sendable, Hashable {
  package var fromSecondOfDay: Int
  package var toSecondOfDay: Int
  package init(fromSecondOfDay: Int, toSecondOfDay: Int) {
    self.fromSecondOfDay = fromSecondOfDay
    self.toSecondOfDay = toSecondOfDay
  }
}
