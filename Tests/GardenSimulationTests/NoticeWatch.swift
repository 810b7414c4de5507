import GardenCore

/// Quiet hours, budgets and revisions of what people are sent.
struct NoticeWatch {
  private struct Shown {
    var revision: Int
    var expires: Timestamp
  }
  private struct Day: Hashable {
    var person: PersonID
    var day: Int
  }

  let plan: GardenPlan
  private(set) var count = 0
  private(set) var waterNotices = 0
  private var shown: [String: Shown] = [:]
  private var sentOnDay: [Day: Int] = [:]
  private let personOfDevice: [DeviceID: PersonPlan]

  init(plan: GardenPlan) {
    self.plan = plan
    var people: [DeviceID: PersonPlan] = [:]
    for person in plan.people { for device in person.devices { people[device.id] = person } }
    personOfDevice = people
  }

  mutating func sent(_ notice: Notice, at now: Moment) -> [String] {
    count += 1
    var problems: [String] = []
    if notice.devices.isEmpty { problems.append("\(notice.key) sent to nobody") }
    if notice.expires <= notice.sentAt { problems.append("\(notice.key) expired when it was sent") }
    if notice.key.utf8.count > 32 { problems.append("\(notice.key) is too long") }
    problems += facts(of: notice.subject).filter { $0.next.when <= $0.last }.map {
      "\($0.id): next is not after last"
    }
    let people = Set(notice.devices.compactMap { personOfDevice[$0]?.id })
    for person in plan.people where people.contains(person.id) {
      problems += check(notice, for: person, at: now.wall)
    }
    for device in notice.devices {
      let place = device + " " + notice.key
      if let last = shown[place], last.revision >= notice.revision, last.expires > now.wall {
        problems.append("\(notice.key) to \(device): revision \(notice.revision) after \(last.revision)")
      }
      shown[place] = Shown(revision: notice.revision, expires: notice.expires)
    }
    return problems
  }

  /// A device that took the note back shows no revision any more.
  mutating func withdrawn(_ withdrawal: Withdrawal) {
    for device in withdrawal.devices { shown[device + " " + withdrawal.key] = nil }
  }

  private mutating func check(_ notice: Notice, for person: PersonPlan, at now: Timestamp) -> [String] {
    // A digest that got shorter rings nobody.
    guard notice.urgency != .timeSensitive, !notice.isUpdate else { return [] }
    // What became of a slider that somebody has just moved is an answer.
    if case .refusal = notice.subject { return [] }
    let local = plan.site.calendar.local(now)
    var problems: [String] = []
    if let quiet = person.quiet {
      let isQuiet =
        quiet.fromSecondOfDay <= quiet.toSecondOfDay
        ? (quiet.fromSecondOfDay..<quiet.toSecondOfDay).contains(local.secondOfDay)
        : local.secondOfDay >= quiet.fromSecondOfDay || local.secondOfDay < quiet.toSecondOfDay
      if isQuiet {
        problems.append("\(notice.key) in \(person.id)'s quiet hours (\(local.secondOfDay / 3600) h)")
      }
    }
    // That the day's are used up is said beside them, once.
    if case .heldBack = notice.subject { return problems }
    let day = Day(person: person.id, day: local.dayNumber)
    sentOnDay[day, default: 0] += 1
    if sentOnDay[day, default: 0] > person.notificationsPerDay {
      problems.append("\(person.id) got \(sentOnDay[day, default: 0]) notifications in a day")
    }
    return problems
  }

  private func facts(of subject: NoticeSubject) -> [PlantFacts] {
    switch subject {
    case .water(let thirst), .noRiseSeen(let thirst): [thirst.plant]
    case .climate(let facts, _, _, _, _): [facts]
    case .digest(let plants): plants.map(\.plant)
    case .setpoint(_, _, _, _, _, let facts), .valve(_, _, let facts, _), .timeUp(let facts):
      facts.map { [$0] } ?? []
    case .sensor, .refusal, .heater, .stopped, .heldBack: []
    }
  }
}
