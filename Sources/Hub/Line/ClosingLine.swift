import GardenCore
import MQTTTypes

/// What closes valves and turns heaters off and has not left: first in line, the newest of each device, never dropped.
///
/// The garden says a close again after 1, 2, 4, 8 and 16 seconds; what waits in here leaves the moment there is room.
struct ClosingLine {
  private var waiting: [(device: ActuatorIndex?, publications: [MQTTPublication])] = []

  var isEmpty: Bool { waiting.isEmpty }
  var first: (device: ActuatorIndex?, publication: MQTTPublication)? {
    waiting.first.flatMap { next in next.publications.first.map { (next.device, $0) } }
  }

  mutating func put(_ publications: [MQTTPublication], of device: ActuatorIndex) {
    guard !publications.isEmpty else { return }
    if let place = waiting.firstIndex(where: { $0.device == device }) {
      waiting[place].publications = publications
    } else {
      waiting.append((device, publications))
    }
  }

  /// It could not be handed over: first again, unless something newer waits for the device.
  mutating func putBack(_ publication: MQTTPublication, of device: ActuatorIndex?) {
    if device != nil, waiting.contains(where: { $0.device == device }) { return }
    waiting.insert((device, [publication]), at: 0)
  }

  mutating func removeFirst() {
    guard !waiting.isEmpty else { return }
    waiting[0].publications.removeFirst()
    if waiting[0].publications.isEmpty { waiting.removeFirst() }
  }

  /// Another config numbers its devices anew: what waits stays, and nothing takes its place.
  mutating func forgetDevices() {
    for i in waiting.indices { waiting[i].device = nil }
  }
}
