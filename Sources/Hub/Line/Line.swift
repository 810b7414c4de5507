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
  private var waiting: [BrokerErrand] = []
  private var first = 0
  /// Something could not be handed over in this turn: the rest of its kind waits for the next.
  private(set) var isStuck = false
  private var closings = ClosingLine()

  var isOnline: Bool { phase == .online }
  var isLooking: Bool { phase == .looking }
  /// Something of what was said is still under way, or closes.
  var isBusy: Bool { inFlight > 0 || !closings.isEmpty }

  mutating func lookBegan(window: Int) {
    phase = .looking
    self.window = window
  }

  mutating func changed(to link: LinkState, window: Int) {
    self.window = window
    if case .online = link { phase = .online } else { phase = .away }
  }

  func mayLeave(_ kind: Leaving) -> Bool { isOnline && inFlight < kind.places(of: window) }

  mutating func publish(_ publication: MQTTPublication, as parcel: Parcel) {
    if publication.qos == .atLeastOnce { inFlight += 1 }
    waiting.append(.publish(publication, parcel))
  }

  mutating func send(_ publication: MQTTPublication, as kind: Leaving, _ log: inout HubLog) {
    if mayLeave(kind) { return publish(publication, as: .order) }
    couldNotLeave(publication, isOnline ? "too much is under way" : "the broker is away", &log)
  }

  /// Without a broker that is nothing new: its going was told, and the garden repeats what must be repeated.
  private func couldNotLeave(_ publication: MQTTPublication, _ why: String, _ log: inout HubLog) {
    log.say(isOnline ? .warning : .debug, "command to \(publication.topic) could not leave: \(why)")
  }

  /// What opens never waits: what cannot leave now is a new danger later, and the garden repeats what must be repeated. What closes waits
  /// for nothing but room, and what is ordered after it leaves after it.
  mutating func order(_ publications: [MQTTPublication], by command: ActuatorCommand, _ log: inout HubLog) {
    if case .close = command.action { return closings.put(publications, of: command.actuator) }
    sendClosings()
    for publication in publications { send(publication, as: .order, &log) }
  }

  mutating func sendClosings() {
    while !isStuck, let (device, publication) = closings.first, mayLeave(.close) {
      publish(publication, as: .closing(device.map { Int($0.position) }))
      closings.removeFirst()
    }
  }

  /// Another config numbers its devices anew.
  mutating func forgetDevices() { closings.forgetDevices() }

  mutating func ended(_ outcome: PublishOutcome, _ log: inout HubLog) {
    inFlight = max(0, inFlight - 1)
    if case .refused(let reason) = outcome { log.warning("broker: refused a publication, reason \(reason)") }
  }

  /// It could not be handed over. Orders do not wait, and what closes waits here.
  mutating func returned(
    _ publication: MQTTPublication, _ parcel: Parcel, _ why: String, _ log: inout HubLog
  ) {
    if publication.qos == .atLeastOnce { inFlight = max(0, inFlight - 1) }
    isStuck = true
    switch parcel {
    case .order: return couldNotLeave(publication, why, &log)
    case .closing(let device): closings.putBack(publication, of: device.map { ActuatorIndex($0) })
    case .document, .state: break
    }
    if isOnline { log.error("\(publication.topic) could not be published: \(why)") }
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

  mutating func takeNext() -> BrokerErrand? {
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
