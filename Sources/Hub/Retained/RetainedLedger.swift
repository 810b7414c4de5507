import MQTTTypes

/// What the broker was given since it was given our status, the last one and the one before.
///
/// A broker takes what one client publishes in its order (MQTT 3.1.1 §4.6). One that still keeps a status of ours has all that was handed over
/// before it, also where it came back from an older state of its disk: only what followed may be missing.
struct RetainedLedger {
  /// After one status. Where more changed, all counts as missing.
  static let changesMax = 256

  private struct Stretch {
    let status: [UInt8]
    /// The newest of each topic; `nil`: too many.
    var changes: [String: MQTTPublication]? = [:]

    mutating func take(_ publication: MQTTPublication) {
      changes?[publication.topic] = publication
      if let count = changes?.count, count > RetainedLedger.changesMax { changes = nil }
    }
  }

  let statusTopic: String
  /// Two at most, the older one first.
  private var stretches: [Stretch] = []

  init(statusTopic: String) { self.statusTopic = statusTopic }

  /// The broker was given nothing that it may still have: with the next link everything is published.
  var isEmpty: Bool { stretches.isEmpty }

  mutating func handed(_ publication: MQTTPublication) {
    guard publication.topic == statusTopic else {
      if let last = stretches.indices.last { stretches[last].take(publication) }
      return
    }
    // Two of one second may be alike: then which of them the broker keeps is not to be seen.
    guard publication.payload != stretches.last?.status else { return }
    stretches = stretches.suffix(1) + [Stretch(status: publication.payload)]
  }

  /// What a broker may lack that keeps this as our status, in no order; `nil`: everything.
  func missing(where kept: [UInt8]?) -> [MQTTPublication]? {
    guard let first = stretches.firstIndex(where: { $0.status == kept }) else { return nil }
    var newest: [String: MQTTPublication] = [:]
    for stretch in stretches[first...] {
      guard let changes = stretch.changes else { return nil }
      newest.merge(changes) { $1 }
    }
    return Array(newest.values)
  }

  /// With the next link everything is published.
  mutating func forget() { stretches.removeAll() }
}
