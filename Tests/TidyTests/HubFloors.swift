/// The folders of `Hub` as floors; see ``CoreFloors``.
enum HubFloors {
  /// From the ground up. Folders of one line do not know each other. What lies beside the folders is the top: it alone knows several machines.
  static let floors: [[String]] = [
    ["Log"], ["Counting", "Line"],
    ["Inbox", "Outbox", "Retained", "Rivals", "Durability", "Accounts", "HomeAssistant", "Questions"],
    ["Schedule"], ["Startup"], [""],
  ]
}
