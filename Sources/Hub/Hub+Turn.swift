import BridgeConfig
package import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes
import StoreTypes

extension Hub {
  /// Something happened. What comes of it is asked for by ``poll()``.
  package mutating func handle(_ input: Input, at now: Moment) {
    turn.now = now
    switch input {
    case .start:
      line.subscribe(inbox.subscriptions)
      accounts.tell(of: garden.accountsKnown, settings.broker.accounts, &turn.log)
      durability.keep(session: rivals.session)
      garden.start(at: now, into: &turn.effects)
      durability.keep(retained.former.union(traces), over: retained.former)
    case .time(let doubt): pass(doubt)
    case .lookBegan(let facts, let window):
      line.lookBegan(window: window)
      retained.lookBegan()
      rivals.lookBegan(facts, on: &line)
    case .link(let link, let window):
      line.changed(to: link, window: window)
      linkChanged(to: link)
    case .published(let parcel, let outcome):
      line.ended(outcome, &turn.log)
      if case .document(let id) = parcel { outbox.acknowledged(id, at: now) }
    case .notPublished(let parcel, let publication, let why):
      line.returned(publication, parcel, why, &turn.log)
      // It waits again, where something else does not say it anew.
      if case .document(let id) = parcel { outbox.returned(id) }
      if case .state = parcel, !line.isOnline { retained.putBack(publication) }
      return
    case .subscribed(_, _) where line.isLooking: rivals.answered(at: now)
    case .subscribed(let filter, let outcome):
      if !retained.answered(filter, outcome, at: now),
        inbox.answered(filter, outcome, in: &garden, into: &turn.effects, &turn.log, at: now)
      {
        announce()
      }
    case .tooLarge(let topic, let bytes, let bytesMax):
      tally.tooLarge += 1
      turn.log.warning(
        "\(Inbox.shown(topic.span, upTo: 96)): a message of \(bytes) bytes was not read; at most \(bytesMax) are"
      )
    case .stored(let reply):
      switch durability.answered(reply, log: &turn.log, at: now) {
      case .commit: if case .committing = turn.stage { turn.stage = .leaving }
      case .compactionPiece: schedule.chores.compactAgain(after: Chores.compactionPause, at: now)
      case .noCompaction: schedule.chores.compactAgain(after: Chores.compactionRetry, at: now)
      case nil: break
      }
      return
    case .found(let finding):
      give(
        questions.found(finding, isOnline: line.isOnline, by: renderer, &tally, &turn.log, at: now))
    case .notLookedUp(let lookup): give(questions.notLookedUp(lookup, &tally))
    case .surveyed(let survey):
      turn.surveyed()
      guard line.isOnline else { break }
      for document in renderer.counters(of: self, survey, &turn.log) { retained.put(document.publication) }
    case .emergencyStop: garden.handle(.emergencyStop, at: now, into: &turn.effects)
    case .settings(let fresh):
      guard let reload = PendingReload(fresh, from: settings, schedule.calendars, &turn.log, at: now)
      else { break }
      // Valves that leave the plan, or their device, are told while their drivers are still here.
      garden.leave(for: reload.plan.leaving(reload.moved), at: now, into: &turn.effects)
      schedule.pending = reload
    case .suspend:
      garden.suspend(at: now, into: &turn.effects)
      turn.ending = .suspended
    case .end:
      let mine = traces
      if line.isOnline, line.inFlight == 0, retained.isEmpty, retained.former != mine {
        durability.keep(retained.left(by: mine))
      }
      turn.ending = .over
    }
    turn.begin()
  }

