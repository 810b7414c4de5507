import DeviceFamilies
import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes
import StoreTypes

extension Hub {
  /// Effects become documents, turn.commands and changes, and all that must not be lost goes to the store. `false`: nothing of it does.
  mutating func commit() -> Bool {
    turn.given = now.uptime
    carryOut()
    // What had no room in the outbox was not told: that stands in the same transaction.
    keepOutbox(withMarks: !turn.batch.isEmpty || ending == .over)
    carryOut()
    if !turn.waterings.isEmpty {
      // Before what it rests on: a crash between the two tells it again, under the same id.
      durability.put(turn.waterings, at: now)
      turn.waterings.removeAll(keepingCapacity: true)
    }
    guard !turn.batch.isEmpty else { return false }
    defer { turn.batch.removeAll() }
    return durability.commit(turn.batch)
  }

  /// The store has what this rests on.
  mutating func leave() {
    guard ending != .over else { return }
    tellOpenings()
    for command in turn.commands { order(command) }
    sendClosings()
    turn.commands.removeAll(keepingCapacity: true)
    sendAccountOrders()
    for event in turn.unstarted { garden.handle(event, at: now, into: &turn.effects) }
    turn.unstarted.removeAll(keepingCapacity: true)
    for question in devices.questions { send(question, as: .rest) }
    devices.questions.removeAll(keepingCapacity: true)
    handOver()
  }

  private mutating func carryOut() {
    guard !turn.effects.isEmpty else { return }
    let isMore = Self.record(turn.effects, of: garden.plan.sensors, in: &history)
    if isMore { for effect in turn.effects { carry(effect) } }
    turn.effects.removeAll(keepingCapacity: true)
    turn.stops.removeAll(keepingCapacity: true)
  }

  /// What changed in the outbox goes to the database, and to the garden what concerns it.
  mutating func keepOutbox(withMarks: Bool) {
    let changes = outbox.takeChanges(at: now, withMarks: withMarks)
    turn.batch.posted += changes.posted
    turn.batch.sent += changes.gone
    for (device, note) in changes.untold {
      garden.handle(.untold(device, note: note), at: now, into: &turn.effects)
    }
    for device in changes.reached { garden.handle(.reached(device), at: now, into: &turn.effects) }
  }

  /// Most effects are readings. `true`: there are others.
  private static func record(
    _ effects: [Effect], of sensors: [SensorPlan], in history: inout HistoryBuffer
  ) -> Bool {
    var isMore = false
    for i in effects.indices {
      if case .record(let reading, let at) = effects[i] {
        history.append(reading, of: sensors, at: at)
      } else {
        isMore = true
      }
    }
    return isMore
  }

  private mutating func carry(_ effect: Effect) {
    switch effect {
    case .record: break
    case .remember(let change):
      turn.batch.changes.append(change)
      switch change {
      case .device(let known): tellCompanions(of: known.id)
      case .noDevice(let id): tellCompanions(of: id)
      default: break
      }
    case .trail(let event):
      tally.count(event)
      turn.batch.trails.append(LeaseLine(event, boot: garden.boot))
    case .watered(let watering):
      tally.count(watering)
      turn.waterings.append(watering)
    case .command(let command): turn.commands.append(command)
    case .order(let order): accounts.orders.append(order)
    case .devices: adoptDevices()
    case .publish(let snapshot) where comesAnew(snapshot): noteForHome(effect)
    case .log(let line): say(line)
    case .recall(let receipt, let device): outbox.recall(receipt, from: device)
    case .publish, .notify, .withdraw, .activity, .acknowledge, .deliver:
      render(effect)
      if case .acknowledge(let outcome) = effect { mark(outcome) }
      for document in turn.outgoing { keep(document) }
      turn.outgoing.removeAll(keepingCapacity: true)
      noteForHome(effect)
    }
  }

  /// An effect as documents, in ``Turn/outgoing``.
  mutating func render(_ effect: Effect) {
    for failure in renderer.publications(for: effect, at: now, into: &turn.outgoing) {
      undeliverable &+= 1
      log.warning("\(failure)")
      if case .activity(let step) = effect { noteUnstarted(step, failure) }
      if case .deliver(let message) = effect {
        turn.unstarted.append(.tooSmall(message.to, document: message.head.id))
      }
    }
  }

