import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes
import StoreTypes

/// What the broker is to keep: what waits to be given to it, what it may have lost, and what former configs left there.
///
/// It is all said anew where the broker may have lost it, and as often as a broker needs that gives it to nobody who asks by a wildcard.
struct Retained {
  private var queue = RetainedQueue()
  private var ledger: RetainedLedger
  private var trial: RetainedTrial
  /// Our status as the broker kept it, by the look that the present link began with.
  private var keptStatus: [UInt8]?
  private var told = ToldCompanions()
  /// What earlier configs left at the broker, as far as it is not known to be gone. It is remembered in the store, since a broker cannot be
  /// asked for the subscriptions of a session.
  private(set) var former: BrokerTraces

  init(_ tree: TopicTree, former: BrokerTraces) {
    ledger = RetainedLedger(statusTopic: tree.text(.bridgeStatus))
    trial = RetainedTrial(root: tree.root)
    self.former = former
  }

  var isEmpty: Bool { queue.isEmpty }
  var count: Int { queue.count }
  var nextDeadline: Uptime? { trial.nextDeadline }
  /// When each device may be sent all its glances again.
  var dayEnds: Timestamp? { told.dayEnds }

  mutating func put(_ publication: MQTTPublication) { queue.put(publication) }
  /// It could not be handed over; unless something newer waits.
  mutating func putBack(_ publication: MQTTPublication) { queue.putBack(publication) }

  /// With the next link everything is published as it stands then, so until that it needs no document. What is gone is said once.
  func comesAnew(_ effect: Effect) -> Bool {
    guard ledger.isEmpty, case .publish(let snapshot) = effect else { return false }
    switch snapshot {
    case .noReminder, .noActivity, .noHeater: return false
    case .plant, .control, .reminder, .activity, .heater, .glance, .hold, .device: return true
    }
  }

  mutating func leave(by line: inout Line) {
    while line.mayLeave(.state), let publication = queue.takeNext() {
      line.publish(publication, as: .state)
      ledger.handed(publication)
    }
  }

  // MARK: what the broker has

  mutating func lookBegan() { keptStatus = nil }

  /// The broker kept our status, or another bridge's.
  mutating func heard(_ status: Span<UInt8>, isLooking: Bool) {
    if isLooking { keptStatus = status.indices.map { status[$0] } } else { trial.heard() }
  }

  mutating func linkCameAbout(at now: Moment) { trial.linkCameAbout(at: now.uptime) }
  mutating func linkBroke() { trial.linkBroke() }

  /// What a broker may lack that keeps our last status: nothing that came before it, so a cluster that elects new leaders is spared the whole
  /// garden. `nil`: everything.
  mutating func takeMissing() -> [MQTTPublication]? {
    defer { keptStatus = nil }
    return ledger.missing(where: keptStatus)
  }

  /// With the next link everything is published.
  mutating func forgetHanded() { ledger.forget() }

  /// A device that was not there said hello.
  mutating func greeted(at now: Moment) { trial.greeted(at: now.uptime) }

  /// `false`: the filter is none that a trial asks by.
  mutating func answered(_ filter: String, _ outcome: SubscribeOutcome, at now: Moment) -> Bool {
    guard filter == trial.filter else { return false }
    if case .granted = outcome { trial.granted(at: now.uptime) } else { trial.refused() }
    return true
  }

  /// Whether everything is to be published. Asked until it says no.
  mutating func mustPublish(by line: inout Line, _ log: inout HubLog, at now: Moment) -> Bool {
    while let step = trial.takeDue(at: now.uptime) {
      switch step {
      case .ask:
        // With QoS 1 the nodes of a cluster would have to agree on a copy of it first, and again to forget it.
        line.subscribe([MQTTSubscription(filter: trial.filter, qos: .atMostOnce)])
      case .ended(let isNews):
        line.unsubscribe([trial.filter])
        guard isNews else { continue }
        log.notice(
          "broker: gives retained messages to no subscription with a wildcard, so a device that comes later would see nothing: all is published again when one says hello, and each quarter of an hour"
        )
        return true
      case .publish: return true
      }
    }
    return false
  }

  // MARK: the garden

  /// All that waits is said anew.
  mutating func dropSnapshots() { queue.dropSnapshots() }

  mutating func putEverything(
    of garden: Garden, by renderer: Renderer, _ tally: inout Tally, _ log: inout HubLog, at now: Moment
  ) {
    var outgoing: [Outgoing] = []
    for failure in renderer.fixedDocuments(at: now, into: &outgoing) { log.error("\(failure)") }
    put(&outgoing)
    tellContexts(of: garden, by: renderer, &log, at: now)
    for snapshot in garden.snapshots {
      tally.undelivered(renderer.publications(for: .publish(snapshot), at: now, into: &outgoing), &log)
    }
    put(&outgoing)
    trial.published(at: now.uptime)
  }

