import BridgeConfig
package import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes

extension Hub {
  /// Something happened. What comes of it is asked for by ``poll()``.
  package mutating func handle(_ input: Input, at now: Moment) {
    self.now = now
    switch input {
    case .start: start()
    case .time(let doubt): pass(doubt)
    case .lookBegan(let facts, let window):
      line.lookBegan(window: window)
      lookBegan(facts)
    case .link(let link, let window):
      line.changed(to: link, window: window)
      linkChanged(to: link)
      if line.isOnline { takeHeld() }
    case .published(let parcel, let outcome): published(parcel, outcome)
    case .notPublished(let parcel, let publication, let why): return notPublished(parcel, publication, why)
    case .subscribed(let filter, let outcome): subscribed(to: filter, outcome)
    case .tooLarge(let topic, let bytes, let bytesMax):
      leftOut(topic: topic.span, bytes: bytes, bytesMax: bytesMax)
    case .stored(let reply):
      let isCommitted = durability.answered(reply, history: &history, chores: &chores, log: &log, at: now)
      if isCommitted, case .committing = turn.stage { turn.stage = .leaving }
      return
    case .found(let finding): found(finding)
    case .notLookedUp(let errand): notLookedUp(errand)
    case .surveyed(let survey):
      publishCounters(survey)
    case .emergencyStop: garden.handle(.emergencyStop, at: now, into: &turn.effects)
    case .settings(let settings): reload(settings)
    case .suspend:
      garden.suspend(at: now, into: &turn.effects)
      ending = .suspended
    case .end: end()
    }
    turn.begin()
  }

  /// What is to be done next; `nil`: nothing, or the store has not answered yet.
  package mutating func poll() -> Output? {
    while true {
      if let entry = log.takeNext() { return .log(entry) }
      if let errand = durability.takeNext() { return .store(errand) }
      if let errand = turn.takeErrand() { return errand }
      switch turn.stage {
      case .over: return nil
      case .carrying: turn.stage = commit() ? .committing : .leaving
      case .committing: return nil
      case .leaving:
        leave()
        turn.stage = .draining
      case .draining:
        if let output = line.takeNext() { return output }
        turn.round += 1
        if !turn.effects.isEmpty && turn.round < Turn.roundsMax || turn.isDisturbed {
          turn.isDisturbed = false
          turn.stage = .carrying
        } else if finishReload() || sayFarewell() {
          turn.stage = .carrying
          turn.round = 0
        } else {
          turn.stage = .over
          return .flush
        }
      }
    }
  }

  /// When something is due of itself: asked of the same rules that act.
  package mutating func nextDeadline(after now: Moment) -> Uptime? {
    var next = Uptime.earliest(garden.nextDeadline(after: now), durability.nextDeadline)
    func wake(by due: Uptime?) { next = .earliest(next, due) }
    /// Of a time of the wall clock.
    func wake(at due: Timestamp?) {
      if let due, now.isWallTrusted { wake(by: now.uptime + max(.zero, due - now.wall)) }
    }
    if line.isLooking { wake(by: look.endsAt) }
    wake(by: chores.nextDeadline)
    wake(at: chores.dayEnds)
    wake(by: home.answerDue)
    wake(by: home.farewellDue)
    wake(by: pending?.until)
    wake(by: late.due)
    wake(by: retainedTrial.nextDeadline)
    wake(by: rivals.nextDeadline(isOnline: line.isOnline || line.isLooking, at: now))
    wake(by: accounts.opensAt > now.uptime && settings.broker.accounts != nil ? accounts.opensAt : nil)
    wake(by: outbox.nextDeadline)
    wake(at: outbox.nextExpiry)
    wake(at: told.dayEnds)
    return next
  }

  private mutating func start() {
    line.subscribe(subscriptions)
    tellOfAccounts()
    durability.keep(session: session)
    garden.start(at: now, into: &turn.effects)
    rememberTraces()
  }

  /// Time passed: what is due is done.
  private mutating func pass(_ doubt: BridgeStatus.Doubt?) {
    line.turnBegins()
    lookOut()
    // What an event of this turn made due is done in the same turn, and stands in the same transaction.
    if let due = garden.nextDeadline(after: now), due <= now.uptime {
      garden.handle(.tick, at: now, into: &turn.effects)
    }
    watchClock(doubt)
    hearLateReports()
    tellNewDay()
    durability.retry(at: now)
    watchRivals()
    watchRetained()
    watchAccounts()
    tellOpenings()
    outbox.expire(at: now)
    outbox.repeatDue(at: now)
    if history.isDue || chores.isHistoryDue(at: now) { durability.append(&history) }
    if chores.isCompactionDue(at: now) { durability.compact(settings.store, &chores, at: now) }
    if chores.isStatusDue(at: now) {
      durability.look()
      if line.isOnline {
        askAgainForRefused()
        announce()
      } else {
        oweCounters()
      }
    }
    answerBirth()
    if chores.isNewDay(at: now) { turnDay() }
    if chores.isPublishingOver(at: now) { leavePublishing() }
    if chores.isLearningDue(at: now) { chores.isToLearn = !learnFromHistory() }
  }

  /// Everything has been published. Only after a turn that left nothing to be carried out.
  private mutating func leavePublishing() {
    // Behind all the rest: a broker that keeps it has all of it.
    if line.isOnline { announce() }
    if turn.isClear { turn.makeRoom() }
    turn.errands.append(.releaseMemory)
  }

  // MARK: the end

  /// How far the end has come.
  enum Ending { case no, suspended, saying, over }

  /// The last word leaves when all that suspending brought about has been handed over. `false`: it has, or nobody asked for it.
  private mutating func sayFarewell() -> Bool {
    guard case .suspended = ending else { return false }
    ending = .saying
    let farewell = renderer.bridgeStatus(isOnline: false, session: session, at: now).publication
    if line.isOnline { line.publish(farewell, as: .state) }
    durability.append(&history)
    return true
  }

  /// Something of the last words is still under way.
  package var isSayingFarewell: Bool {
    line.isOnline && (line.inFlight > 0 || !retained.isEmpty || !closings.isEmpty)
  }

  private mutating func end() {
    if line.isOnline, line.inFlight == 0, retained.isEmpty { forgetFormerTraces() }
    ending = .over
  }
}
