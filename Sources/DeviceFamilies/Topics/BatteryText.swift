/// A battery on a topic of its own that says how it feels instead of how full it is: `low`, `medium`, `middle`, `high`; or a flag
/// that is `ON` where it is low.
enum BatteryText {
  static func isLow(_ found: FoundField) -> Bool? {
    if found.textEqualsIgnoringCase("low") || found.textEqualsIgnoringCase("on") { return true }
    let isFine = ["medium", "middle", "high", "off"].contains { found.textEqualsIgnoringCase($0) }
    return isFine ? false : nil
  }
}