  private mutating func put(_ documents: inout [Outgoing]) {
    for document in documents { queue.put(document.publication) }
    documents.removeAll()
  }

  /// What each device is told of itself and of its person's other devices, anew.
  mutating func tellContexts(of garden: Garden, by renderer: Renderer, _ log: inout HubLog, at now: Moment) {
    told.forget()
    for device in garden.plan.devices {
      tellContext(of: device.id, in: garden, by: renderer, &log, at: now)
    }
  }

  mutating func tellContext(
    of device: DeviceID, in garden: Garden, by renderer: Renderer, _ log: inout HubLog, at now: Moment
  ) {
    let companions = garden.companions(of: device, at: now)
    told.note(companions, by: device, at: now, garden.calendar)
    var outgoing: [Outgoing] = []
    for failure in renderer.context(of: device, beside: companions, at: now, into: &outgoing) {
      log.error("\(failure)")
    }
    put(&outgoing)
  }

  /// Something of that device is kept otherwise: its companions are told if they would see a difference.
  mutating func tellCompanions(
    of device: DeviceID, in garden: Garden, by renderer: Renderer, _ log: inout HubLog, at now: Moment
  ) {
    for other in garden.plan.companions(of: device)
    where !told.isCurrent(garden.companions(of: other.id, at: now), by: other.id) {
      tellContext(of: other.id, in: garden, by: renderer, &log, at: now)
    }
  }

  /// Once.
  mutating func isNewDay(at now: Moment) -> Bool { told.isOver(at: now) }

  /// Each may be sent all its glances again.
  mutating func tellNewDay(
    in garden: Garden, by renderer: Renderer, _ log: inout HubLog, at now: Moment
  ) {
    for person in garden.plan.people {
      for device in person.devices { tellCompanions(of: device.id, in: garden, by: renderer, &log, at: now) }
    }
  }

  // MARK: former configs

  /// The present config is another from now on, or its devices are.
  mutating func remember(_ traces: BrokerTraces) { former = former.union(traces) }

  /// What a former config left goes when the present one no longer names it. With each new link: the broker may have come back from an older
  /// state of its disk.
  mutating func clearFormer(beside traces: BrokerTraces, by line: inout Line, _ renderer: Renderer) {
    let stale = former.subtracting(traces)
    line.unsubscribe(stale.filters.sorted())
    // What reads a document goes before the document.
    let announcements = stale.topics.filter { DepartedEntity(topic: $0) != nil }
    for topic in announcements.sorted() + stale.topics.subtracting(announcements).sorted() {
      queue.put(renderer.emptying(topic).publication)
    }
  }

  /// At a stop with everything acknowledged, the broker holds the present traces and no others. What Home Assistant may still have
  /// is remembered until it was told.
  func left(by traces: BrokerTraces) -> BrokerTraces {
    traces.union(BrokerTraces(topics: former.topics.filter { DepartedEntity(topic: $0) != nil }))
  }

  /// Announced once, and no more; Home Assistant may have been away when they went.
  func departed(beside traces: BrokerTraces) -> [DepartedEntity] {
    former.topics.subtracting(traces.topics).compactMap(DepartedEntity.init).sorted { $0.topic < $1.topic }
  }

  /// Home Assistant is there and has seen them: they need not be remembered any more.
  mutating func dismissDeparted(beside traces: BrokerTraces, by renderer: Renderer) {
    let entities = departed(beside: traces)
    for entity in entities { queue.put(renderer.emptying(entity.topic).publication) }
    former.topics.subtract(entities.map(\.topic))
  }
}

extension BrokerTraces {
  /// What the present config keeps at the broker: beside what Home Assistant is told what stands as long as a plant, control or device is in
  /// the plan.
  init(
    of garden: Garden, _ subscriptions: [MQTTSubscription], _ announced: [AnnouncedEntity],
    by renderer: Renderer, at now: Moment
  ) {
    var topics = Set(renderer.deviceTopics)
    for plant in garden.plan.plants {
      guard let name = SubjectName(plant.id) else { continue }
      topics.formUnion([renderer.tree.text(.plant(name)), renderer.tree.text(.detail(name))])
    }
    for snapshot in garden.snapshotsBesidePlants(at: now) {
      switch snapshot {
      case .control(let control):
        if let name = ControlName(control.id) { topics.insert(renderer.tree.text(.control(name))) }
      case .heater(let heater):
        if let name = SubjectName(heater.id) { topics.insert(renderer.tree.text(.heater(name))) }
      case .plant, .reminder, .noReminder, .activity, .noActivity, .noHeater, .glance, .hold, .device:
        continue
      }
    }
    self.init(
      filters: Set(subscriptions.map(\.filter)), topics: topics.union(announced.map(\.publication.topic)))
  }
}
