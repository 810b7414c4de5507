internal import LoamKit

/// What one matter looks like on a channel, what of it is there already, and what has still to be sent.
package struct Item: Sendable, Hashable, Codable {
  package enum Matter: String, Sendable, Codable { case reminder, run, trial }

  /// Whether it is to be seen.
  package enum Fate: String, Sendable, Codable {
    /// To be answered.
    case open
    /// Seen, without anything to press.
    case closed
    /// To be taken away.
    case gone
  }

  package struct Button: Sendable, Hashable, Codable {
    package var action: String
    package var title: String
  }

  /// A slider, and where the person has moved it to.
  package struct Slider: Sendable, Hashable, Codable {
    package var control: String
    package var unit: String
    package var showsFahrenheit: Bool
    package var min: Double
    package var max: Double
    package var step: Double
    package var rev: Int
    package var until: Int64
    package var chosen: Double

    /// The buttons of its row.
    package enum Key: String, Sendable, CaseIterable {
      case less = "-", more = "+", muchLess = "<", muchMore = ">", value = "=", set = "s"
    }
  }

  /// What a rendering's buttons carry: they answer for what was shown then, whatever is shown now.
  package struct Mark: Sendable, Hashable, Codable {
    package var word: String
    package var rev: Int
    package var category: String
    package var plant: String?
    package var seconds: Int?
    package var litres: Double?
    package var buttons: [Button]
  }

  package var key: String
  package var matter: Matter
  package var fate = Fate.open
  /// Id of the notification or of the activity.
  package var note: String
  package var rev: Int
  /// Seconds since 1970; the bridge without a clock counts from the arrival.
  package var expires: Int64
  package var category: String
  package var plant: String?
  package var plantName: String?
  package var title: String
  package var subtitle: String
  package var body: String
  /// Whether it makes a sound.
  package var isLoud: Bool
  /// It goes before everything else, and when hardly anything may be sent any more.
  package var isUrgent: Bool
  package var buttons: [Button] = []
  package var seconds: Int?
  package var litres: Double?
  package var slider: Slider?
  /// What became of an answer.
  package var result: String?
  /// The control whose word the result waits for.
  package var awaits: String?
  /// 0…1, of a run.
  package var progress: Double?
  /// The newest first.
  package var marks: [Mark] = []

  /// Rises with each change of what is to be seen.
  package var version = 1
  /// The version that the channel has taken; 0: none.
  package var sent = 0
  /// A sending of this version was begun, and nobody knows yet whether it arrived.
  package var begun = 0
  /// The message at the channel.
  package var handle: Int64?
  /// Messages that this one has replaced.
  package var strays: [Int64] = []
  /// When it was sent first, seconds since 1970.
  package var sentAt: Int64?
  /// When it was sent last, in milliseconds.
  package var changedAt: Int64?

  /// The bridge's document, for a channel that passes it on; of a run also the one that it began with.
  package var document: String?
  package var opening: String?
  /// Of a run: the time in the last step that was sent; seconds since 1970.
  package var stamp: Int64?

  static let marksMax = 4
  /// A press this much older than it may be taken to be is too old for what moves water or heat.
  static let doubtSecondsMax: Int64 = 60

  var isSettled: Bool { sent == version && strays.isEmpty }

  /// Nothing can come of it any more.
  var isDone: Bool { fate == .closed && isSettled && awaits == nil }

  /// After that an answer that is given now acts nowhere: what moves water is soon too late. Seconds since 1970.
  func expiry(of action: String, at now: Int64) -> Int64 {
    switch ActionName(action) {
    case .waterStart, .waterRelease: now + Self.doubtSecondsMax
    case .waterStop: now + 3600
    default: min(expires, now + 86_400)
    }
  }

  /// From now on its buttons answer for what it says now.
  mutating func mark(_ word: String) {
    let mark = Mark(
      word: word, rev: rev, category: category, plant: plant, seconds: seconds, litres: litres,
      buttons: buttons)
    marks = Array(([mark] + marks).prefix(Self.marksMax))
  }
}
