import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes

/// Who is in charge of two bridges. Two by mistake: on one machine the folder's lock keeps the second from starting; on two machines this does.
struct Rivals {
  /// A bridge that came second with the client id of the first stays away this long between two attempts: each throws the
  /// first one out.
  static let standBack: Duration = .minutes(5)

  /// New at every start: tells a late "offline" of a former run from ours.
  let session: UniqueID
  private(set) var watch: RivalWatch
  private var look = Look()
  /// Nobody has lived on the store.
  private var isNew: Bool
  private let clientID: String
  private let base: String

  init(_ watch: RivalWatch, session: UniqueID, isNew: Bool, clientID: String, base: String) {
    self.watch = watch
    self.session = session
    self.isNew = isNew
    self.clientID = clientID
    self.base = base
  }

  // MARK: the look

  mutating func lookBegan(_ facts: LinkFacts, on line: inout Line) {
    watch.lookBegins()
    look.begin()
    // A store that nobody has lived on has left nobody behind, unless somebody has lived under its account.
    if isNew && !facts.isSessionPresent { useLink(&line) }
  }

  /// The broker has answered the subscription to our status.
  mutating func answered(at now: Moment) { look.answered(at: now.uptime) }

  mutating func lookHeard(wasRetained: Bool, at now: Moment) {
    look.heard(wasRetained: wasRetained, at: now.uptime)
  }

  /// What the broker kept for us, or says while we look, is not ours before it is known that we are in charge: it is held, and not acknowledged.
  mutating func hold(
    topic: Span<UInt8>, payload: Span<UInt8>, qos: QoS, wasRetained: Bool, on line: inout Line,
    _ log: inout HubLog
  ) {
    // What has QoS 0 was for those that were there, and we are not yet.
    guard qos == .atLeastOnce else { return }
    look.held.append(
      Look.Message(
        topic: topic.indices.map { topic[$0] }, payload: payload.indices.map { payload[$0] },
        wasRetained: wasRetained))
    if look.held.count == Look.heldMax {
      log.warning("broker: more than \(Look.heldMax) messages at once; who is in charge is not looked for")
      useLink(&line)
    }
  }

  /// The link is used once it is known who is in charge. One that was left behind leaves it as it was, and says nothing to anybody: the other
  /// has told each idle valve to close when it began.
  mutating func lookOut(on line: inout Line, by renderer: Renderer, at now: Moment) {
    if watch.isSuperseded { return line.isOnline || line.isLooking ? standBack(&line) : () }
    guard line.isLooking, !look.isUsed, look.isOver(at: now.uptime) else { return }
    guard watch.isInDoubt(at: now), look.asked < RivalWatch.questions else { return useLink(&line) }
    // Whoever runs answers; else it has died, and we go on. The question would leave behind acknowledgements: so a new link begins with it.
    var question = renderer.bridgeStatus(isOnline: true, session: session, at: now).publication
    question.isRetained = false
    question.qos = .atMostOnce
    line.beginNextLook(saying: [question])
    look.asked += 1
    line.stayAway(for: .zero)
  }

  private mutating func useLink(_ line: inout Line) {
    guard !look.isUsed else { return }
    look.isUsed = true
    line.goOnline()
  }

  /// The link is ours: what was held is acted on.
  mutating func takeHeld(_ line: inout Line) -> [Look.Message] {
    let held = look.held
    isNew = false
    lookIsOver(&line)
    return held
  }

  private mutating func lookIsOver(_ line: inout Line) {
    look = Look()
    line.beginNextLook(saying: [])
  }

  private mutating func standBack(_ line: inout Line) {
    lookIsOver(&line)
    line.stayAway(for: Self.standBack)
  }

