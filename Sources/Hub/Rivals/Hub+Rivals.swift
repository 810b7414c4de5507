import BridgeConfig
import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes

// Two bridges by mistake: on one machine the folder's lock keeps the second from starting; on two machines this does.
extension Hub {
  /// A bridge that came second with the client id of the first stays away this long between two attempts: each throws the
  /// first one out.
  static let standBack: Duration = .minutes(5)

  mutating func takeStatus(_ payload: Span<UInt8>, wasRetained: Bool) {
    guard let status = try? DocumentCodec.decode(BridgeStatus.self, from: payload.indices.map { payload[$0] })
    else { return }
    tell(rivals.heard(status, wasRetained: wasRetained, at: now))
    // The will of one that was thrown out would stand there as ours.
    let isWill = !status.online && status.session.text != session.description
    if !wasRetained, line.isOnline, isWill || rivals.owesAnswer(at: now) { announce() }
  }

  mutating func watchRivals() {
    tell(rivals.pass(isOnline: line.isOnline || line.isLooking, at: now))
  }

  mutating func lookBegan(_ facts: LinkFacts) {
    keptStatus = nil
    rivals.lookBegins()
    look.begin()
    // A store that nobody has lived on has left nobody behind, unless somebody has lived under its account.
    if isNew && !facts.isSessionPresent { useLink() }
  }

  /// What the broker kept for us, or says while we look, is not ours before it is known that we are in charge: it is held, and not acknowledged.
  mutating func hold(topic: Span<UInt8>, payload: Span<UInt8>, qos: QoS, wasRetained: Bool) {
    if contract.isStatus(topic) {
      if wasRetained { keptStatus = payload.indices.map { payload[$0] } }
      takeStatus(payload, wasRetained: wasRetained)
      return look.heard(wasRetained: wasRetained, at: now.uptime)
    }
    // What has QoS 0 was for those that were there, and we are not yet.
    guard qos == .atLeastOnce else { return }
    look.held.append(
      Look.Message(
        topic: topic.indices.map { topic[$0] }, payload: payload.indices.map { payload[$0] },
        wasRetained: wasRetained))
    if look.held.count == Look.heldMax {
      log.warning("broker: more than \(Look.heldMax) messages at once; who is in charge is not looked for")
      useLink()
    }
  }

  /// The link is used once it is known who is in charge. One that was left behind leaves it as it was, and says nothing to anybody: the other
  /// has told each idle valve to close when it began.
  mutating func lookOut() {
    if rivals.isSuperseded { return line.isOnline || line.isLooking ? standBack() : () }
    guard line.isLooking, !look.isUsed, look.isOver(at: now.uptime) else { return }
    guard rivals.isInDoubt(at: now), look.asked < RivalWatch.questions else { return useLink() }
    // Whoever runs answers; else it has died, and we go on. The question would leave behind acknowledgements: so a new link begins with it.
    var question = renderer.bridgeStatus(isOnline: true, session: session, at: now).publication
    question.isRetained = false
    question.qos = .atMostOnce
    line.beginNextLook(saying: [question])
    look.asked += 1
    line.stayAway(for: .zero)
  }

  private mutating func useLink() {
    guard !look.isUsed else { return }
    look.isUsed = true
    line.goOnline()
  }

  /// The link is ours: what was held is acted on.
  mutating func takeHeld() {
    let held = look.held
    lookIsOver()
    for message in held {
      hear(topic: message.topic.span, payload: message.payload.span, wasRetained: message.wasRetained)
    }
  }

  private mutating func lookIsOver() {
    look = Look()
    line.beginNextLook(saying: [])
  }

  private mutating func standBack() {
    lookIsOver()
    line.stayAway(for: Self.standBack)
  }

  mutating func linkBroke(_ cause: OfflineCause) {
    let isTakeover = cause == .dismissed(reason: OfflineCause.sessionTakenOver)
    switch cause {
    case .lost, .dismissed: break
    default: return
    }
    if isTakeover {
      log.critical(
        "broker: another client with our client id '\(clientID)' threw us out; each needs an id of its own")
    }
    lookIsOver()
    guard rivals.mustStandBack(isTakeover: isTakeover, at: now), !hasWater || rivals.isSuperseded else {
      return
    }
    log.critical(
      "broker: the bridge that was first most likely has our client id '\(clientID)'; staying away for \(Self.standBack.wholeSeconds) s, so that it can work"
    )
    standBack()
  }

  /// While a bridge that was first is certainly there, only it answers; two answers to one command tell a device nothing. What closes a
  /// valve acts everywhere.
  mutating func isLeftToTheOther(_ command: Command) -> Bool {
    switch command {
    case .stop, .stopAll: return false
    // What was stopped here as well is released here as well.
    case .release(_, nil) where garden.memory.isStopped: return false
    default: break
    }
    guard isOtherInCharge else { return false }
    log.info("a command of \(command.head.device) is left to the other bridge")
    return true
  }

  var isOtherInCharge: Bool { rivals.rival?.isProved == true && rivals.mustYield(at: now) }

  /// A valve of ours is open, or not proved closed: we are needed at the broker.
  var hasWater: Bool { garden.memory.leases.contains { $0.phase != .closed } }

  private mutating func tell(_ news: RivalWatch.News?) {
    switch news {
    case .appeared(let rival), .still(let rival): log.critical("\(words(on: rival))")
    case .gone:
      log.notice("the other bridge on this broker is gone")
      // What it left on our topics is its own view of the garden.
      publishEverythingSoon()
    case nil: return
    }
  }

  private func words(on rival: RivalWatch.Rival) -> String {
    let head = rival.isProved ? "another bridge runs" : "another bridge may run"
    let place = "on this broker under '\(settings.bridge.baseTopic)' (session \(rival.session))"
    if rivals.hasTakenOver(rival) {
      return rival.isProved
        ? "\(head) \(place) on a younger copy of this store, and has the garden: this one says nothing to anybody until that one is gone"
        : "\(head) \(place) on a younger copy of this store: this one opens no valve until that is known"
    }
    if rivals.isLeftBehind(rival) { return "\(head) \(place) on an older copy of this store, and stands by" }
    return rivals.mustYield(at: now)
      ? "\(head) \(place) and was first: this one opens no valve until it is gone; stop one of the two"
      : "\(head) \(place) and came second: it must open no valve; stop one of the two"
  }
}
