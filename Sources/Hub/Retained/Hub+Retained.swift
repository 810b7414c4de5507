import GardenCore
import MQTTTypes

/// What is retained: all of it where the broker may have lost it, and as often as a broker needs that gives it to nobody who asks by a wildcard.
extension Hub {
  /// With each new link. A broker that keeps our last status has lost nothing that came before it: a cluster that elects new leaders is spared
  /// the whole garden.
  mutating func publishWhatIsMissing() {
    defer { keptStatus = nil }
    guard let missing = ledger.missing(where: keptStatus) else { return publishEverything() }
    announce()
    tellContexts()
    for publication in missing { retained.putBack(publication) }
    clearFormerTraces()
  }

  /// With the next link everything is published as it stands then, so until that it needs no document. What is gone is said once.
  func comesAnew(_ snapshot: Snapshot) -> Bool {
    guard !line.isOnline, ledger.isEmpty else { return false }
    switch snapshot {
    case .noReminder, .noActivity, .noHeater: return false
    case .plant, .control, .reminder, .activity, .heater, .glance, .hold, .device: return true
    }
  }

  /// Now, or with the next link.
  mutating func publishEverythingSoon() {
    ledger.forget()
    if line.isOnline { publishEverything() }
  }

  mutating func watchRetained() {
    while let step = retainedTrial.takeDue(at: now.uptime) {
      switch step {
      case .ask:
        // With QoS 1 the nodes of a cluster would have to agree on a copy of it first, and again to forget it.
        line.subscribe([MQTTSubscription(filter: retainedTrial.filter, qos: .atMostOnce)])
      case .ended(let isNews):
        line.unsubscribe([retainedTrial.filter])
        guard isNews else { continue }
        log.notice(
          "broker: gives retained messages to no subscription with a wildcard, so a device that comes later would see nothing: all is published again when one says hello, and each quarter of an hour"
        )
        publishEverything()
      case .publish: publishEverything()
      }
    }
  }
}
