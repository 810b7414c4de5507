import GardenCore

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

  /// So many documents at most are under way.
  static let documentsMax = 20
  /// Which documents leave free.
  static let waterPlaces = 5

  /// How many may be under way when one of these has left; the broker takes `window`.
  func places(of window: Int) -> Int {
    switch self {
    case .close: window
    case .order: max(1, window - 2)
    case .alarm, .ack, .notice, .rest, .state: max(1, min(Self.documentsMax, window - Self.waterPlaces))
    }
  }
}
