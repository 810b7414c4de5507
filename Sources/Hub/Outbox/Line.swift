import GardenCore
import MQTTTypes

/// The line to the broker, as far as the hub knows of it: whether it is there, and what is under way.
struct Line {
  enum Phase { case away, looking, online }

  private(set) var phase = Phase.away
  /// So many publications of QoS 1 the broker takes before it has acknowledged one.
  private var window = 1
  /// Handed over at QoS 1 and not acknowledged. They survive a broken link.
  private(set) var inFlight = 0
  /// What is to be done at the broker, in order.
  private var waiting: [Hub.Output] = []
  private var first = 0
  /// Something could not be handed over in this turn: the rest of its kind waits for the next.
  private(set) var isStuck = false

  var isOnline: Bool { phase == .online }
  var isLooking: Bool { phase == .looking }

  mutating func lookBegan(window: Int) {
    phase = .looking
    self.window = window
  }

  mutating func changed(to link: LinkState, window: Int) {
    self.window = window
    if case .online = link { phase = .online } else { phase = .away }
  }

  func mayLeave(_ kind: Leaving) -> Bool { isOnline && inFlight < kind.places(of: window) }

  mutating func publish(_ publication: MQTTPublication, as parcel: Hub.Parcel) {
    if publication.qos == .atLeastOnce { inFlight += 1 }
    waiting.append(.publish(publication, parcel))
  }

  mutating func ended() { inFlight = max(0, inFlight - 1) }

  mutating func returned(_ publication: MQTTPublication) {
    if publication.qos == .atLeastOnce { ended() }
    isStuck = true
  }

  mutating func turnBegins() { isStuck = false }

  mutating func subscribe(_ subscriptions: [MQTTSubscription]) {
    if !subscriptions.isEmpty { waiting.append(.subscribe(subscriptions)) }
  }

  mutating func unsubscribe(_ filters: [String]) {
    if !filters.isEmpty { waiting.append(.unsubscribe(filters)) }
  }

  mutating func beginNextLook(saying words: [MQTTPublication]) {
    waiting.append(.beginNextLook(saying: words))
  }

  mutating func goOnline() { waiting.append(.goOnline) }
  mutating func stayAway(for pause: Duration) { waiting.append(.stayAway(pause)) }

  mutating func takeNext() -> Hub.Output? {
    guard first < waiting.count else { return nil }
    defer {
      first += 1
      if first == waiting.count {
        waiting.removeAll(keepingCapacity: first <= 256)
        first = 0
      }
    }
    return waiting[first]
  }
}
