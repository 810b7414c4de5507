import GardenCore
import Logging
import MQTTTypes
import MosquittoClient

/// A broker that keeps retained messages, and gives them to nobody who asks by a wildcard.
extension Bridge {
  func watchRetained() {
    while let step = retainedTrial.takeDue(at: now.uptime) {
      switch step {
      case .ask: subscribe([MQTTSubscription(filter: retainedTrial.filter)])
      case .ended(let isNews):
        client.unsubscribe([retainedTrial.filter])
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