  private mutating func mark(_ outcome: Outcome) {
    tally.count(Renderer.code(outcome.code))
    guard turn.stops.contains(outcome.id) else { return }
    for i in turn.outgoing.indices { turn.outgoing[i].handling?.rank = .alarm }
  }

  /// Who cannot be sent an activity's start is sent nothing of it.
  private mutating func noteUnstarted(_ step: ActivityStep, _ failure: Undeliverable) {
    guard step.kind == .start, failure.error.code == .tooLarge,
      case .down(let device, .activity)? = renderer.tree.topic(failure.topic)
    else { return }
    turn.unstarted.append(.tooSmall(device.text, document: step.snapshot.id))
  }

  mutating func keep(_ document: Outgoing) {
    guard var handling = document.handling else {
      retained.put(document.publication)
      return
    }
    // Strangers share one place.
    if !garden.knows(handling.device) { handling.device = AnsweredMemory.nobody }
    outbox.add(document.publication, handling, expiresAt: document.expires)
  }

  /// What opens never waits: what cannot leave now is a new danger later, and the garden repeats what must be repeated. What closes waits
  /// for nothing but room, and what is ordered after it leaves after it.
  private mutating func order(_ command: ActuatorCommand) {
    let isLate = now.uptime - turn.given > Turn.openPatience
    if case .open = command.action, isLate || !mayOpen(command.lease) {
      garden.handle(.leaseNotDurable(command.actuator, lease: command.lease), at: now, into: &turn.effects)
      return
    }
    guard let driver = devices.driver(of: command.actuator) else { return }
    let publications = driver.publications(for: command.action, at: now.wall)
    if case .close = command.action { return closings.put(publications, of: command.actuator) }
    sendClosings()
    for publication in publications { send(publication, as: .order) }
  }

  private mutating func sendClosings() {
    while !line.isStuck, let (device, publication) = closings.first, line.mayLeave(.close) {
      line.publish(publication, as: .closing(device.map { Int($0.position) }))
      closings.removeFirst()
    }
  }

  mutating func send(_ publication: MQTTPublication, as kind: Leaving) {
    if line.mayLeave(kind) { return line.publish(publication, as: .order) }
    couldNotLeave(publication, line.isOnline ? "too much is under way" : "the broker is away")
  }

  /// Without a broker that is nothing new: its going was told, and the garden repeats what must be repeated.
  private mutating func couldNotLeave(_ publication: MQTTPublication, _ why: String) {
    log.say(line.isOnline ? .warning : .debug, "command to \(publication.topic) could not leave: \(why)")
  }

  /// Documents first, then retained snapshots, as far as the window to the broker has room.
  private mutating func handOver() {
    guard !line.isStuck else { return }
    while let entry = outbox.next(), line.mayLeave(Leaving(entry.handling.rank)) {
      line.publish(entry.leaving(at: now), as: .document(entry.id))
      outbox.handed(entry, at: now)
    }
    while line.mayLeave(.state), let publication = retained.takeNext() {
      line.publish(publication, as: .state)
      ledger.handed(publication)
    }
  }

  mutating func published(_ parcel: Parcel, _ outcome: PublishOutcome) {
    line.ended()
    if case .refused(let reason) = outcome { log.warning("broker: refused a publication, reason \(reason)") }
    if case .document(let id) = parcel { outbox.acknowledged(id, at: now) }
  }

  /// It waits again, where something else does not say it anew.
  mutating func notPublished(_ parcel: Parcel, _ publication: MQTTPublication, _ why: String) {
    line.returned(publication)
    switch parcel {
    case .order: return couldNotLeave(publication, why)
    case .closing(let device): closings.putBack(publication, of: device.map { ActuatorIndex($0) })
    case .document(let id): outbox.returned(id)
    case .state: if !line.isOnline { retained.putBack(publication) }
    }
    if line.isOnline { log.error("\(publication.topic) could not be published: \(why)") }
  }

  private mutating func say(_ line: LogLine) {
    let level: LogEntry.Level =
      switch line.level {
      case .info: .info
      case .notice: .notice
      case .warning: .warning
      case .alarm: .critical
      }
    log.say(level, "\(line.subject): \(line.text)", source: line.subject)
  }
}
