internal import BridgeConfig
internal import HostSystem

/// One connection for all gardens whose bridges speak at one broker, and for whom we have one account there.
final class BridgeEars {
  private var ears: [Ear: BridgeSubscriber] = [:]

  private struct Ear: Hashable {
    var place: BridgeSubscriber.Place
    /// Base topic to garden.
    var gardens: [String: Int]
  }

  /// Listens where the configs say so now. What has changed is heard anew.
  ///
  /// - Throws: what is wrong with the settings; then what was heard before still is.
  func listen(to sites: [Site]) throws(WebFailure) {
    var wanted: [BridgeSubscriber.Place: [String: Int]] = [:]
    for (i, site) in sites.enumerated() {
      let settings = site.settings
      wanted[BridgeSubscriber.Place(settings), default: [:]][settings.bridge.baseTopic] = i
    }
    var fresh: [Ear: BridgeSubscriber] = [:]
    for (place, gardens) in wanted {
      let ear = Ear(place: place, gardens: gardens)
      if ears[ear] == nil {
        fresh[ear] = try BridgeSubscriber(place, gardens: gardens.mapValues { sites[$0].subscriber })
      }
    }
    for (ear, subscriber) in ears where wanted[ear.place] != ear.gardens {
      subscriber.close()
      for i in ear.gardens.values { sites[i].subscriber.forget() }
      ears[ear] = nil
    }
    ears.merge(fresh) { _, new in new }
  }

  var pollEntries: [PollEntry] { ears.values.compactMap(\.pollEntry) }
  var nextDeadline: Int64 { ears.values.map(\.nextDeadline).min() ?? .max }

  func turn(at uptimeMilliseconds: Int64) {
    for ear in ears.values { ear.turn(at: uptimeMilliseconds) }
  }

  func close() {
    for ear in ears.values { ear.close() }
  }
}
