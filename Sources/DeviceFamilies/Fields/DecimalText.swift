/// A number as devices expect it in a command: `21`, `21.5`.
enum DecimalText {
  /// `nil` where the number is not finite or has no plain decimal form.
  static func of(_ value: Double) -> String? {
    guard value.isFinite, abs(value) < 1e9 else { return nil }
    if value == value.rounded() { return String(Int(value)) }
    let text = value.description
    return text.utf8.contains(UInt8(ascii: "e")) ? nil : text
  }

  /// For a person: at most three digits behind the point.
  static func rounded(_ value: Double) -> String { of((value * 1000).rounded() / 1000) ?? value.description }
}

/// A run time as devices take it: whole units, never longer than asked, at least one.
enum RunTime {
  static func seconds(_ runs: Duration) -> Int64 { max(1, runs.components.seconds) }

  /// Rounded down, since a device that closes late waters beyond its lease; but at least 1, since 0 means
  /// "no limit" to many devices.
  static func minutes(_ runs: Duration) -> Int64 { max(1, runs.components.seconds / 60) }
}
