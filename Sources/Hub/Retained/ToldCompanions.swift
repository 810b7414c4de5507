import GardenCore
import GardenTopics

/// What devices were told of their companions last.
struct ToldCompanions {
  private var told: [DeviceID: [Companion]] = [:]
  /// From then on there may be more glances than somebody was told.
  private(set) var dayEnds: Timestamp?

  mutating func forget() { self = ToldCompanions() }

  /// A glance less is no news: they are told anew once half of what they know of is gone, and when none is left or there are more.
  mutating func isCurrent(_ companions: [Companion], by device: DeviceID) -> Bool {
    guard let told = told[device], told.count == companions.count else { return false }
    return zip(told, companions).allSatisfy { told, present in
      guard told.id == present.id, told.kind == present.kind, let before = told.glancesLeft,
        let left = present.glancesLeft
      else { return told == present }
      return left <= before && 2 * left > before || left == before
    }
  }

  mutating func note(
    _ companions: [Companion], by device: DeviceID, at now: Moment, _ calendar: SiteCalendar
  ) {
    told[device] = companions
    guard companions.contains(where: { $0.glancesLeft != nil }) else { return }
    let today = calendar.local(now.wall).dayNumber
    let end = calendar.moment(dayNumber: today + 1, secondOfDay: 0)
    dayEnds = dayEnds.map { min($0, end) } ?? end
  }

  /// Once.
  mutating func isOver(at now: Moment) -> Bool {
    guard now.isWallTrusted, let dayEnds, dayEnds <= now.wall else { return false }
    self.dayEnds = nil
    return true
  }
}
