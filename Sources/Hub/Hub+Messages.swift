import BridgeConfig
package import GardenCore
import GardenTopics
import LoamKit
package import MQTTTypes
import StoreTypes

extension Hub {
  /// A message came. Its bytes are borrowed; an acknowledgement leaves with the ``Output/flush`` that follows.
  package mutating func take(
    topic: Span<UInt8>, payload: Span<UInt8>, qos: QoS, wasRetained: Bool, at now: Moment
  ) {
    turn.now = now
    turn.begin()
    switch inbox.sender(of: topic) {
    case .bridge:
      if wasRetained { retained.heard(payload, isLooking: line.isLooking) }
      if let status = try? DocumentCodec.decode(BridgeStatus.self, from: payload.indices.map { payload[$0] })
      {
        if rivals.heard(status, wasRetained: wasRetained, &turn.log, at: now) {
          publishEverything(anew: true)
        }
        if !wasRetained, line.isOnline, rivals.owesAnswer(to: status, at: now) { announce() }
      }
      if line.isLooking { rivals.lookHeard(wasRetained: wasRetained, at: now) }
    case _ where line.isLooking:
      rivals.hold(
        topic: topic, payload: payload, qos: qos, wasRetained: wasRetained, on: &line, &turn.log)
    case .accounts:
      guard let (number, answer) = accounts.answer(in: payload.indices.map { payload[$0] }) else { return }
      garden.handle(.account(.answer(number: number, answer)), at: now, into: &turn.effects)
    case .person: hearPerson(topic: topic, payload: payload, wasRetained: wasRetained)
    case .device where home.isBirth(topic):
      home.heard(payload, wasRetained: wasRetained, dice: turn.chance.next(), at: now)
    case .device:
      inbox.hear(
        topic: topic, payload: payload, wasRetained: wasRetained, at: now, in: &garden, into: &turn.effects)
    }
  }

  mutating func hearPerson(topic: Span<UInt8>, payload: Span<UInt8>, wasRetained: Bool) {
    let now = turn.now
    switch inbox.read(
      topic: topic, payload: payload, wasRetained: wasRetained, in: &garden, &tally, at: now)
    {
    case .event(.shown(let device, let receipt, _)):
      guard outbox.confirmed(receipt, by: device, at: now) else { return }
      garden.handle(.shown(device, note: receipt, isRead: true), at: now, into: &turn.effects)
    case .event(let event):
      if let report = SelfReport(event, wasRetained: wasRetained) {
        if !obey(report) {
          inbox.putOff(topic: topic, payload: payload, wasRetained: wasRetained, in: garden, at: now)
        }
        return
      }
      if case .command(let command) = event {
        if rivals.leave(command, isStopped: garden.memory.isStopped, &turn.log, at: now) { return }
        if command.alwaysActs { turn.stops.insert(command.head.id) }
      }
      garden.handle(event, at: now, into: &turn.effects)
    case .question(let head, let question): if !rivals.isOtherInCharge(at: now) { answer(question, of: head) }
    case .join(let device, let password):
      // The broker lets nobody write there but whom it knows by the secret; what comes twice, or too late, changes nothing.
      guard !rivals.isOtherInCharge(at: now), garden.mayJoin(device) else { return }
      accounts.keep(password, of: device)
      garden.handle(.account(.joins(device)), at: now, into: &turn.effects)
    case .refusal(let refused):
      switch garden.rate(of: refused.device, at: now, into: &turn.effects) {
      case .open:
        tally.count(refused.code)
        keep(refused.answer)
      case .closing:
        tally.count(.rateLimited)
        keep(refused.tooMany)
      case .closed: break
      }
    case .ignored(let ignored):
      tally.count(ignored.reason)
      if let device = ignored.device, let receipt = ignored.receipt,
        outbox.confirmed(receipt, by: device, at: now)
      {
        garden.handle(.shown(device, note: receipt, isRead: false), at: now, into: &turn.effects)
      }
      if ignored.reason == .empty { return }
      let device = ignored.device.flatMap { garden.knows($0) ? "device \($0)" : nil } ?? "unknown devices"
      turn.log.warning("\(device): \(ignored.text)", source: device)
      // Each clearing is a publication: what is over the rate stays retained, and never acts.
      guard let clearing = ignored.clearing, let sender = ignored.device,
        garden.rate(of: sender, at: now, into: &turn.effects) != .closed
      else { return }
      retained.put(clearing.publication)
    case nil: break
    }
  }

