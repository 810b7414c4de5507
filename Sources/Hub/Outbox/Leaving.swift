import GardenCore
import MQTTTypes

/// What leaves for the broker, in the order in which it goes.
///
/// A broker takes a bounded number of publications before it has acknowledged one, and on a link with delay that is what the bridge
/// waits for. Documents never fill it: what closes has places of its own, and what opens has all of these but two.
enum Leaving: Int, CaseIterable {
  /// A valve closes, a heater goes off.
  case close = 0
  /// A valve opens, a device is set, the broker is told about an account.
  case order
  /// Alarms, and answers to who stopped water.
  case alarm
  /// Answers.
  case ack
  /// Notifications, and that they are taken back.
  case notice
  /// All else that is for one device.
  case rest
  /// What is retained.
  case state

  init(_ rank: Handling.Rank) {
    self =
      switch rank {
      case .alarm: .alarm
      case .ack: .ack
      case .notice: .notice
      case .rest: .rest
      }
  }

  /// So many at most are under way, if the broker takes as many.
  static let windowMax = 100
  /// Which documents leave free.
  static let waterPlaces = 5

  /// How many may be under way when one of these has left; the broker takes `window`.
  func places(of window: Int) -> Int {
    switch self {
    case .close: window
    case .order: max(1, window - 2)
    case .alarm, .ack, .notice, .rest, .state: max(1, min(Outbox.windowMax, window - Self.waterPlaces))
    }
  }
}

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
