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

package struct DevicePlan: Sendable, Hashable {
  package var id: DeviceID
  package var name: String
  package var role: Role
  /// A tag such as `en`; `nil`: the hello's locale, else English.
  package var language: String?
  package var usesFahrenheit: Bool
  /// It was let in while the bridge ran, and stands in no file.
  package var isLetIn: Bool

  package init(
    id: DeviceID, name: String, role: Role, language: String? = nil, usesFahrenheit: Bool = false,
    isLetIn: Bool = false
  ) {
    self.id = id
    self.name = name
    self.role = role
    self.language = language
    self.usesFahrenheit = usesFahrenheit
    self.isLetIn = isLetIn
  }
}

package struct PersonPlan: Sendable, Hashable {
  package var id: PersonID
  package var name: String
  package var devices: [DevicePlan]
  /// Local seconds of day; may wrap over midnight. `nil`: no quiet hours.
  package var quiet: QuietHours?
  /// Notifications per local day; what exceeds it is held for the next day's digest and counted.
  package var notificationsPerDay: Int

  package init(
    id: PersonID, name: String, devices: [DevicePlan], quiet: QuietHours? = nil, notificationsPerDay: Int = 12
  ) {
    self.id = id
    self.name = name
    self.devices = devices
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