  /// What is to be done next; `nil`: nothing, or the store has not answered yet.
  package mutating func poll() -> Output? {
    while true {
      if let entry = turn.log.takeNext() { return .log(entry) }
      if let errand = durability.takeNext() { return .store(errand) }
      if let errand = turn.takeErrand() { return errand }
      switch turn.stage {
      case .over: return nil
      case .carrying: turn.stage = commit() ? .committing : .leaving
      case .committing: return nil
      case .leaving:
        if turn.ending != .over { leave() }
        turn.stage = .draining
      case .draining:
        if let errand = line.takeNext() { return .broker(errand) }
        turn.round += 1
        if !turn.effects.isEmpty && turn.round < Turn.roundsMax || turn.isDisturbed {
          turn.isDisturbed = false
          turn.stage = .carrying
        } else if finish() {
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
    wake(by: schedule.nextDeadline)
    wake(at: schedule.chores.dayEnds)
    wake(by: home.nextDeadline)
    wake(by: inbox.nextDeadline)
    wake(by: retained.nextDeadline)
    wake(at: retained.dayEnds)
    wake(by: rivals.nextDeadline(on: line, at: now))
    wake(by: accounts.opensAt > now.uptime && settings.broker.accounts != nil ? accounts.opensAt : nil)
    wake(by: outbox.nextDeadline)
    wake(at: outbox.nextExpiry)
    return next
  }

  /// Time passed: what is due is done.
  private mutating func pass(_ doubt: BridgeStatus.Doubt?) {
    let now = turn.now
    line.turnBegins()
    if line.isLooking || rivals.watch.isSuperseded { rivals.lookOut(on: &line, by: renderer, at: now) }
    // What an event of this turn made due is done in the same turn, and stands in the same transaction.
    if let due = garden.nextDeadline(after: now), due <= now.uptime {
      garden.handle(.tick, at: now, into: &turn.effects)
    }
    switch schedule.clock.look(doubt, &turn.log, at: now) {
    case .doubted: if line.isOnline { announce() }
    case .believed(let startedAt):
      renderer.redate(startedAt: startedAt)
      rivals.redate(startedAt: startedAt)
      tally.redate(at: now)
      // What was retained meanwhile said that its times are none.
      publishEverything(anew: true)
    case nil: break
    }
    for report in inbox.takeLate(at: now) {
      hearPerson(topic: report.topic.span, payload: report.payload.span, wasRetained: report.wasRetained)
    }
    if retained.isNewDay(at: now), line.isOnline {
      retained.tellNewDay(in: garden, by: renderer, &turn.log, at: now)
    }
    durability.retry(at: now)
    if rivals.pass(on: line, &turn.log, at: now) { publishEverything(anew: true) }
    while retained.mustPublish(by: &line, &turn.log, at: now) { publishEverything() }
    let isOpen =
      settings.broker.accounts != nil && line.isOnline && accounts.opensAt <= now.uptime
      && !rivals.watch.mustYield(at: now)
    if isOpen != garden.isAccountControlOpen {
      garden.handle(.account(.control(isOpen: isOpen)), at: now, into: &turn.effects)
    }
    tellOpenings()
    outbox.expire(at: now)
    outbox.repeatDue(at: now)
    doChores(at: now)
  }

  private mutating func doChores(at now: Moment) {
    if durability.history.isDue || schedule.chores.isHistoryDue(at: now) { durability.writeHistory() }
    if schedule.chores.isCompactionDue(at: now), !durability.compact(settings.store, at: now) {
      schedule.chores.compactAgain(after: Chores.compactionRetry, at: now)
    }
    if schedule.chores.isStatusDue(at: now) {
      durability.look()
      if line.isOnline {
        line.subscribe(inbox.takeRefused())
        announce()
      } else {
        turn.oweCounters()
      }
    }
    if home.owesAnswer(at: now), line.isOnline {
      let departed = retained.departed(beside: traces)
      for publication in home.answer(by: renderer, departed: departed, &turn.log, at: now) {
        retained.put(publication)
      }
    }
    if home.isFarewellDue(at: now), line.isOnline {
      retained.dismissDeparted(beside: traces, by: renderer)
      durability.keep(retained.former.union(traces))
    }
    if schedule.chores.isNewDay(at: now) {
      // A process that runs for years meets every change of the clocks, and retained snapshots that expire at the broker are renewed.
      garden.handle(
        .calendar(schedule.calendars.site(of: settings, at: now)), at: now, into: &turn.effects)
      renderer.adopt(garden.plan, site: Startup.facts(of: settings, schedule.calendars, at: now))
      renderer.calendars = schedule.calendars.all(renderer.zones, at: now)
      publishEverything(anew: true)
      durability.tellLeftOut(&turn.log)
    }
    if schedule.chores.isPublishingOver(at: now) {
      // Behind all the rest: a broker that keeps it has all of it.
      if line.isOnline { announce() }
      if turn.isClear { turn.makeRoom() }
      turn.errands.append(.releaseMemory)
    }
    if schedule.chores.isLearningDue(at: now) {
      schedule.chores.isToLearn = false
      if !durability.isInMemory { give(questions.learn(garden.dryingLessons, at: now)) }
    }
  }
}
