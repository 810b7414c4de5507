import PayloadJSON

/// `ON` and `OFF`.
enum SwitchWord {
  /// In any case.
  static func isOn(_ value: JSONValue?) -> Bool? {
    guard let value else { return nil }
    if value.textEqualsIgnoringCase("on") { return true }
    return value.textEqualsIgnoringCase("off") ? false : nil
  }

  /// As the whole payload, in capitals.
  static func isOn(_ payload: PayloadReader) -> Bool? {
    if payload.textEquals("ON") { return true }
    return payload.textEquals("OFF") ? false : nil
  }
}

extension JSONValue {
  /// Not negative; nor so large that a change of unit makes it infinite.
  static var amounts: ClosedRange<Double> { 0...1e12 }

  /// A number of ``amounts`` without a unit behind it.
  var amount: Double? {
    guard case .value(let number, unit: nil) = number, Self.amounts.contains(number) else { return nil }
    return number
  }
}
