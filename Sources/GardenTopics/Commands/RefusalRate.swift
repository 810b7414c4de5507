import GardenCore

/// How often a device is told that its messages are refused, so that a flood of rubbish is not answered with a flood.
///
/// A message without a readable id is answered once a minute; one with an id 30 times at once and then once a second.
struct RefusalRate: Sendable {
  static let devicesMax = 64
  static let burst = 30.0

  private struct Account: Sendable {
    var lastNameless: Uptime?
    var tokens: Double
    var filledAt: Uptime
  }

  private var accounts: [DeviceID: Account] = [:]

  /// Whether the refusal may go out; counts it if so.
  mutating func allows(_ device: DeviceID, hasID: Bool, at now: Uptime) -> Bool {
    if accounts[device] == nil, accounts.count >= Self.devicesMax { forgetOldest() }
    var account = accounts[device] ?? Account(tokens: Self.burst, filledAt: now)
    defer { accounts[device] = account }
    guard hasID else {
      if let last = account.lastNameless, now - last < .minutes(1) { return false }
      account.lastNameless = now
      return true
    }
    let passed = Double(max(0, (now - account.filledAt).milliseconds)) / 1000
    account.tokens = min(Self.burst, account.tokens + passed)
    account.filledAt = now
    guard account.tokens >= 1 else { return false }
    account.tokens -= 1
    return true
  }

  private mutating func forgetOldest() {
    let oldest = accounts.min { a, b in
      a.value.filledAt != b.value.filledAt ? a.value.filledAt < b.value.filledAt : a.key < b.key
    }
    if let oldest { accounts[oldest.key] = nil }
  }
}
