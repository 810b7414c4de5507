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
    var usedAt: Uptime
  }

  private var accounts: [DeviceID: Account] = [:]

  /// Whether the refusal may go out; counts it if so.
  mutating func allows(_ device: DeviceID, hasID: Bool, at now: Uptime) -> Bool {
    if accounts[device] == nil, accounts.count >= Self.devicesMax {
      accounts = accounts.filter { now - $0.value.usedAt < .minutes(1) }
      // More names at once than a house has devices: nobody else is answered until some have been quiet.
      guard accounts.count < Self.devicesMax else { return false }
    }
    var account = accounts[device] ?? Account(tokens: Self.burst, usedAt: now)
    let passed = Double(max(0, (now - account.usedAt).milliseconds)) / 1000
    account.tokens = min(Self.burst, account.tokens + passed)
    account.usedAt = now
    defer { accounts[device] = account }
    guard hasID else {
      if let last = account.lastNameless, now - last < .minutes(1) { return false }
      account.lastNameless = now
      return true
    }
    guard account.tokens >= 1 else { return false }
    account.tokens -= 1
    return true
  }
}
