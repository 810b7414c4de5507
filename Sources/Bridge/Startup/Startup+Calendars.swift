package import BridgeConfig
package import GardenCore
import HostSystem
package import Hub

extension Calendars {
  /// As this machine's tables have them.
  package static let host = Calendars(ownZone: ZoneTable.systemZone() ?? "UTC") { zone, now in
    Startup.calendar(zone: zone, at: now)
  }
}

extension Startup {
  /// The site's local time around now.
  package static func calendar(of settings: BridgeSettings, at now: Moment) -> SiteCalendar {
    Calendars.host.site(of: settings, at: now)
  }

  /// Of this machine: `$TZ` where it names a zone, else the system's own.
  package static func calendar() -> SiteCalendar {
    let named = HostProgram.variable("TZ").flatMap { $0.isEmpty ? nil : $0 }
    var clock = MachineClock(release: Release.date)
    let now = clock.read()
    return [named, ZoneTable.systemZone()].lazy.compactMap { $0 }.compactMap { calendar(zone: $0, at: now) }
      .first ?? .utc
  }

  /// The site's local time in a past.
  package static func calendar(of settings: BridgeSettings, from: Timestamp, to: Timestamp) -> SiteCalendar {
    let utc = SiteCalendar.utc
    return calendar(
      zone: Calendars.host.zone(of: settings), fromYear: utc.local(from).year - 1,
      throughYear: utc.local(to).year + 1)
      ?? utc
  }

  /// The offsets of three years around now; renewed each day. `nil`: the host knows no such zone.
  package static func calendar(zone: String, at now: Moment) -> SiteCalendar? {
    let year = SiteCalendar.utc.local(now.wall).year
    return calendar(zone: zone, fromYear: year - 1, throughYear: year + 2)
  }

  private static func calendar(zone: String, fromYear: Int, throughYear: Int) -> SiteCalendar? {
    guard let table = try? ZoneTable.offsets(of: zone, fromYear: fromYear, throughYear: throughYear) else {
      return nil
    }
    return SiteCalendar(
      rules: table.changes.map {
        SiteCalendar.Rule(start: Timestamp(seconds: $0.startSeconds), offsetSeconds: $0.offsetSeconds)
      })
  }
}
