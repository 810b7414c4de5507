package import BridgeConfig
package import GardenCore

/// The local times of the zones that this machine knows.
package struct Calendars: Sendable {
  /// Of a site whose config names none.
  private let ownZone: String
  private let find: @Sendable (_ zone: String, _ now: Moment) -> SiteCalendar?

  /// - Parameter find: the offsets of some years around `now`; `nil`: the machine knows no such zone.
  package init(ownZone: String, find: @escaping @Sendable (_ zone: String, _ now: Moment) -> SiteCalendar?) {
    self.ownZone = ownZone
    self.find = find
  }

  package func zone(of settings: BridgeSettings) -> String { settings.timeZoneName ?? ownZone }

  /// The site's local time around now; renewed each day.
  package func site(of settings: BridgeSettings, at now: Moment) -> SiteCalendar {
    find(zone(of: settings), now) ?? .utc
  }

  /// The config's plan in the site's local time.
  func plan(of settings: BridgeSettings, at now: Moment) -> GardenPlan {
    var plan = settings.plan
    plan.site.calendar = site(of: settings, at: now)
    return plan
  }

  func all(_ zones: Set<String>, at now: Moment) -> [String: SiteCalendar] {
    Dictionary(zones.compactMap { zone in find(zone, now).map { (zone, $0) } }) { $1 }
  }
}
