import GardenCore
import GardenTopics
import HostSystem
import Logging
import MQTTTypes
import MosquittoClient

// The garden in Home Assistant. Nothing of it is made where no config asks for it.
extension Bridge {
  /// What is announced now; empty where nothing shall be.
  var announced: [AnnouncedEntity] {
    home.place.map { renderer.announcements(for: $0, heard: home.heard) } ?? []
  }

  var birthSubscriptions: [MQTTSubscription] {
    home.place.map { [MQTTSubscription(filter: $0.birthTopic)] } ?? []
  }

  func announceToHome() {
    for entity in announced { shelf.put(entity.publication) }
  }

  /// A probe measures something for the first time: remembered before it is announced.
  func noteForHome(_ effect: Effect) {
    guard case .publish(.plant(let picture)) = effect, home.sees(picture, of: garden.plan) else { return }
    rememberTraces()
    for entity in announced where entity.subject == picture.id { shelf.put(entity.publication) }
  }

  func takeBirth(_ payload: Span<UInt8>, wasRetained: Bool) {
    var host = HostRandom()
    home.heard(payload, wasRetained: wasRetained, dice: host.next(), at: now)
  }

  func answerBirth() {
    guard home.owesAnswer(at: now), client.isOnline else { return }
    log.info("Home Assistant has started: \(announced.count) entities announced again")
    announceToHome()
  }
}
