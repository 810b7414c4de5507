import GardenCore
import LeaseHarness

/// Plays a diary: lines of a day and time, what happens then and, behind `->`, what the garden does.
///
/// ```
/// # A comment.
/// plan    basil dry_below 30 probe 0
/// people  anna quiet 22:00-07:00 budget 12; bob
/// day 1 08:00  moisture basil 45
/// day 1 08:20  moisture basil 28 for 1h   -> notify water-basil #1 to anna bob
/// ```
/// Between the lines time passes with a tick at every deadline and at each line. What the garden does in between stands on the line
/// before. `sleep` passes time with the deadlines' ticks alone.
struct Diary {
  private(set) var lines: [String] = []
  private var stage: Stage?
  private var start = Stage.start
  private var isClockTrusted = true
  private var calendar = SiteCalendar.utc
  private var plants: [PlantPlan] = []
  private var actuators: [ActuatorPlan] = []
  private var messages = DiaryMessages()
  private var places = DiaryPlaces()
  private var people: [PersonPlan] = []
  private var reminders = ReminderPlan()
  /// The line that waits for what happens until the next one.
  private var open: String?

  /// The diary with what really happened behind each arrow.
  static func play(_ text: String) -> String {
    var diary = Diary()
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) { diary.read(String(line)) }
    diary.close()
    while diary.lines.last?.isEmpty == true { diary.lines.removeLast() }
    return diary.lines.joined(separator: "\n") + "\n"
  }

  private mutating func read(_ line: String) {
    let said = line.split(separator: "->", maxSplits: 1, omittingEmptySubsequences: false)[0]
    let words = said.split(separator: " ").map(String.init)
    guard let first = words.first, !first.hasPrefix("#") else {
      close()
      lines.append(line.isEmpty ? "" : line)
      return
    }
    guard first == "day" else {
      lines.append(line)
      set(words)
      return
    }
    var present = stage ?? begin()
    stage = nil
    let due = moment(day: words[1], time: words[2]) + messages.clockError
    if due > present.now.wall { present.wait(due - present.now.wall) }
    write(&present)
    open = trimmed(String(said))
    do_(Array(words[3...]), &present)
    stage = present
  }

  private func trimmed(_ text: String) -> String {
    var text = text
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }

  private mutating func close() {
    guard var present = stage, open != nil else { return }
    write(&present)
    stage = present
  }

  private mutating func write(_ present: inout Stage) {
    guard let line = open else {
      present.effects = []
      return
    }
    let done = present.taken().compactMap { Self.words($0, reading: present) }
    open = nil
    guard !done.isEmpty else { return lines.append(line) }
    lines.append(line.padded(to: 46) + " -> " + done.joined(separator: "; "))
  }

  // MARK: the stage

  private mutating func begin() -> Stage {
    var plan = GardenPlan(
      site: SitePlan(calendar: calendar),
      sensors: plants.indices.map { SensorPlan(id: "probe-\($0)") }, plants: plants, actuators: actuators,
      people: people,
      reminders: reminders)
    places.complete(&plan)
    return Stage(plan, at: start, isWallTrusted: isClockTrusted)
  }

  private mutating func set(_ words: [String]) {
    switch words[0] {
    case "start":
      // Seconds since 1970; `untrusted` where the clock is not believable yet.
      start = Timestamp(seconds: Int64(words[1]) ?? 0)
      isClockTrusted = !words.contains("untrusted")
    case "zone":
      // From then on so many hours east of UTC, in pairs.
      calendar = SiteCalendar(
        rules: stride(from: 1, to: words.count - 1, by: 2).map { i in
          SiteCalendar.Rule(
            start: Timestamp(seconds: Int64(words[i]) ?? 0), offsetSeconds: (Int32(words[i + 1]) ?? 0) * 3600)
        })
    case "plan":
      var plant = PlantPlan.probed(
        words[1], sensor: plants.count, dryBelow: number(after: "dry_below", words) ?? 30)
      plant.moisture.deadband = number(after: "deadband", words) ?? 5
      if let days = number(after: "interval_days", words) { plant.wateringInterval = .days(Int(days)) }
      plant.temperature.below = number(after: "cold_below", words)
      if let dwell = number(after: "dwell_seconds", words) { plant.moisture.dwell = .seconds(Int(dwell)) }
      if let valve = ActuatorPlan(valveIn: words) {
        plant.watering = WateringPlan(valve: ActuatorIndex(actuators.count), in: words)
        actuators.append(valve)
      }
      plants.append(plant)
    case "place": places.add(words)
    case "person":
      let roles: [String: Role] = ["viewer": .viewer, "actor": .actor, "tuner": .tuner]
      let role = words.lazy.compactMap { roles[$0] }.first ?? .operator
      var person = PersonPlan(
        id: words[1], name: words[1], devices: [DevicePlan(id: words[1], name: words[1], role: role)],
        notificationsPerDay: Int(number(after: "budget", words) ?? 12))
      if let i = words.firstIndex(of: "quiet") {
        let ends = words[i + 1].split(separator: "-").map { secondOfDay(String($0)) }
        person.quiet = QuietHours(fromSecondOfDay: ends[0], toSecondOfDay: ends[1])
      }
      person.plants = word(after: "plants", words).map { Set($0.split(separator: "+").map(String.init)) }
      people.append(person)
    case "device":
      // device anna-watch of anna only water+alarms after 30m
      guard let i = people.firstIndex(where: { $0.id == words[3] }) else { break }
      var device = DevicePlan(id: words[1], name: words[1], role: .operator)
      device.categories = word(after: "only", words).map {
        Set($0.split(separator: "+").compactMap { MatterCategory(rawValue: String($0)) })
      }
      device.after = word(after: "after", words).map(Self.length) ?? .zero
      // The person's name is a device of its own until others are named.
      people[i].devices.removeAll { $0.id == words[3] }
      people[i].devices.append(device)
    case "later_after_hours": reminders.laterAfter = .hours(Int(words[1]) ?? 3)
    default: lines.append("# not understood: \(words[0])")
    }
  }

  private func number(after key: String, _ words: [String]) -> Double? {
    word(after: key, words).flatMap(Double.init)
  }

  private func word(after key: String, _ words: [String]) -> String? {
    guard let i = words.firstIndex(of: key), i + 1 < words.count else { return nil }
    return words[i + 1]
  }

  private func secondOfDay(_ text: String) -> Int {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    return parts[0] * 3600 + parts[1] * 60
  }

  /// `08:20`, or with seconds and milliseconds `08:20:07.250`.
  private func moment(day: String, time: String) -> Timestamp {
    let first = calendar.local(start).dayNumber
    let minute = calendar.moment(dayNumber: first + (Int(day) ?? 1) - 1, secondOfDay: secondOfDay(time))
    let parts = time.split(separator: ":")
    return minute + .milliseconds(parts.count > 2 ? Int64((Double(parts[2]) ?? 0) * 1000 + 0.5) : 0)
  }

  // MARK: what happens

  private mutating func do_(_ words: [String], _ stage: inout Stage) {
    let plant = words.count > 1 ? words[1] : ""
    let sensor = plants.firstIndex { $0.id == plant } ?? 0
    switch words[0] {
    case "moisture", "temperature":
      let quantity: Quantity = words[0] == "moisture" ? .moisture : .temperature
      let value = Double(words[2]) ?? .nan
      guard let i = words.firstIndex(of: "for") else { return stage.reads(value, quantity, sensor: sensor) }
      stage.holds(value, quantity, for: Self.length(words[i + 1]), sensor: sensor)
    case "done", "later", "tomorrow", "dismissed":
      let answers: [String: Answer] = [
        "done": .done, "later": .later, "tomorrow": .tomorrow, "dismissed": .dismissed,
      ]
      // basil by anna
      stage.answers(words[3], answers[words[0]] ?? .opened, plant: plant, note: note(of: plant, stage))
    case "move":
      // move basil 25 by anna
      let head = stage.head(words[4])
      stage.command(
        .move(head, control: "\(plant)-dry-below", value: Double(words[2]) ?? .nan, unit: "%", base: nil))
    case "countdown":
      // basil 5m by anna; or stopped: basil stop by anna. `any` stands for no plant in particular.
      let head = stage.head(words[4])
      let plant = plant == "any" ? nil : plant
      stage.command(
        words[2] == "stop"
          ? .stopCountdown(head, plant: plant)
          : .countdown(head, plant: plant, duration: Self.length(words[2])))
    case "restart": stage.restart(after: words.count > 1 ? Self.length(words[1]) : .seconds(5))
    case "wait": stage.wait(Self.length(words[1]))
    case "sleep": stage.sleep(Self.length(words[1]))
    case "clock":
      // The network tells the time.
      stage.now.wall = Timestamp(seconds: Int64(words[1]) ?? 0)
      stage.now.isWallTrusted = true
      stage.send(.tick)
    default:
      if let note = words.firstIndex(of: "note"), note == words.count - 1 {
        messages.note = self.note(of: plant, stage)
      }
      guard !places.play(words, on: &stage), !messages.play(words, on: &stage) else { return }
      stage.effects.append(.log(LogLine(.alarm, "diary", "not understood: \(words[0])")))
    }
  }

  /// The note that is on the screens, or the last one that was.
  private func note(of plant: String, _ stage: Stage) -> UniqueID? {
    stage.reminder("water-\(plant)")?.note ?? stage.reminder("rise-\(plant)")?.note
      ?? stage.reminder("count-\(plant)")?.note
      ?? stage.garden.memory.answered.last { $0.plant == plant }?.closedNote
  }

  static func length(_ text: String) -> Duration {
    if text.hasSuffix("ms") { return .milliseconds(Int64(text.dropLast(2)) ?? 0) }
    let n = Int(text.dropLast()) ?? 0
    switch text.last {
    case "d": return .days(n)
    case "h": return .hours(n)
    case "m": return .minutes(n)
    default: return .seconds(n)
    }
  }

  // MARK: what the garden does

  private static func words(_ effect: Effect, reading stage: Stage) -> String? {
    switch effect {
    case .notify(let notice):
      "\(notice.isUpdate ? "update" : "notify") \(subject(notice)) #\(notice.revision) to "
        + notice.devices.joined(separator: " ")
    case .withdraw(let gone):
      "withdraw \(gone.key) \(gone.reason) by \(gone.by ?? "nobody") from \(gone.devices.joined(separator: " "))"
    case .acknowledge(let outcome):
      "\(outcome.device): \(outcome.code)" + (outcome.by.map { " by \($0)" } ?? "")
    case .publish(.reminder(let snapshot)):
      if case .snoozed(let until, _) = snapshot.state {
        "snoozed \(snapshot.key) until \(clock(until, stage.garden.plan.site.calendar))"
      } else if case .watering = snapshot.state {
        "\(snapshot.key) gives way"
      } else {
        nil
      }
    case .activity(let step) where step.snapshot.kind != .watering:
      step.kind == .update
        ? nil
        : "\(step.snapshot.kind) \(step.kind) \(step.snapshot.phase.told) at \(Int(step.snapshot.progress * 100)) %"
    case .log(let line) where line.level == .alarm: "alarm \(line.text)"
    case .command, .activity: LeaseHappening.words(effect, plan: stage.garden.plan)
    default: nil
    }
  }

  private static func subject(_ notice: Notice) -> String {
    switch notice.subject {
    case .water(let thirst):
      "\(thirst.plant.id) " + (thirst.moisture.map { "at \(Int($0))" } ?? "by calendar")
    case .digest(let plants): "digest of " + plants.map(\.plant.id).joined(separator: "+")
    case .noRiseSeen(let thirst): "\(thirst.plant.id) saw no rise at \(Int(thirst.moisture ?? -1))"
    case .climate(let facts, let quantity, let status, let value, let limit):
      "\(facts.id) \(quantity.name) \(status) at \(Int(value ?? -1000)) limit \(Int(limit))"
    case .sensor(let facts): "\(notice.key.dropFirst(5)) \(facts.trouble)"
    case .setpoint(let control, let place, let value, _, let isLow, _):
      "\(place) \(isLow ? "low" : "high") at \(Int(value ?? -1000)), set to "
        + "\(control.value.map { "\($0)" } ?? "nobody knows what") rev \(control.revision)"
    case .valve, .heater: notice.key
    case .refusal(let control, _): "\(notice.key) \(control.phase)"
    case .stopped(let by): "stopped by \(by ?? "a signal")"
    case .heldBack(let names): "that today's are used up, for " + names.joined(separator: "+")
    case .timeUp(let facts): "time is up" + (facts.map { " for \($0.id)" } ?? "")
    }
  }

  private static func clock(_ time: Timestamp, _ calendar: SiteCalendar) -> String {
    let local = calendar.local(time)
    func two(_ n: Int) -> String { n < 10 ? "0\(n)" : "\(n)" }
    return
      "\(two(local.month))-\(two(local.day)) \(two(local.secondOfDay / 3600)):\(two(local.secondOfDay / 60 % 60))"
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    count >= width ? self : self + String(repeating: " ", count: width - count)
  }
}
