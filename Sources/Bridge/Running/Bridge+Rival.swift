import BridgeConfig
import GardenCore
import GardenTopics
import HostSystem
import LoamKit
import Logging
import MosquittoClient

// Two bridges by mistake: on one machine the folder's lock keeps the second from starting; on two machines this does.
extension Bridge {
  /// A bridge that came second with the client id of the first stays away this long between two attempts: each throws the
  /// first one out.
  static let standBack: Duration = .minutes(5)

  func takeStatus(_ payload: Span<UInt8>, wasRetained: Bool) {
    guard let status = try? DocumentCodec.decode(BridgeStatus.self, from: payload.indices.map { payload[$0] })
    else { return }
    tell(rivals.heard(status, wasRetained: wasRetained, at: now))
    if !wasRetained, rivals.owesAnswer(at: now) { announce() }
  }

  func watchRivals() {
    tell(rivals.pass(isOnline: client.isOnline || lookout?.client.isOnline == true, at: now))
  }

  /// The bridge connects once it has looked who is in charge. One that was left behind goes on looking, and says nothing to anybody: the other
  /// has told each idle valve to close when it began.
  func lookOut() {
    if rivals.isSuperseded, client.isOnline { client.hangUp() }
    guard let lookout else {
      if client.isDue { beginLookout() }
      return
    }
    let uptime = HostClock.uptimeMilliseconds()
    lookout.pass(at: uptime)
    for cause in lookout.takeCauses() { log.warning("broker: not connected: \(cause)") }
    for status in lookout.takeStatuses() {
      if status.wasRetained { keptStatus = status.payload }
      takeStatus(status.payload.span, wasRetained: status.wasRetained)
    }
    guard lookout.isOver(at: uptime), !rivals.isSuperseded else { return }
    if rivals.isInDoubt, !lookout.hasAsked {
      // Whoever runs answers; else it has died, and we go on.
      lookout.ask(renderer.bridgeStatus(isOnline: true, session: session, at: now).publication, at: uptime)
      return
    }
    lookout.end()
    self.lookout = nil
    client.connectNow()
  }

  private func beginLookout() {
    keptStatus = nil
    do throws(MosquittoError) {
      lookout = try Lookout(
        Startup.connection(for: settings.broker), topic: renderer.tree.text(.bridgeStatus), as: client)
    } catch {
      log.error("broker: \(error)")
      client.connectNow()
    }
  }

  func linkBroke(_ cause: OfflineCause) {
    let isTakeover = cause == .dismissed(reason: OfflineCause.sessionTakenOver)
    switch cause {
    case .lost, .dismissed: break
    default: return
    }
    if isTakeover {
      log.critical(
        "broker: another client with our client id '\(clientID)' threw us out; each needs an id of its own")
    }
    guard rivals.mustStandBack(isTakeover: isTakeover, at: now), !hasWater else { return }
    log.critical(
      "broker: the bridge that was first most likely has our client id '\(clientID)'; staying away for \(Self.standBack.wholeSeconds) s, so that it can work"
    )
    client.stayAway(for: Self.standBack)
  }

  /// While a bridge that was first is certainly there, only it answers; two answers to one command tell a device nothing. What closes a
  /// valve acts everywhere.
  func isLeftToTheOther(_ command: Command) -> Bool {
    if case .stop = command { return false }
    guard isOtherInCharge else { return false }
    log.info("a command of \(command.head.device) is left to the other bridge")
    return true
  }

  var isOtherInCharge: Bool { rivals.rival?.isProved == true && rivals.mustYield(at: now) }

  /// A valve of ours is open, or not proved closed: we are needed at the broker.
  private var hasWater: Bool { garden.memory.leases.contains { $0.phase != .closed } }

  private func tell(_ news: RivalWatch.News?) {
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
