import GardenCore
import GardenTopics

/// What each device is told of itself and of its person's other devices.
extension Hub {
  /// All of them, anew.
  mutating func tellContexts() {
    told.forget()
    for device in garden.plan.devices { tellContext(of: device.id) }
  }

  mutating func tellContext(of device: DeviceID) {
    let companions = garden.companions(of: device, at: now)
    told.note(companions, by: device, at: now, garden.plan.site.calendar)
    for failure in renderer.context(of: device, beside: companions, at: now, into: &turn.outgoing) {
      log.error("\(failure)")
    }
    shelve()
  }

  /// Something of that device is kept otherwise: its companions are told if they would see a difference.
  mutating func tellCompanions(of device: DeviceID) {
    guard line.isOnline else { return }
    for other in garden.plan.companions(of: device)
    where !told.isCurrent(garden.companions(of: other.id, at: now), by: other.id) {
      tellContext(of: other.id)
    }
  }

  /// A new day: each may be sent all its glances again.
  mutating func tellNewDay() {
    guard told.isOver(at: now) else { return }
    for person in garden.plan.people { for device in person.devices { tellCompanions(of: device.id) } }
  }
}

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
