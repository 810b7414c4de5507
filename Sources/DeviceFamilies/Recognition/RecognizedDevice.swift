package import GardenCore

/// A device that was heard, with what its own decoder read from its messages.
package struct RecognizedDevice: Sendable, Hashable {
  package struct Value: Sendable, Hashable {
    package var quantity: Quantity
    package var value: Double
    /// Before calibration.
    package var raw: Double?
    package var arrival: Timestamp
    /// When the device says it measured.
    package var measuredAt: Timestamp?
    /// The broker replayed it.
    package var wasRetained: Bool
  }

  package var candidate: DeviceCandidate
  /// The last of each quantity, in the order of ``Quantity``.
  package var values: [Value] = []
  /// The last refusal, where nothing could be read.
  package var refusal: Refusal?
  package var isOnline: Bool?
  package var isOpen: Bool?
  /// °C.
  package var setpoint: Double?
  /// Position among the bindings that exist, of the one that reads it already.
  package var boundBy: Int?

  /// °C; few plants live where it is hotter.
  private static let hot = 45.0

  init(_ candidate: DeviceCandidate) { self.candidate = candidate }

  /// Its own decoder read something that a bridge would use.
  package var isConfirmed: Bool {
    switch candidate.role {
    case .sensor: !values.isEmpty
    case .valve: isOpen != nil
    case .thermostat: setpoint != nil
    }
  }

  /// Heard, and known how to bind, though it has just no value that counts.
  package var isWaiting: Bool {
    guard case .sensor(let binding) = candidate.role, values.isEmpty else { return false }
    return !binding.fields.isEmpty && (refusal == .unavailable || refusal == .notLive)
  }

  package func has(_ quantity: Quantity) -> Bool { values.contains { $0.quantity == quantity } }

  /// By a word beside its number.
  private static func namesFahrenheit(_ message: HeardMessage) -> Bool {
    let text = String(decoding: message.payload.prefix(4096), as: UTF8.self).lowercased()
    return text.contains("fahrenheit") || text.contains("\"f\"") || text.contains("°f\"")
  }

  mutating func take(_ item: DecodedItem, _ message: HeardMessage) {
    switch item {
    case .value(let quantity, let value, let raw, let measuredAt, _):
      guard quantity.plausible(isCalibrated: raw != nil).contains(value) else {
        refusal = .impossible
        return
      }
      if quantity == .temperature, value > Self.hot, candidate.doubts.isEmpty || !candidate.isGuess {
        let doubt = DeviceCandidate.Doubt(
          text: "it said \(DecimalText.rounded(value)) °C: if that is °F, add temperature_unit: fahrenheit")
        if !candidate.doubts.contains(where: { $0.text.hasPrefix("it said ") }) {
          candidate.doubts.append(doubt)
        }
      }
      if quantity == .temperature, value < 1, Self.namesFahrenheit(message),
        let doubt = FieldGuess.rival((value * 1.8 + 32).rounded(), .fahrenheit),
        !candidate.doubts.contains(where: { $0.text.hasPrefix(doubt) })
      {
        candidate.doubts.append(
          DeviceCandidate.Doubt(text: "\(doubt)? Then temperature_unit: celsius"))
      }
      values.removeAll { $0.quantity == quantity }
      values.append(
        Value(
          quantity: quantity, value: value, raw: raw, arrival: message.arrival, measuredAt: measuredAt,
          wasRetained: message.wasRetained))
      values.sort { $0.quantity.rawValue < $1.quantity.rawValue }
    case .refused(_, let refusal): self.refusal = refusal
    case .online(let isOnline): self.isOnline = isOnline
    case .valve(let report): isOpen = report.isOpen ?? isOpen
    case .setpoint(let celsius): setpoint = celsius
    case .asks: refusal = refusal ?? .noValue
    case .fault: refusal = .fault
    case .batteryLow, .alarm, .said, .supply, .interlock: break
    }
  }
}
