import MQTTTypes

/// Retained documents that wait to be published: the newest per topic, in the order in which topics first changed.
///
/// A state that changes while the link is slow or down is published once, as it stands then. Bounded by the number of
/// topics, which the config bounds.
struct RetainedQueue {
  private var waiting: [String: MQTTPublication] = [:]
  /// From ``first`` on.
  private var order: [String] = []
  private var first = 0

  var isEmpty: Bool { waiting.isEmpty }
  var count: Int { waiting.count }

  mutating func put(_ publication: MQTTPublication) {
    if waiting.updateValue(publication, forKey: publication.topic) == nil { order.append(publication.topic) }
  }

  /// What may be missing at the broker, unless something newer waits.
  mutating func putBack(_ publication: MQTTPublication) {
    if waiting[publication.topic] == nil { put(publication) }
  }

  mutating func takeNext() -> MQTTPublication? {
    guard first < order.count else { return nil }
    let topic = order[first]
    first += 1
    // Taking away the front costs the length of the rest: in large pieces it is paid once a document.
    if first * 2 > order.count {
      order.removeFirst(first)
      first = 0
    }
    defer { makeRoom() }
    return waiting.removeValue(forKey: topic)
  }

  /// A start puts the whole garden in here.
  private mutating func makeRoom() {
    if waiting.isEmpty, waiting.capacity > 256 { self = RetainedQueue() }
  }

  /// All that stands is published anew from the garden. What is gone the garden does not know any more: its removal stays.
  mutating func dropSnapshots() {
    waiting = waiting.filter { $0.value.payload.isEmpty }
    order = order[first...].filter { waiting[$0] != nil }
    first = 0
  }
}
