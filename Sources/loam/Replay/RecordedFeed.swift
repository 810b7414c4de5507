import Bridge
import BridgeConfig
import GardenCore
import GardenReplay
import GardenTopics
import Hub
import LoamKit

/// A recording on its way through a garden: the bridge's own intake makes events of its messages.
struct RecordedFeed {
  private let settings: BridgeSettings
  private let from: Timestamp
  private var replay: Replay
  private var intake: MessageIntake
  /// Those that the recording has messages of.
  private(set) var speaking: Set<ActuatorIndex> = []
  private var heard: Set<SensorIndex> = []
  private var now: Timestamp
  private var messages = 0
  private var nothing: [String: Int] = [:]
  private var losses = 0
  private var leftOut: Int?

  /// - Parameter speaking: of ``Replay``.
  init(_ given: BridgeSettings, from start: Timestamp, speaking: Set<ActuatorIndex>? = nil) throws {
    var settings = given
    settings.plan.site.calendar = Startup.calendar(of: settings, from: start, to: start + .days(366))
    self.settings = settings
    from = start
    now = start
    replay = Replay(plan: settings.plan, from: start, speaking: speaking)
    intake = try MessageIntake(settings)
  }

  /// Only who speaks.
  mutating func listen(_ line: Recording.Line) {
    guard case .devices(let events)? = hear(line) else { return }
    for case .valve(let actuator, _) in events { speaking.insert(actuator) }
    for case .setpoint(let actuator, _) in events { speaking.insert(actuator) }
  }

  mutating func take(_ line: Recording.Line) {
    let heard = hear(line)
    if case .end(let count) = line.what { leftOut = count }
    if case .link(let isUp) = line.what {
      losses += isUp ? 0 : 1
      replay.take(.link(isUp: isUp), at: now)
    }
    guard let heard else { return }
    messages += 1
    switch heard {
    case .devices(let events): for event in events { take(event) }
    case .person(let events):
      for event in events where isKnown(event) { replay.take(event, at: now) }
      if !events.contains(where: isKnown) { nothing["of no device of a person", default: 0] += 1 }
    case .command(let command, let key, let revision):
      replay.take(command, about: key.map { ReminderName(key: $0, revision: revision) }, at: now)
    case .stranger: nothing["of no device of the config", default: 0] += 1
    case .nothing(let why): nothing[why, default: 0] += 1
    }
  }

  private mutating func hear(_ line: Recording.Line) -> MessageIntake.Heard? {
    now = max(now, from + .milliseconds(line.at))
    guard case .message(let topic, let payload, let isRetained) = line.what else { return nil }
    return intake.take(
      topic: topic, payload: payload, wasRetained: isRetained,
      at: Moment(wall: now, uptime: Uptime(milliseconds: line.at)),
      calendar: settings.plan.site.calendar)
  }

  private mutating func take(_ event: Event) {
    if case .reading(let reading) = event { heard.insert(reading.sensor) }
    replay.take(event, at: now)
  }

  /// The bridge hears what a device says of itself only where it knows the device.
  private func isKnown(_ event: Event) -> Bool {
    switch event {
    case .hello(let device, _), .reached(let device), .presence(let device, _), .left(let device),
      .shown(let device, _, _):
      settings.plan.device(device) != nil
    default: true
    }
  }

  /// All lines were taken; to be called once.
  mutating func story(_ faults: RecordedFaults) -> ReplayStory {
    replay.finish(at: now)
    let silent = settings.plan.sensors.enumerated().compactMap { place, sensor in
      heard.contains(SensorIndex(place)) ? nil : sensor.id
    }
    return ReplayStory(
      settings: settings, account: replay.account, strangers: [:], silent: silent, from: from, to: now,
      notes: notes(faults))
  }

  private func notes(_ faults: RecordedFaults) -> [String] {
    var notes = ["A recording of \(messages) messages"]
    notes += Self.counted(nothing).map { "messages that moved nothing: \($0)" }
    notes += Self.counted(faults.counts).map { "lines that cannot be read: \($0)" }
    if losses > 0 { notes.append("the broker was lost \(losses) times") }
    if let leftOut {
      if leftOut > 0 { notes.append("\(leftOut) messages found no place while it was recorded") }
    } else {
      notes.append("It was broken off\(faults.last == nil ? "" : "; its last line is torn and left out").")
    }
    let answers = replay.account.answers.map { Renderer.code($0.code).rawValue }
    notes += Self.counted(Dictionary(answers.map { ($0, 1) }, uniquingKeysWith: +)).map {
      "answers to people: \($0)"
    }
    return notes
  }

  /// `3 accepted, 1 stale`; none where there is nothing.
  private static func counted(_ counts: [some CustomStringConvertible: Int]) -> [String] {
    if counts.isEmpty { return [] }
    return [
      counts.map { (name: "\($0.key)", count: $0.value) }.sorted { $0.name < $1.name }
        .map { "\($0.count) \($0.name)" }.joined(separator: ", ")
    ]
  }
}
