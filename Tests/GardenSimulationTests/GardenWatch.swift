import GardenCore
import GardenSimulation

/// What must hold after each step, whatever the seed. Collects problems instead of stopping, so that a failing run
/// can be told with its history.
struct GardenWatch {
  let plan: GardenPlan
  /// The memory that a restart would find: the remembered changes, applied.
  private(set) var memory = GardenMemory()
  private(set) var problems: [String] = []
  private(set) var counts = WatchCounts()
  var notices: NoticeWatch
  var screens = ScreenWatch()
  var activities = ActivityWatch()
  var valves: ValveWatchdog
  private var openReminders: [String: ReminderSnapshot] = [:]
  private var outcomes: [UniqueID: Outcome] = [:]
  private var waterings: Set<UniqueID> = []
  private var day = 0
  private var effectsOfDay = 0

  /// Snapshots, notices, withdrawals, acks, log lines and memory changes of a day with 20 plants: many times what the
  /// quiet days need, far below what a loop that chases its own tail would make.
  static let effectsPerDayMax = 10_000

  init(plan: GardenPlan) {
    self.plan = plan
    notices = NoticeWatch(plan: plan)
    valves = ValveWatchdog(plan: plan)
  }

  mutating func look(
    at effects: [Effect], after event: Event?, world: SimulatedWorld, at now: Moment
  ) {
    var acks = 0
    var commands: [ActuatorCommand] = []
    for effect in effects {
      switch effect {
      case .remember(let change): memory.apply(change)
      case .publish(let snapshot): look(snapshot)
      case .notify(let notice):
        problems += notices.sent(notice, at: now)
        screens.sent(notice)
      case .activity(let step): problems += activities.stepped(step)
      case .command(let command):
        commands.append(command)
      case .acknowledge(let outcome):
        acks += 1
        answered(outcome, event)
      case .withdraw(let withdrawal):
        notices.withdrawn(withdrawal)
        screens.withdrawn(withdrawal)
      case .watered(let watering):
        if !waterings.insert(watering.id).inserted { problems.append("watering \(watering.id) told twice") }
      case .record, .log, .trail, .deliver, .recall, .order, .devices: break
      }
    }
    // A batch is committed whole before a command leaves, so its order within the batch is free.
    for command in commands { problems += valves.commanded(command, memory: memory, at: now) }
    countEffects(effects, at: now)
    if effects.contains(where: { if case .record = $0 { false } else { true } }) {
      checkReminders()
      problems += screens.problems(memory, at: now)
    }
    problems += valves.look(world, memory: memory, at: now)
    problems += activities.look(at: now)
    if case .command(let command)? = event {
      counts.commands += 1
      if acks != 1 { problems.append("\(acks) acks for command \(command.head.id)") }
    }
    counts.steps += 1
  }

  mutating func finish(at now: Moment) {
    counts.notices = notices.count
    counts.activities = activities.started
    counts.opens = valves.opens
    counts.ruleOpens = valves.ruleOpens
  }

  mutating func compare(remembered: GardenMemory, with kept: GardenMemory) {
    if remembered != kept { problems.append("the remembered changes are not the garden's memory") }
  }

  /// What people see after a restart is what they saw before. Values that a probe has to measure again are left out.
  mutating func compare(shown before: [Snapshot], with after: [Snapshot]) {
    func lasting(_ snapshots: [Snapshot]) -> [String: String] {
      var shown: [String: String] = [:]
      for snapshot in snapshots {
        switch snapshot {
        case .plant(let plant):
          shown[plant.id] =
            "\(plant.lastWatering) \(plant.neverWatered) \(String(describing: plant.dryBelow)) \(plant.hasOpenReminder) \(plant.isWatering)"
        case .control(let control):
          shown[control.id] = "\(String(describing: control.value)) \(control.range) \(control.revision)"
        case .reminder(let reminder):
          shown[reminder.key] = "\(reminder.note) \(reminder.revision) \(reminder.state) \(reminder.dueSince)"
        case .activity(let activity):
          shown["\(activity.id)"] = "\(activity.plant?.id ?? "no plant") \(activity.startedAt)"
        case .hold(let hold): shown["hold"] = "\(hold.holds) \(hold.locked)"
        case .heater, .noHeater, .noReminder, .noActivity, .glance, .device: break
        }
      }
      return shown
    }
    let (old, new) = (lasting(before), lasting(after))
    for id in Set(old.keys).union(new.keys).sorted() where old[id] != new[id] {
      problems.append("a restart changed \(id) from \(old[id] ?? "nothing") to \(new[id] ?? "nothing")")
    }
  }

