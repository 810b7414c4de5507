package import GardenWords

/// The categories that the bridge knows of itself. Adding one is one line here and its words in each language.
public enum BuiltInCategories {
  /// A button.
  public struct Button: Sendable, Hashable {
    /// Its id.
    public var action: ActionName
    /// Key in a string catalogue.
    public var titleKey: String
    /// The words themselves.
    package var title: TextKey
    /// Who may press it.
    public var role: DeviceContext.Role
    /// `authenticationRequired`, …
    public var options: [String]
  }

  /// A category, without words.
  public struct Plan: Sendable, Hashable {
    /// Its id.
    public var id: CategoryName
    /// In the order of rank.
    public var buttons: [Button]
    /// Category options.
    public var options: [String]
    /// Actions without a button: from pages and the command line.
    public var commands: [ActionName] = []
    /// What a device gets instead that may not press all of its buttons.
    public var otherwise: CategoryName?
  }

  /// All of them.
  public static let all: [Plan] = [
    // A lock screen shows the first two: yes, and not now.
    plan(.wateringOffer, [start, later, done, tomorrow], otherwise: .wateringReminder),
    plan(.wateringReminder, [done, later, tomorrow], otherwise: .plantThirsty),
    plan(.wateringDigestOffer, [start, later, done, tomorrow], otherwise: .wateringDigest),
    plan(.wateringDigest, [done, later, tomorrow], otherwise: .plantThirsty),
    plan(.wateringCheck, [done], otherwise: .plantThirsty),
    plan(.plantThirsty, []),
    plan(.setpointAdjust, []),
    plan(.placeClimate, []),
    plan(.plantClimate, []),
    plan(.sensorTrouble, []),
    plan(.valveTrouble, [stop, seen], otherwise: .gardenTrouble),
    plan(.idleValveTrouble, [seen], otherwise: .gardenTrouble),
    plan(.heaterTrouble, [seen], otherwise: .gardenTrouble),
    plan(.gardenStopped, [release, seen], otherwise: .gardenHeld),
    plan(.gardenHeld, [seen], otherwise: .gardenTrouble),
    plan(.gardenTrouble, []),
    plan(.wateringTimeUp, [done], otherwise: .timeUp),
    plan(.countdownOver, [seen], otherwise: .timeUp),
    plan(.timeUp, []),
    plan(.remindersHeld, []),
    plan(
      .wateringControl, [start, stop, countdownStart, countdownStop],
      commands: [.waterStopAll, .waterHold, .waterRelease]),
  ]

  /// What a device of that role is sent of it: the first along ``Plan/otherwise`` whose every button it may press.
  public static func offered(_ id: CategoryName, to role: DeviceContext.Role) -> CategoryName {
    var plan = plan(of: id)
    while let present = plan, let next = present.otherwise,
      present.buttons.contains(where: { $0.role > role })
    {
      plan = Self.plan(of: next)
    }
    return plan?.id ?? id
  }

  /// The category of that name; `nil`: unknown, to be shown as plain text without buttons.
  public static func plan(of id: CategoryName) -> Plan? { all.first { $0.id == id } }

  /// Whether that button is in that category. A plain tap and a dismissal are in every known one.
  public static func has(_ action: ActionName, in id: CategoryName) -> Bool {
    guard let plan = plan(of: id) else { return false }
    return action.isOfThePhone || plan.commands.contains(action)
      || plan.buttons.contains { $0.action == action }
  }

  private static let done = button(.waterDone, "NotificationAction_Done", .actionWaterDone)
  private static let later = button(.waterLater, "NotificationAction_Later", .actionWaterLater)
  private static let tomorrow = button(.waterTomorrow, "NotificationAction_Tomorrow", .actionWaterTomorrow)
  private static let start = button(
    .waterStart, "NotificationAction_Start", .actionWaterStart, ["authenticationRequired"], by: .operator)
  private static let stop = button(.waterStop, "NotificationAction_Stop", .actionWaterStop, ["destructive"])
  private static let release = button(
    .waterRelease, "NotificationAction_Release", .actionWaterRelease, ["authenticationRequired"],
    by: .operator)
  private static let seen = button(.troubleSeen, "NotificationAction_Seen", .actionTroubleSeen)
  private static let countdownStart = button(
    .countdownStart, "NotificationAction_CountdownStart", .actionCountdownStart)
  private static let countdownStop = button(
    .countdownStop, "NotificationAction_CountdownStop", .actionCountdownStop)

  private static func button(
    _ action: ActionName, _ titleKey: String, _ title: TextKey, _ options: [String] = [],
    by role: DeviceContext.Role = .actor
  ) -> Button {
    Button(action: action, titleKey: titleKey, title: title, role: role, options: options)
  }

  private static func plan(
    _ id: CategoryName, _ buttons: [Button], commands: [ActionName] = [], otherwise: CategoryName? = nil
  ) -> Plan {
    Plan(
      id: id, buttons: buttons, options: ["customDismissAction"], commands: commands, otherwise: otherwise)
  }
}
