import GardenCore
import LoamKit

/// Whether the clock is believed, and what becomes of a garden whose clock is wrong, and is put right.
struct ClockWatch {
  enum News {
    case doubted
    /// By it the bridge started then.
    case believed(startedAt: Timestamp)
  }

  /// Why the clock of the wall is not believed.
  private(set) var doubt: BridgeStatus.Doubt?
  /// As the clock was seen last.
  private var seen: Moment
  private let bornAt: Uptime
  /// So long after the machine was switched on its clock is believed, though no time service speaks for it.
  private let patience: Duration

  init(patience: Duration, at now: Moment) {
    self.patience = patience
    seen = now
    bornAt = now.uptime
  }

  /// Says what is wrong with the clock and what is waited for, and what becomes of it.
  mutating func look(_ shown: BridgeStatus.Doubt?, _ log: inout HubLog, at now: Moment) -> News? {
    let (before, doubted) = (seen, doubt)
    (seen, doubt) = (now, shown)
    let shift = (now.wall - before.wall) - (now.uptime - before.uptime)
    let length = shift < .zero ? .zero - shift : shift
    let isSet = length > .seconds(2)
    if isSet {
      let word = shift < .zero ? "back" : "ahead"
      log.notice("clock: was set \(word) by \(length.wholeSeconds) s, and shows \(Self.text(now.wall))")
    }
    guard isSet || shown != doubted else { return nil }
    switch shown {
    case .past:
      log.error(
        "clock: shows \(Self.text(now.wall)), before this program was made: until a time service or a person sets it, no reminder is told by date, and no water starts"
      )
    case .unsure:
      log.warning(
        "clock: shows \(Self.text(now.wall)), and no time service has said so: until one has, or the machine has been up for \(patience.wholeSeconds) s, no reminder is told by date, and no water starts"
      )
    case nil:
      if doubted != nil { log.notice("clock: is believed, and shows \(Self.text(now.wall))") }
      return .believed(startedAt: now.wall - (now.uptime - bornAt))
    }
    return .doubted
  }

  private static func text(_ time: Timestamp) -> String {
    let local = SiteCalendar.utc.local(time)
    return "\(local.date) \(local.time) UTC"
  }
}