  /// Starting again says nothing to anyone and forgets nothing.
  mutating func restarted(_ effects: [Effect], from before: GardenMemory, to after: GardenMemory) {
    for case .notify(let notice) in effects where notice.urgency != .timeSensitive {
      problems.append("notified again after a restart: \(notice.key)")
    }
    if before.reminders.map(\.key) != after.reminders.map(\.key) {
      problems.append("a restart changed the reminders")
    }
    if before.plants.map(\.lastWatering) != after.plants.map(\.lastWatering) {
      problems.append("a restart changed the dates")
    }
    if before.controls != after.controls { problems.append("a restart moved a slider") }
    if before.answered != after.answered { problems.append("a restart forgot answers") }
  }

  private mutating func look(_ snapshot: Snapshot) {
    switch snapshot {
    case .plant(let plant):
      if plant.next.when <= plant.lastWatering {
        problems.append("\(plant.id): next is not after last")
      }
      if plant.moisture.status == .unknown, plant.moisture.reason == nil {
        problems.append("\(plant.id): unknown without a reason")
      }
    case .reminder(let reminder): openReminders[reminder.key] = reminder
    case .noReminder(let key): openReminders[key] = nil
    case .control(let control):
      if let value = control.value, !control.range.contains(value) {
        problems.append("\(control.id) shows \(value) outside its range")
      }
    case .activity, .noActivity, .glance, .heater, .noHeater, .hold, .device: break
    }
  }

  private mutating func checkReminders() {
    guard memory.reminders.count > 1 || openReminders.count != memory.reminders.count else { return }
    // A digest is a way of telling; what is open are its plants.
    let open = Set(memory.reminders.map(\.key)).subtracting(["water-digest"])
    if open != Set(openReminders.keys) {
      problems.append(
        "shown reminders \(openReminders.keys.sorted()) are not the open ones \(open.sorted())"
      )
    }
    var seen: Set<String> = []
    for reminder in memory.reminders where reminder.kind == .water {
      if !seen.insert(reminder.subject).inserted {
        problems.append("two open reminders for \(reminder.subject)")
      }
    }
  }

  private mutating func answered(_ outcome: Outcome, _ event: Event?) {
    counts.codes[Int(outcome.code.rawValue)] += 1
    guard case .command(let command)? = event else {
      problems.append("ack \(outcome.id) without a command")
      return
    }
    if outcome.id != command.head.id || outcome.device != command.head.device {
      problems.append("ack \(outcome.id) for command \(command.head.id)")
    }
    if let first = outcomes[outcome.id] {
      if outcome.code.isOK != first.code.isOK {
        problems.append("another answer to a repeat of \(outcome.id)")
      }
    } else {
      outcomes[outcome.id] = outcome
    }
  }

  private mutating func countEffects(_ effects: [Effect], at now: Moment) {
    let today = plan.site.calendar.local(now.wall).dayNumber
    if today != day {
      day = today
      effectsOfDay = 0
    }
    for effect in effects {
      if case .record = effect { counts.readings += 1 } else { effectsOfDay += 1 }
    }
    counts.effectsPerDayMax = max(counts.effectsPerDayMax, effectsOfDay)
    if effectsOfDay > Self.effectsPerDayMax { problems.append("\(effectsOfDay) effects in a day") }
  }
}

/// That something happened at all: a simulation in which nothing does proves nothing.
struct WatchCounts {
  var steps = 0
  var readings = 0
  var commands = 0
  var notices = 0
  var activities = 0
  var opens = 0
  var ruleOpens = 0
  var effectsPerDayMax = 0
  var codes = [Int](repeating: 0, count: Outcome.Code.allCases.count)

  func count(of code: Outcome.Code) -> Int { codes[Int(code.rawValue)] }
}
