import PayloadJSON

/// A battery that says how it feels instead of how full it is: `low`, `medium`, `middle`, `high`.
enum BatteryWord {
  static func isLow(_ value: JSONValue) -> Bool? {
    guard value.kind == .string else { return nil }
    if value.textEqualsIgnoringCase("low") { return true }
    let isFine =
      value.textEqualsIgnoringCase("medium") || value.textEqualsIgnoringCase("middle")
      || value.textEqualsIgnoringCase("high")
    return isFine ? false : nil
  }

  /// On a topic of its own it may be a flag too, `ON` where it is low.
  static func isLow(_ found: FoundField) -> Bool? {
    if found.textEqualsIgnoringCase("low") || found.textEqualsIgnoringCase("on") { return true }
    let isFine = ["medium", "middle", "high", "off"].contains { found.textEqualsIgnoringCase($0) }
    return isFine ? false : nil
  }
}
