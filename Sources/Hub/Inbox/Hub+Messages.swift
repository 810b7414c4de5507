import DeviceFamilies
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
    self.now = now
    turn.begin()
    if line.isLooking { return hold(topic: topic, payload: payload, qos: qos, wasRetained: wasRetained) }
    hear(topic: topic, payload: payload, wasRetained: wasRetained)
  }

  mutating func hear(topic: Span<UInt8>, payload: Span<UInt8>, wasRetained: Bool) {
    if contract.isStatus(topic) {
      if wasRetained { retainedTrial.heard() }
      takeStatus(payload, wasRetained: wasRetained)
      return
    }
    if contract.isAnswer(topic) {
      takeAccountAnswer(payload)
      return
    }
    if contract.owns(topic) {
      takeContract(topic: topic, payload: payload, wasRetained: wasRetained)
      return
    }
    if home.isBirth(topic) {
      takeBirth(payload, wasRetained: wasRetained)
      return
    }
    Self.hear(
      topic: topic, payload: payload, wasRetained: wasRetained, at: now, with: &devices, in: &garden,
      into: &turn.effects)
  }

  mutating func leftOut(topic: Span<UInt8>, bytes: Int, bytesMax: Int) {
    tally.tooLarge += 1
    log.warning(
      "\(Self.shown(topic, upTo: 96)): a message of \(bytes) bytes was not read; at most \(bytesMax) are")
  }

  /// Static: the parts are claimed once for a message, not once for each of its values.
  private static func hear(
    topic: Span<UInt8>, payload: Span<UInt8>, wasRetained: Bool, at now: Moment,
    with devices: inout DeviceIntake, in garden: inout Garden, into effects: inout [Effect]
  ) {
    let context = DecodeContext(
      arrival: now.wall, wasRetained: wasRetained, calendar: garden.plan.site.calendar)
    devices.take(topic: topic, payload: payload, context: context) { event in
      if case .reading(let reading) = event {
        garden.take(reading, at: now, into: &effects)
      } else {
        let mark = effects.count
        garden.handle(event, at: now, into: &effects)
        if case .refused = event { Self.name(topic, payload, in: &effects, from: mark) }
      }
    }
  }

  /// Says in the log lines of a refusal which message it was: its topic, its size and how it begins.
  private static func name(
    _ topic: Span<UInt8>, _ payload: Span<UInt8>, in effects: inout [Effect], from mark: Int
  ) {
    for i in effects.indices where i >= mark {
      guard case .log(var line) = effects[i] else { continue }
      line.text += ", on \(shown(topic, upTo: 96)): \(payload.count) bytes"
      if !payload.isEmpty { line.text += ", \(shown(payload, upTo: 48))" }
      effects[i] = .log(line)
    }
  }

  /// Bytes of a stranger on one line.
  private static func shown(_ bytes: Span<UInt8>, upTo length: Int) -> String {
    var copy: [UInt8] = []
    for i in 0..<min(bytes.count, length) { copy.append(bytes[i]) }
    let text = String(decoding: copy, as: UTF8.self)
    let visible = String(text.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 32 } ? " " : $0 })
    return bytes.count > length ? visible + "…" : visible
  }

  mutating func linkChanged(to link: LinkState) {
    switch link {
    case .online(let facts):
      log.notice("broker: connected")
      linkCameAbout(facts)
      garden.handle(.link(isUp: true), at: now, into: &turn.effects)
      publishWhatIsMissing()
    case .offline(let cause):
      if cause != .ended { log.warning("broker: not connected: \(cause)") }
      linkBroke(cause)
      retainedTrial.linkBroke()
      garden.handle(.link(isUp: false), at: now, into: &turn.effects)
    }
  }

  mutating func subscribed(to filter: String, _ outcome: SubscribeOutcome) {
    if line.isLooking { return look.answered(at: now.uptime) }
    if filter == retainedTrial.filter {
      if case .granted = outcome { return retainedTrial.granted(at: now.uptime) }
      return retainedTrial.refused()
    }
    defer { tellIfLastAnswer(filter) }
    switch outcome {
    case .granted:
      guard refusedFilters.remove(filter) != nil else { return }
      log.notice("broker: grants the subscription \(filter) now")
    case .refused(let reason):
      guard refusedFilters.insert(filter).inserted else { return }
      log.error("broker: refuses the subscription \(filter), reason \(reason): what comes there is not heard")
    }
    if contract.subscriptions.contains(where: { $0.filter == filter }) { announce() }
    for event in devices.answers(under: filter, refused: refusedFilters) {
      garden.handle(event, at: now, into: &turn.effects)
    }
  }

  /// From here on the broker hands over what is published; before, it may not yet have been asked.
  private mutating func tellIfLastAnswer(_ filter: String) {
    guard unansweredFilters.remove(filter) != nil, unansweredFilters.isEmpty else { return }
    let count = subscriptions.count
    log.notice("broker: \(count - refusedFilters.count) of \(count) subscriptions granted")
  }

  /// Without one of these what people answer is not heard.
  private var trouble: BridgeStatus.Trouble? {
    contract.subscriptions.contains { refusedFilters.contains($0.filter) } ? .unheard : nil
  }

  /// Somebody may have changed the broker's rules.
  mutating func askAgainForRefused() {
    let wanted = subscriptions.filter { refusedFilters.contains($0.filter) }
    refusedFilters.formIntersection(wanted.map(\.filter))
    line.subscribe(wanted)
  }

  /// Whether anything may come of it is asked before it is read: a flood of one costs all others next to nothing.
  mutating func takeContract(topic: Span<UInt8>, payload: Span<UInt8>, wasRetained: Bool) {
    tally.commands += 1
    let door = contract.door(of: topic) ?? contract.open(topic, in: garden)
    if payload.isEmpty, door.kind?.isRetained == false { return tally.count(.empty) }
    guard garden.reads(door.mail(payload), of: door.device, at: now) else {
      return late.put(door, topic: topic, payload: payload, wasRetained: wasRetained, at: now.uptime)
    }
    late.drop(door)
    switch contract.decode(topic: topic, payload: payload, wasRetained: wasRetained, at: now) {
    case .event(.shown(let device, let receipt, _)): confirm(receipt, by: device)
    case .event(let event):
      if let report = SelfReport(event, wasRetained: wasRetained) {
        if hear(report) { return }
        return late.put(door, topic: topic, payload: payload, wasRetained: wasRetained, at: now.uptime)
      }
      if case .command(let command) = event {
        if isLeftToTheOther(command) { return }
        if command.alwaysActs { turn.stops.insert(command.head.id) }
      }
      garden.handle(event, at: now, into: &turn.effects)
    case .question(let head, let question): takeQuestion(head, question)
    case .join(let device, let password): takeJoin(device, password)
    case .refusal(let refused): answer(refused)
    case .ignored(let ignored): note(ignored)
    case nil: break
    }
  }

  private mutating func answer(_ refused: CommandDecoder.Refused) {
    switch garden.rate(of: refused.device, at: now, into: &turn.effects) {
    case .open:
      tally.count(refused.code)
      keep(refused.answer)
    case .closing:
      tally.count(.rateLimited)
      keep(refused.tooMany)
    case .closed: break
    }
  }

  private mutating func note(_ ignored: CommandDecoder.Ignored) {
    tally.count(ignored.reason)
    if let device = ignored.device, let receipt = ignored.receipt {
      confirm(receipt, by: device, isRead: false)
    }
    if ignored.reason == .empty { return }
    let device = ignored.device.flatMap { garden.knows($0) ? "device \($0)" : nil } ?? "unknown devices"
    log.warning("\(device): \(ignored.text)", source: device)
    // Each clearing is a publication: what is over the rate stays retained, and never acts.
    guard let clearing = ignored.clearing, let sender = ignored.device,
      garden.rate(of: sender, at: now, into: &turn.effects) != .closed
    else { return }
    retained.put(clearing.publication)
  }

  /// The retained snapshot of everything, anew: an emptied broker is full again, and nobody is notified.
  mutating func publishEverything() {
    retained.dropSnapshots()
    announce()
    for failure in renderer.fixedDocuments(at: now, into: &turn.outgoing) { log.error("\(failure)") }
    tellContexts()
    for snapshot in garden.snapshots { render(.publish(snapshot)) }
    shelve()
    announceToHome()
    clearFormerTraces()
    retainedTrial.published(at: now.uptime)
    chores.everythingIsPublished(at: now)
  }

  /// What was rendered and is retained waits for its turn.
  mutating func shelve() {
    for document in turn.outgoing { retained.put(document.publication) }
    turn.outgoing.removeAll(keepingCapacity: true)
  }

  /// And how much of everything there was.
  mutating func announce() {
    retained.put(
      renderer.bridgeStatus(
        isOnline: true, session: session, doubt: doubt, trouble: trouble, at: now
      ).publication)
    oweCounters()
  }

  private mutating func linkCameAbout(_ facts: LinkFacts) {
    isNew = false
    unansweredFilters = Set(subscriptions.map(\.filter))
    tally.connected(at: now)
    tally.brokerVersion = facts.version == .v5 ? 5 : 3
    // libmosquitto repeats what was not acknowledged when the old link broke.
    outbox.linkCameAbout()
    retainedTrial.linkCameAbout(at: now.uptime)
  }
}
