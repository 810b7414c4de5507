import DeviceFamilies
import GardenCore
import GardenStore
import GardenTopics
import LoamKit
import Logging
import MQTTTypes
import MosquittoClient

extension Bridge {
  /// Carries out what the garden asked for: one transaction first, then everything that leaves.
  ///
  /// An open command that was held back ends its lease; the closing that follows is carried out in a second round.
  func settle() {
    for _ in 0..<Self.roundsMax {
      settleOnce()
      if effects.isEmpty { return }
    }
  }

  private static let roundsMax = 4

  private func settleOnce() {
    carryOut()
    // What had no room in the outbox was not told: that stands in the same transaction.
    keepOutbox(withMarks: !batch.isEmpty)
    carryOut()
    if !waterings.isEmpty {
      // Before what it rests on: a crash between the two tells it again, under the same id.
      keeper.put(waterings, at: now)
      waterings.removeAll(keepingCapacity: true)
    }
    if !batch.isEmpty {
      keeper.commit(batch, at: now)
      batch.removeAll()
    }
    tellOpenings()
    for command in commands { order(command) }
    sendClosings()
    commands.removeAll(keepingCapacity: true)
    sendAccountOrders()
    for event in unstarted { garden.handle(event, at: now, into: &effects) }
    unstarted.removeAll(keepingCapacity: true)
    for question in devices.questions { send(question, as: .rest) }
    devices.questions.removeAll(keepingCapacity: true)
    handOver()
  }

  private func carryOut() {
    guard !effects.isEmpty else { return }
    let isMore = Self.record(effects, of: garden.plan.sensors, in: &history)
    if isMore { for effect in effects { carry(effect) } }
    effects.removeAll(keepingCapacity: true)
    stops.removeAll(keepingCapacity: true)
  }

  /// What changed in the outbox goes to the database, and to the garden what concerns it.
  func keepOutbox(withMarks: Bool) {
    let changes = outbox.takeChanges(at: now, withMarks: withMarks)
    batch.posted += changes.posted
    batch.sent += changes.gone
    for (device, note) in changes.untold {
      garden.handle(.untold(device, note: note), at: now, into: &effects)
    }
    for device in changes.reached { garden.handle(.reached(device), at: now, into: &effects) }
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

  private func carry(_ effect: Effect) {
    switch effect {
    case .record: break
    case .remember(let change):
      batch.changes.append(change)
      switch change {
      case .device(let known): tellCompanions(of: known.id)
      case .noDevice(let id): tellCompanions(of: id)
      default: break
      }
    case .trail(let event):
      tally.count(event)
      batch.trails.append(LeaseLine(event, boot: garden.boot))
    case .watered(let watering):
      tally.count(watering)
      waterings.append(watering)
    case .command(let command): commands.append(command)
    case .order(let order): accounts.orders.append(order)
    case .devices: adoptDevices()
    case .log(let line): say(line)
    case .recall(let receipt, let device): outbox.recall(receipt, from: device)
    case .publish, .notify, .withdraw, .activity, .acknowledge, .deliver:
      render(effect)
      if case .acknowledge(let outcome) = effect { mark(outcome) }
      for document in outgoing { keep(document) }
      outgoing.removeAll(keepingCapacity: true)
      noteForHome(effect)
    }
  }

  /// An effect as documents, in ``outgoing``.
  func render(_ effect: Effect) {
    for failure in renderer.publications(for: effect, at: now, into: &outgoing) {
      undeliverable &+= 1
      log.warning("\(failure)")
      if case .activity(let step) = effect { noteUnstarted(step, failure) }
      if case .deliver(let message) = effect {
        unstarted.append(.tooSmall(message.to, document: message.head.id))
      }
    }
  }

  private func mark(_ outcome: Outcome) {
    tally.count(Renderer.code(outcome.code))
    guard stops.contains(outcome.id) else { return }
    for i in outgoing.indices { outgoing[i].handling?.rank = .alarm }
  }

  /// Who cannot be sent an activity's start is sent nothing of it.
  private func noteUnstarted(_ step: ActivityStep, _ failure: Undeliverable) {
    guard step.kind == .start, failure.error.code == .tooLarge,
      case .down(let device, .activity)? = renderer.tree.topic(failure.topic)
    else { return }
    unstarted.append(.tooSmall(device.text, document: step.snapshot.id))
  }

  func keep(_ document: Outgoing) {
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
  private func order(_ command: ActuatorCommand) {
    if case .open = command.action, !mayOpen(command.lease) {
      garden.handle(.leaseNotDurable(command.actuator, lease: command.lease), at: now, into: &effects)
      return
    }
    guard let driver = devices.driver(of: command.actuator) else { return }
    let publications = driver.publications(for: command.action, at: now.wall)
    if case .close = command.action { return closings.put(publications, of: command.actuator) }
    sendClosings()
    for publication in publications { send(publication, as: .order) }
  }

  private func sendClosings() {
    while let publication = closings.first, mayLeave(.close) {
      guard attempt(publication) != nil || client.isOnline else { return }
      closings.removeFirst()
    }
  }

  func mayLeave(_ kind: Leaving) -> Bool {
    client.canPublish && client.inFlight < kind.places(of: client.window)
  }

  func send(_ publication: MQTTPublication, as kind: Leaving) {
    do throws(MosquittoError) {
      guard mayLeave(kind) else { throw client.isOnline ? .windowFull : .offline }
      _ = try client.publish(publication)
    } catch {
      // Without a broker that is nothing new: its going was told, and the garden repeats what must be repeated.
      log.log(
        level: client.isOnline ? .warning : .debug,
        "command to \(publication.topic) could not leave: \(error)")
    }
  }

  /// Documents first, then retained snapshots, as far as the window to the broker has room.
  private func handOver() {
    while let entry = outbox.next(), mayLeave(Leaving(entry.handling.rank)) {
      guard let ticket = attempt(entry.leaving(at: now)) else { break }
      outbox.handed(entry, ticket: ticket.id, at: now)
    }
    while mayLeave(.state), let publication = retained.takeNext() {
      if attempt(publication) != nil {
        ledger.handed(publication)
      } else if !client.isOnline {
        retained.put(publication)
        break
      }
    }
  }

  private func attempt(_ publication: MQTTPublication) -> PublishTicket? {
    do throws(MosquittoError) {
      return try client.publish(publication)
    } catch {
      if client.isOnline { log.error("\(publication.topic) could not be published: \(error)") }
      return nil
    }
  }

  private func say(_ line: LogLine) {
    let level: Logger.Level =
      switch line.level {
      case .info: .info
      case .notice: .notice
      case .warning: .warning
      case .alarm: .critical
      }
    log.log(level: level, "\(line.subject): \(line.text)", source: line.subject)
  }
}
