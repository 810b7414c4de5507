import PayloadJSON

/// A battery on a topic of its own that says how it feels instead of how full it is: `low`, `medium`, `middle`, `high`.
enum BatteryText {
  static func isLow(_ payload: PayloadReader) -> Bool? {
    if payload.textEquals("low") { return true }
    let isFine = payload.textEquals("medium") || payload.textEquals("middle") || payload.textEquals("high")
    return isFine ? false : nil
  }
}
