import BridgeConfig
import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes
import StoreTypes

extension Hub {
  /// Effects become documents, commands and changes, and all that must not be lost goes to the store. `false`: nothing of it does.
  mutating func commit() -> Bool {
    turn.carries()
    carryOut()
    // What had no room in the outbox was not told: that stands in the same transaction.
    let changes = outbox.takeChanges(at: turn.now, withMarks: !turn.batch.isEmpty || turn.ending == .over)
    turn.batch.posted += changes.posted
    turn.batch.sent += changes.gone
    for (device, note) in changes.untold {
      garden.handle(.untold(device, note: note), at: turn.now, into: &turn.effects)
    }
    for device in changes.reached { garden.handle(.reached(device), at: turn.now, into: &turn.effects) }
    carryOut()
    if !turn.waterings.isEmpty {
      // Before what it rests on: a crash between the two tells it again, under the same id.
      durability.put(turn.waterings, at: turn.now)
      turn.waterings.removeAll(keepingCapacity: true)
    }
    guard !turn.batch.isEmpty else { return false }
    defer { turn.batch.removeAll() }
    return durability.commit(turn.batch)
  }

  private mutating func carryOut() {
    guard !turn.effects.isEmpty else { return }
    let isMore = durability.record(turn.effects, of: garden.sensorPlans)
    for effect in isMore ? turn.effects : [] {
      switch effect {
      case .record: break
      case .remember(let change):
        turn.batch.changes.append(change)
        if line.isOnline, let device = change.device {
          retained.tellCompanions(of: device, in: garden, by: renderer, &turn.log, at: turn.now)
        }
      case .trail(let event):
        tally.count(event)
        turn.batch.trails.append(LeaseLine(event, boot: garden.boot))
      case .watered(let watering):
        tally.count(watering)
        turn.waterings.append(watering)
      case .command(let command): turn.commands.append(command)
      case .order(let order): accounts.add(order)
      case .devices:
        // What the garden says of those that are gone goes from the broker.
        inbox.forgetDoors()
        retained.remember(traces)
        renderer.adopt(garden.plan, site: Startup.facts(of: settings, schedule.calendars, at: turn.now))
        durability.keep(retained.former.union(traces), over: retained.former)
        guard line.isOnline else { continue }
        retained.tellContexts(of: garden, by: renderer, &turn.log, at: turn.now)
        retained.clearFormer(beside: traces, by: &line, renderer)
      case .log(let line): turn.log.say(line)
      case .recall(let receipt, let device): outbox.recall(receipt, from: device)
      case .publish, .notify, .withdraw, .activity, .acknowledge, .deliver:
        if line.isOnline || !retained.comesAnew(effect) {
          turn.render(effect, by: renderer, &tally)
          for document in turn.outgoing { keep(document) }
          turn.outgoing.removeAll(keepingCapacity: true)
        }
        // A probe measures something for the first time: remembered before it is announced.
        guard case .publish(.plant(let snapshot)) = effect, home.sees(snapshot) else { continue }
        durability.keep(retained.former.union(traces), over: retained.former)
        for entity in home.announced(by: renderer) where entity.subject == snapshot.id {
          retained.put(entity.publication)
        }
      }
    }
    turn.effects.removeAll(keepingCapacity: true)
    turn.stops.removeAll(keepingCapacity: true)
  }

  mutating func keep(_ document: Outgoing) {
    guard var handling = document.handling else { return retained.put(document.publication) }
    // Strangers share one place.
    if !garden.knows(handling.device) { handling.device = AnsweredMemory.nobody }
    outbox.add(document.publication, handling, expiresAt: document.expires)
  }

  /// The store has what this rests on.
  mutating func leave() {
    tellOpenings()
    for command in turn.commands {
      if case .open = command.action,
        turn.isLate
          || !durability.mayOpen(command.lease, isOtherFirst: rivals.watch.mustYield(at: turn.now))
      {
        garden.handle(
          .leaseNotDurable(command.actuator, lease: command.lease), at: turn.now, into: &turn.effects)
      } else if let publications = inbox.publications(for: command, at: turn.now) {
        line.order(publications, by: command, &turn.log)
      }
    }
    line.sendClosings()
    turn.commands.removeAll(keepingCapacity: true)
    accounts.leave(by: &line, of: garden.accountsKnown, using: &turn.chance, &turn.log)
    for event in turn.unstarted { garden.handle(event, at: turn.now, into: &turn.effects) }
    turn.unstarted.removeAll(keepingCapacity: true)
    for question in inbox.takeQuestions() { line.send(question, as: .rest, &turn.log) }
    guard !line.isStuck else { return }
    // Documents first, then retained snapshots.
    outbox.leave(by: &line, at: turn.now)
    retained.leave(by: &line)
  }

  /// The core refuses by itself what would be held back before it leaves.
  mutating func tellOpenings() {
    let now = turn.now
    let yields = rivals.watch.tellsPeople(at: now)
    if garden.yields != yields { garden.handle(.yields(yields), at: now, into: &turn.effects) }
    let bar = durability.openingBar(isOtherFirst: rivals.watch.mustYield(at: now))
    guard garden.openingBar != bar else { return }
    garden.handle(.openings(barredBy: bar), at: now, into: &turn.effects)
    if line.isOnline { turn.oweCounters() }
  }

  /// Only after a turn that left nothing to be carried out: a reload whose valves are closed, and the last word. `false`: there is none, or
  /// it waits.
  mutating func finish() -> Bool {
    let now = turn.now
    if let reload = schedule.pending, reload.isReady(in: garden, at: now) {
      schedule.pending = nil
      line.forgetDevices()
      inbox.forgetDoors()
      let (before, base) = (traces, settings.bridge.baseTopic)
      retained.remember(before)
      garden.adopt(reload.plan, at: now, into: &turn.effects)
      garden.takeOver(moved: reload.moved, at: now, into: &turn.effects)
      let changes = reload.settings.changes(from: settings)
      settings = reload.settings
      settings.bridge.baseTopic = base
      renderer.adopt(garden.plan, site: Startup.facts(of: settings, schedule.calendars, at: now))
      home = home.moved(to: settings.homeAssistant, plan: garden.plan, base: base, former: retained.former)
      let wanted = inbox.adopt(
        reload.wired, apart: renderer.tree.all, births: home.subscriptions, asked: before.filters)
      durability.keep(retained.former.union(traces), over: retained.former)
      line.subscribe(wanted)
      line.unsubscribe(before.subtracting(traces).filters.sorted())
      publishEverything(anew: true)
      schedule.chores.isToLearn = true
      turn.log.notice("config taken over: \(changes)")
      return true
    }
    guard case .suspended = turn.ending else { return false }
    turn.ending = .saying
    let farewell = renderer.bridgeStatus(isOnline: false, session: rivals.session, at: now).publication
    if line.isOnline { line.publish(farewell, as: .state) }
    durability.writeHistory()
    return true
  }
}

extension MemoryChange {
  /// The device that is kept otherwise, or not any more.
  fileprivate var device: DeviceID? {
    switch self {
    case .device(let known): known.id
    case .noDevice(let id): id
    default: nil
    }
  }
}
