import GardenCore
import GardenTopics
import LoamKit

// What becomes of a garden whose clock is wrong, and is put right.
extension Hub {
  /// Says what is wrong with the clock and what is waited for, and what becomes of it: in the log and in the status.
  mutating func watchClock(_ shown: BridgeStatus.Doubt?) {
    let (before, doubted) = (clockSeen, doubt)
    (clockSeen, doubt) = (now, shown)
    let shift = (now.wall - before.wall) - (now.uptime - before.uptime)
    let length = shift < .zero ? .zero - shift : shift
    let isSet = length > .seconds(2)
    if isSet {
      let word = shift < .zero ? "back" : "ahead"
      log.notice("clock: was set \(word) by \(length.wholeSeconds) s, and shows \(Self.text(now.wall))")
    }
    guard isSet || shown != doubted else { return }
    switch shown {
    case .past:
      log.error(
        "clock: shows \(Self.text(now.wall)), before this program was made: until a time service or a person sets it, no reminder is told by date, and no water starts"
      )
    case .unsure:
      log.warning(
        "clock: shows \(Self.text(now.wall)), and no time service has said so: until one has, or the machine has been up for \(clockPatience.wholeSeconds) s, no reminder is told by date, and no water starts"
      )
    case nil:
      if doubted != nil { log.notice("clock: is believed, and shows \(Self.text(now.wall))") }
      let startedAt = now.wall - (now.uptime - bornAt)
      renderer.redate(startedAt: startedAt)
      rivals.redate(startedAt: startedAt)
      tally.redate(at: now)
      // What was retained meanwhile said that its times are none.
      publishEverythingSoon()
      return
    }
    if line.isOnline { announce() }
  }

  private static func text(_ time: Timestamp) -> String {
    let local = SiteCalendar.utc.local(time)
    return "\(local.date) \(local.time) UTC"
  }
}
