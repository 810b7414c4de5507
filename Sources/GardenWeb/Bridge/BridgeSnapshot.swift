package import LoamKit

/// What the bridge has said of itself and of the plants, as of now.
package struct BridgeSnapshot: Sendable {
  package var status: BridgeStatus?
  package var info: BridgeInfo?
  package var counters: BridgeCounters?
  /// `nil`: `loam-push` is not there.
  package var channels: ChannelsState?
  /// By id.
  package var plants: [String: PlantState] = [:]
  package var isLinked = false
  /// Why not, in the broker's or the machine's words.
  package var linkTrouble: String?
  /// Uptime at which the newest status came, milliseconds.
  package var heardAt: Int64?
  /// The newest status is one that the broker had kept: it may be of any age.
  package var isKept = false
  package var connects = 0
  package var messages = 0
  /// What came under our topics and could not be read, or is more than we remember.
  package var unreadable = 0

  package init() {}

  /// A status older than this means that the bridge is dead behind a living broker (``BridgeStatus``).
  static let silentAfter: Int64 = 180_000

  /// What a person is told while ``isLinked`` is `false`.
  var noLink: String { "the broker is not reached" + (linkTrouble.map { ": \($0)" } ?? "") }

  /// Why the bridge does not count as alive; `nil`: it does.
  ///
  /// - Parameters:
  ///   - uptime: milliseconds.
  ///   - seconds: since 1970. A bridge of a demo lives in another time, so only a kept status is held against it.
  func silence(atUptime uptime: Int64, seconds: Int64) -> Silence? {
    guard isLinked else { return .noBroker(noLink) }
    guard let status, let heardAt else { return .unheard }
    guard status.online else { return .offline }
    if status.trouble != nil { return .refused }
    if isKept, status.clock != .unset, seconds - status.ts.seconds > Self.silentAfter / 1000 {
      return .old(seconds: seconds - status.ts.seconds)
    }
    guard uptime - heardAt <= Self.silentAfter else { return .silent(seconds: (uptime - heardAt) / 1000) }
    return nil
  }

  /// Why a bridge does not count as alive.
  enum Silence: Sendable, Hashable {
    case noBroker(String)
    case unheard
    case offline
    case refused
    case old(seconds: Int64)
    case silent(seconds: Int64)

    var text: String {
      switch self {
      case .noBroker(let why): why
      case .unheard: "the bridge has not been heard on this broker"
      case .offline: "the bridge says that it is offline"
      case .refused: "the broker refuses the bridge a subscription: answers are not heard"
      case .old(let seconds): "the bridge's last word is \(seconds) s old"
      case .silent(let seconds): "the bridge has been silent for \(seconds) s"
      }
    }
  }
}
