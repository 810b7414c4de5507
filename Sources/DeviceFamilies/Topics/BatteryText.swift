import PayloadJSON

/// A battery on a topic of its own that says how it feels instead of how full it is: `low`, `medium`, `middle`, `high`; or a flag
/// that is `ON` where it is low.
enum BatteryText {
  static func isLow(_ payload: PayloadReader) -> Bool? {
    if payload.textEquals("low") || payload.textEquals("ON") { return true }
    let isFine =
      payload.textEquals("medium") || payload.textEquals("middle") || payload.textEquals("high")
      || payload.textEquals("OFF")
    return isFine ? false : nil
  }
}