  /// What a device says of itself. `false`: too many; it waits until its device is slower.
  private mutating func obey(_ report: SelfReport) -> Bool {
    let (now, device) = (turn.now, report.device)
    guard garden.knows(device) else { return true }
    switch garden.rate(of: device, at: now, into: &turn.effects) {
    case .open: break
    case .closing:
      tally.count(.rateLimited)
      if let answer = inbox.tooMany(from: device, at: now) { keep(answer) }
      return false
    case .closed: return false
    }
    switch report.event {
    case .hello(_, let profile):
      if renderer.introduce(device, profile) {
        renderer.calendars = schedule.calendars.all(renderer.zones, at: now)
        retained.tellContext(of: device, in: garden, by: renderer, &turn.log, at: now)
      }
      garden.handle(report.event, at: now, into: &turn.effects)
      outbox.receipts.greeted.insert(device)
      // What is replayed was said some time ago: nobody has come back by it.
      if !report.wasRetained {
        outbox.called(by: device, at: now)
        retained.greeted(at: now)
      }
      garden.handle(.reached(device), at: now, into: &turn.effects)
    case .left:
      _ = renderer.introduce(device, DeviceProfile())
      outbox.drop(for: device)
      garden.handle(report.event, at: now, into: &turn.effects)
      turn.log.notice(
        "device \(device): took its hello back; what waited for it is dropped", source: "device \(device)")
    default: garden.handle(report.event, at: now, into: &turn.effects)
    }
    return true
  }

  private mutating func answer(_ question: MessageRequest.Question, of head: CommandHead) {
    let now = turn.now
    guard
      garden.admits(
        head, about: question.plant?.text, isPart: question.isForPart, at: now, into: &turn.effects),
      let place = renderer.replyPlace(of: head.device)
    else { return tally.count(QuestionOutcome.refused) }
    do throws(DocumentError) {
      let source: Questions.Source
      if case .invitation(let request) = question {
        source = .here(
          try accounts.invitation(
            request, for: head, in: garden, to: settings.broker.accounts, base: renderer.tree.base, at: now))
      } else {
        source = try questions.source(
          of: question, by: head, in: garden, renderer, settings, upTo: place.bytesMax, at: now)
      }
      switch source {
      case .nowhere(let isRefused): if isRefused { tally.count(QuestionOutcome.refused) }
      case .here(let payload):
        give(
          questions.reply(payload, to: head, on: place.topic, isOnline: line.isOnline, &tally, at: now))
      case .disk(let subject):
        if subject.isPast {
          guard !durability.isInMemory else {
            return give(questions.refuse(head, .failed, Reason(.disk), &tally))
          }
          if schedule.chores.isHistoryWanted(at: now) { durability.writeHistory() }
        }
        give(questions.lookUp(subject, for: head, place, &tally))
      }
    } catch {
      give(questions.refuse(head, error, by: renderer, &tally, at: now))
    }
  }

  mutating func give(_ step: Questions.Step?) {
    switch step {
    case .lookUp(let lookup): turn.errands.append(.lookUp(lookup))
    case .say(let documents): for document in documents { keep(document) }
    case .acknowledge(let outcome): turn.effects.append(.acknowledge(outcome))
    case .learned(let records):
      garden.handle(.learned(records), at: turn.now, into: &turn.effects)
      // A whole garden's records were held twice.
      turn.errands.append(.releaseMemory)
    case .learnLater: schedule.chores.isToLearn = true
    case nil: break
    }
  }

  mutating func linkChanged(to link: LinkState) {
    let now = turn.now
    switch link {
    case .online(let facts):
      turn.log.notice("broker: connected")
      inbox.linkCameAbout()
      tally.connected(facts, at: now)
      // libmosquitto repeats what was not acknowledged when the old link broke.
      outbox.linkCameAbout()
      retained.linkCameAbout(at: now)
      garden.handle(.link(isUp: true), at: now, into: &turn.effects)
      if let missing = retained.takeMissing() {
        announce()
        retained.tellContexts(of: garden, by: renderer, &turn.log, at: now)
        for publication in missing { retained.putBack(publication) }
        retained.clearFormer(beside: traces, by: &line, renderer)
      } else {
        publishEverything()
      }
      for message in rivals.takeHeld(&line) {
        take(
          topic: message.topic.span, payload: message.payload.span, qos: .atLeastOnce,
          wasRetained: message.wasRetained, at: now)
      }
    case .offline(let cause):
      if cause != .ended { turn.log.warning("broker: not connected: \(cause)") }
      let hasWater = garden.memory.leases.contains { $0.phase != .closed }
      rivals.linkBroke(cause, hasWater: hasWater, on: &line, &turn.log, at: now)
      retained.linkBroke()
      garden.handle(.link(isUp: false), at: now, into: &turn.effects)
    }
  }

  /// That we are here, and how much of everything there was.
  mutating func announce() {
    retained.put(
      renderer.bridgeStatus(
        isOnline: true, session: rivals.session, doubt: schedule.clock.doubt, trouble: inbox.trouble,
        at: turn.now
      ).publication)
    turn.oweCounters()
  }

  /// The retained snapshot of everything, anew: an emptied broker is full again, and nobody is notified. Now, or with the next link.
  ///
  /// - Parameter anew: what the broker has may be another's.
  mutating func publishEverything(anew: Bool = false) {
    if anew { retained.forgetHanded() }
    guard line.isOnline else { return }
    retained.dropSnapshots()
    announce()
    retained.putEverything(of: garden, by: renderer, &tally, &turn.log, at: turn.now)
    for entity in home.announced(by: renderer) { retained.put(entity.publication) }
    retained.clearFormer(beside: traces, by: &line, renderer)
    schedule.chores.everythingIsPublished(at: turn.now)
  }
}
