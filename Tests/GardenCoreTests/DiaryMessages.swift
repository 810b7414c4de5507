import GardenCore
import LeaseHarness

/// The lines of a diary about water and what goes wrong around it; ``LeaseHappening/text`` writes the same.
///
/// ```
/// day 1 08:00:01.500  water basil 40s by anna #0  -> open timed 40000ms; begins: basil opening at 0 %
/// day 1 08:00:02      valve timed open
/// day 1 08:00:20      kill
/// day 1 08:00:25      start                       -> …
/// ```
struct DiaryMessages {
  /// By the number behind `#`.
  private var commands: [String: Command] = [:]
  /// The note that a line ending in `note` answers.
  var note: UniqueID?
  /// How far somebody has moved the wall clock.
  private(set) var clockError: Duration = .zero

  /// `false`: not one of these lines.
  mutating func play(_ words: [String], on stage: inout Stage) -> Bool {
    func has(_ word: String) -> Bool { words.contains(word) }
    switch words[0] {
    case "water", "stop":
      let command = command(words, at: stage.now.wall)
      note = nil
      commands[words.first { $0.hasPrefix("#") } ?? ""] = command
      stage.command(command)
    case "again": if let command = commands[words[1]] { stage.command(command) }
    case "valve":
      let valve = stage.garden.plan.actuators.firstIndex { $0.id == words[1] } ?? 0
      stage.send(
        .valve(ActuatorIndex(valve), ValveReport(isOpen: words[2] == "open", wasRetained: has("retained"))))
    case "link": stage.send(.link(isUp: words[1] == "up"))
    case "set_clock":
      let shift = Diary.length(words[1])
      clockError += shift
      stage.now.wall = stage.now.wall + shift
    case "trust": stage.now.isWallTrusted = true
    case "distrust": stage.now.isWallTrusted = false
    case "disk": stage.isDiskFull = words[1] == "full"
    case "bar":
      let bars: [String: OpeningBar] = ["store": .store, "other_bridge": .otherBridge]
      stage.send(.openings(barredBy: bars[words[1]]))
    case "not_durable":
      let lease = stage.garden.memory.leases.last { $0.actuator == words[1] && $0.phase != .closed }?.id
      let valve = stage.garden.plan.actuators.firstIndex { $0.id == words[1] } ?? 0
      stage.send(.leaseNotDurable(ActuatorIndex(valve), lease: lease))
    case "reload": stage.run { [plan = stage.garden.plan] in $0.adopt(plan, at: $1, into: &$2) }
    case "suspend": stage.run { $0.suspend(at: $1, into: &$2) }
    case "kill": stage.kill(isUnsaved: has("unsaved"))
    case "start": stage.start(isNewBoot: has("rebooted"))
    default: return false
    }
    return true
  }

  private func command(_ words: [String], at now: Timestamp) -> Command {
    func after(_ word: String) -> String? {
      words.firstIndex(of: word).flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
    }
    let label = words.first { $0.hasPrefix("#") }.flatMap { UInt64($0.dropFirst()) } ?? 0
    let head = CommandHead(
      id: UniqueID(high: 9, low: label), device: after("by") ?? "",
      at: now - (after("old").map { Diary.length($0) } ?? .zero),
      expires: after("expires").map { now + Diary.length($0) })
    return words[0] == "stop"
      ? .stop(head, plant: words[1])
      : .water(
        head, plant: words[1], duration: words[2] == "usual" ? nil : Diary.length(words[2]), note: note)
  }
}

extension ActuatorPlan {
  /// `valve NAME [no_timer]` in a plan's line.
  init?(valveIn words: [String]) {
    guard let i = words.firstIndex(of: "valve") else { return nil }
    self.init(
      id: words[i + 1], name: words[i + 1], kind: .valve(hasDeviceTimer: !words.contains("no_timer")))
  }
}

extension WateringPlan {
  /// `run SECONDS max SECONDS [until PERCENT] [automatic] [pause SECONDS]` in a plan's line.
  init(valve: ActuatorIndex, in words: [String]) {
    func number(_ word: String) -> Double? {
      words.firstIndex(of: word).flatMap { $0 + 1 < words.count ? Double(words[$0 + 1]) : nil }
    }
    self.init(
      valve: valve, duration: .seconds(Int(number("run") ?? 60)),
      durationMax: .seconds(Int(number("max") ?? 600)),
      untilMoisture: number("until"), isAutomatic: words.contains("automatic"),
      pause: .seconds(Int(number("pause") ?? 43_200)))
  }
}
