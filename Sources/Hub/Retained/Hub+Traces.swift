import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes
import StoreTypes

// What a former config left at the broker goes when the present one no longer names it. It is remembered in the store, since
// a broker cannot be asked for the subscriptions of a session.
extension Hub {
  /// What the present config keeps at the broker.
  var traces: BrokerTraces {
    BrokerTraces(
      filters: Set(subscriptions.map(\.filter)),
      topics: fixedTopics.union(announced.map(\.publication.topic)))
  }

  /// Before anything of the present config reaches the broker: a kill from here on leaves nothing unknown.
  mutating func rememberTraces() {
    let all = formerTraces.union(traces)
    if all != formerTraces { durability.keep(all) }
  }

  /// With each new link: the broker may have come back from an older state of its disk.
  mutating func clearFormerTraces() {
    let stale = formerTraces.subtracting(traces)
    line.unsubscribe(stale.filters.sorted())
    // What reads a document goes before the document.
    let announcements = stale.topics.filter { DepartedEntity(topic: $0) != nil }
    for topic in announcements.sorted() + stale.topics.subtracting(announcements).sorted() {
      retained.put(renderer.emptying(topic).publication)
    }
  }

  /// At a stop with everything acknowledged, the broker holds the present traces and no others. What Home Assistant may still have
  /// is remembered until it was told.
  mutating func forgetFormerTraces() {
    let mine = traces
    let told = BrokerTraces(topics: formerTraces.topics.filter { DepartedEntity(topic: $0) != nil })
    if formerTraces != mine { durability.keep(mine.union(told)) }
  }

  /// Retained topics that stand as long as a plant, control or device is in the plan.
  private var fixedTopics: Set<String> {
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
    return topics
  }
}
