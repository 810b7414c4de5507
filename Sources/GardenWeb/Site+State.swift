internal import BridgeConfig

extension Site {
  /// What changes while the process runs.
  struct State: Sendable {
    var settings: BridgeSettings
    var configLookedAt: Int64
    var reloads = 0
    var badReloads = 0
    var safety: [WebAnswer.Header]

    init(_ settings: BridgeSettings, at uptime: Int64) {
      self.settings = settings
      configLookedAt = uptime
      safety = SafetyHeaders.all(broker: settings.web.pageBroker)
    }

    /// Takes over all but what needs another socket: where we listen, and which files hold the certificate.
    mutating func adopt(_ fresh: BridgeSettings) {
      settings = fresh
      safety = SafetyHeaders.all(broker: fresh.web.pageBroker)
    }
  }
}
