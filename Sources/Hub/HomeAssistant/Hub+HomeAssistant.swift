import GardenCore
import GardenTopics
import MQTTTypes
import StoreTypes

// The garden in Home Assistant. Nothing of it is made where no config asks for it.
extension Hub {
  /// What is announced now; empty where nothing shall be.
  var announced: [AnnouncedEntity] {
    home.place.map { renderer.announcements(for: $0, heard: home.heard) } ?? []
  }

  var birthSubscriptions: [MQTTSubscription] {
    home.birthTopics.sorted().map { MQTTSubscription(filter: $0) }
  }

  mutating func announceToHome() {
    for entity in announced { retained.put(entity.publication) }
  }

  /// A probe measures something for the first time: remembered before it is announced.
  mutating func noteForHome(_ effect: Effect) {
    guard case .publish(.plant(let snapshot)) = effect, home.sees(snapshot) else { return }
    rememberTraces()
    for entity in announced where entity.subject == snapshot.id { retained.put(entity.publication) }
  }

  mutating func takeBirth(_ payload: Span<UInt8>, wasRetained: Bool) {
    home.heard(payload, wasRetained: wasRetained, dice: chance.next(), at: now)
  }

  mutating func answerBirth() {
    if home.owesAnswer(at: now), line.isOnline {
      log.info("Home Assistant has started: \(announced.count) entities announced again")
      announceToHome()
      showDeparted()
    }
    if let due = home.farewellDue, due <= now.uptime { dismissDeparted() }
  }

  /// Announced once, and no more; Home Assistant may have been away when they went.
  private var departed: [DepartedEntity] {
    formerTraces.topics.subtracting(traces.topics).compactMap(DepartedEntity.init).sorted {
      $0.topic < $1.topic
    }
  }

  private mutating func showDeparted() {
    let entities = departed
    guard !entities.isEmpty else { return }
    for entity in entities { retained.put(entity.reappearance) }
    home.farewellDue = now.uptime + HomeAssistantPublisher.reappearanceLasts
  }

  /// Home Assistant is there and has seen them: they need not be remembered any more.
  private mutating func dismissDeparted() {
    home.farewellDue = nil
    guard line.isOnline else { return }
    let entities = departed
    for entity in entities { retained.put(renderer.emptying(entity.topic).publication) }
    formerTraces.topics.subtract(entities.map(\.topic))
    durability.keep(formerTraces.union(traces))
  }
}
