/// The categories that the hub knows of itself. Adding one is one line here and its words in each language.
public enum BuiltInCategories {
  /// A button, without its words.
  public struct Button: Sendable, Hashable {
    /// Its id.
    public var action: ActionName
    /// Key in a string catalogue; the words themselves belong to the languages.
    public var titleKey: String
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
  }

  /// All of them.
  public static let all: [Plan] = [
    plan(.wateringReminder, [done, later, tomorrow]),
    plan(.wateringDigest, [done, later, tomorrow]),
    plan(.wateringCheck, [done]),
    plan(.setpointAdjust, []),
    plan(.plantClimate, []),
    plan(.sensorTrouble, []),
    plan(.valveTrouble, [stop, seen]),
    plan(.idleValveTrouble, [seen]),
    plan(.heaterTrouble, [seen]),
    plan(.gardenStopped, [release, seen]),
    plan(.wateringTimeUp, [done]),
    plan(.timeUp, []),
    plan(
      .wateringControl, [start, stop, countdownStart, countdownStop],
      commands: [.waterStopAll, .waterHold, .waterRelease]),
  ]

  /// The category of that name; `nil`: unknown, to be shown as plain text without buttons.
  public static func plan(of id: CategoryName) -> Plan? { all.first { $0.id == id } }

  /// Whether that button is in that category. A plain tap and a dismissal are in every known one.
  public static func has(_ action: ActionName, in id: CategoryName) -> Bool {
    guard let plan = plan(of: id) else { return false }
    return action.isOfThePhone || plan.commands.contains(action)
      || plan.buttons.contains { $0.action == action }
  }

  private static let done = button(.waterDone, "NotificationAction_Done")
  private static let later = button(.waterLater, "NotificationAction_Later")
  private static let tomorrow = button(.waterTomorrow, "NotificationAction_Tomorrow")
  private static let start = button(.waterStart, "NotificationAction_Start", ["authenticationRequired"])
  private static let stop = button(.waterStop, "NotificationAction_Stop", ["destructive"])
  private static let release = button(
    .waterRelease, "NotificationAction_Release", ["authenticationRequired"])
  private static let seen = button(.troubleSeen, "NotificationAction_Seen")
  private static let countdownStart = button(.countdownStart, "NotificationAction_CountdownStart")
  private static let countdownStop = button(.countdownStop, "NotificationAction_CountdownStop")

  private static func button(_ action: ActionName, _ titleKey: String, _ options: [String] = []) -> Button {
    Button(action: action, titleKey: titleKey, options: options)
  }

  private static func plan(
    _ id: CategoryName, _ buttons: [Button], commands: [ActionName] = []
  ) -> Plan {
    Plan(id: id, buttons: buttons, options: ["customDismissAction"], commands: commands)
  }
}