  /// - Parameter hasWater: a valve of ours is open, or not proved closed: we are needed at the broker.
  mutating func linkBroke(
    _ cause: OfflineCause, hasWater: Bool, on line: inout Line, _ log: inout HubLog, at now: Moment
  ) {
    let isTakeover = cause == .dismissed(reason: OfflineCause.sessionTakenOver)
    switch cause {
    case .lost, .dismissed: break
    default: return
    }
    if isTakeover {
      log.critical(
        "broker: another client with our client id '\(clientID)' threw us out; each needs an id of its own")
    }
    lookIsOver(&line)
    guard watch.mustStandBack(isTakeover: isTakeover, at: now), !hasWater || watch.isSuperseded else {
      return
    }
    log.critical(
      "broker: the bridge that was first most likely has our client id '\(clientID)'; staying away for \(Self.standBack.wholeSeconds) s, so that it can work"
    )
    standBack(&line)
  }

  // MARK: the other bridge

  /// What a status at the bridge's topic says of another one. `true`: the other is gone, and what it left on our topics is its own view of
  /// the garden.
  mutating func heard(_ status: BridgeStatus, wasRetained: Bool, _ log: inout HubLog, at now: Moment) -> Bool
  {
    let news = watch.heard(status, wasRetained: wasRetained, at: now)
    return tell(news, &log, at: now)
  }

  /// Time passed; the same answer.
  mutating func pass(on line: Line, _ log: inout HubLog, at now: Moment) -> Bool {
    let news = watch.pass(isOnline: line.isOnline || line.isLooking, at: now)
    return tell(news, &log, at: now)
  }

  /// Whether to say at once that we are here. The will of one that was thrown out would stand there as ours.
  mutating func owesAnswer(to status: BridgeStatus, at now: Moment) -> Bool {
    !status.online && status.session.text != session.description || watch.owesAnswer(at: now)
  }

  mutating func redate(startedAt: Timestamp) { watch.redate(startedAt: startedAt) }

  func nextDeadline(on line: Line, at now: Moment) -> Uptime? {
    .earliest(
      line.isLooking ? look.endsAt : nil,
      watch.nextDeadline(isOnline: line.isOnline || line.isLooking, at: now))
  }

  /// While a bridge that was first is certainly there, only it answers; two answers to one command tell a device nothing.
  func isOtherInCharge(at now: Moment) -> Bool {
    watch.rival?.isProved == true && watch.mustYield(at: now)
  }

  /// Whether the other one acts on it alone. What closes a valve acts everywhere.
  func leave(_ command: Command, isStopped: Bool, _ log: inout HubLog, at now: Moment) -> Bool {
    switch command {
    case .stop, .stopAll: return false
    // What was stopped here as well is released here as well.
    case .release(_, nil) where isStopped: return false
    default: break
    }
    guard isOtherInCharge(at: now) else { return false }
    log.info("a command of \(command.head.device) is left to the other bridge")
    return true
  }

  private func tell(_ news: RivalWatch.News?, _ log: inout HubLog, at now: Moment) -> Bool {
    switch news {
    case .appeared(let rival), .still(let rival): log.critical("\(words(on: rival, at: now))")
    case .gone:
      log.notice("the other bridge on this broker is gone")
      return true
    case nil: break
    }
    return false
  }

  private func words(on rival: RivalWatch.Rival, at now: Moment) -> String {
    let head = rival.isProved ? "another bridge runs" : "another bridge may run"
    let place = "on this broker under '\(base)' (session \(rival.session))"
    if watch.hasTakenOver(rival) {
      return rival.isProved
        ? "\(head) \(place) on a younger copy of this store, and has the garden: this one says nothing to anybody until that one is gone"
        : "\(head) \(place) on a younger copy of this store: this one opens no valve until that is known"
    }
    if watch.isLeftBehind(rival) { return "\(head) \(place) on an older copy of this store, and stands by" }
    return watch.mustYield(at: now)
      ? "\(head) \(place) and was first: this one opens no valve until it is gone; stop one of the two"
      : "\(head) \(place) and came second: it must open no valve; stop one of the two"
  }
}
