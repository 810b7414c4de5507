import ArgumentParser
import BridgeConfig
import GardenWords
import LoamKit
import ProgramConfig

struct AnswerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer", abstract: "Answer a plant's reminder.",
    discussion: """
      `done` counts as a watering even when no reminder is open. `water` opens the plant's valve as the reminder offers it; \
      `loam water` does so without one.

        loam answer basil done
        loam answer basil later
        loam answer basil tomorrow
        loam answer basil water
      """)

  enum Choice: String, ExpressibleByArgument, CaseIterable { case done, later, tomorrow, water }

  @OptionGroup var bridge: BridgeOptions
  @Argument(help: "The plant's id.") var plant: String
  @Argument(help: "done, later, tomorrow or water.") var answer: Choice
  @Flag(help: "Print the bridge's ack as JSON.") var json = false

  func run() throws {
    let session = try BridgeSession(bridge)
    let action: ActionName =
      switch answer {
      case .done: .waterDone
      case .later: .waterLater
      case .tomorrow: .waterTomorrow
      case .water: .waterStart
      }
    let id = session.newID()
    let offer = answer == .water ? try offer(session) : nil
    let message = ActionMessage(
      id: id, category: offer?.category ?? .wateringReminder, action: action,
      plant: try SubjectName(plant, of: "plant"), at: session.now, note: offer?.note, key: offer?.key,
      rev: offer?.rev)
    let ack = try session.send(message)
    try session.report(ack, about: plant, done: next(ack, session), json: json)
  }

  /// The reminder that offers water: only what is asked can be answered.
  private func offer(_ session: BridgeSession) throws -> ReminderState {
    let open = session.client.reminders
    if let offer = open.first(where: { $0.plant?.id.text == plant && $0.water != nil }) { return offer }
    guard session.plants.contains(where: { $0.name == plant }) else {
      throw NameTrouble.unknown("plant", plant, among: session.plants.map(\.name))
    }
    throw CommandEnd.saying(
      "no reminder of '\(plant)' offers water; 'loam water \(plant)' waters it without being asked")
  }

  private func next(_ ack: Ack, _ session: BridgeSession) -> String {
    if answer == .water { return "watering" }
    guard let plant = ack.plant else { return "noted" }
    let isKnown = plant.nextBecause != .unknown
    let next = ExplainWords.next(isKnown ? plant.nextDate : nil, plant.nextBecause, now: ack.ts)
    return "\(answer == .done ? "watered" : "noted"); next: \(next)"
  }
}

struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Move a slider: a plant's limit, or the setpoint of a device.",
    discussion: """
      Without a value it prints the sliders. The limit `dry_below` of a plant is the slider `<plant>-dry-below`. The setpoint of a device is \
      in force once the device itself has reported it.

        loam set
        loam set basil-dry-below 28
        loam set greenhouse-heater-setpoint 18.5
      """)

  @OptionGroup var bridge: BridgeOptions
  @Argument(help: "The slider's id.") var control: String?
  @Argument(help: "The value, in the slider's unit.") var value: Double?
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let session = try BridgeSession(bridge)
    let controls = session.client.controls
    guard let control else { return try list(controls) }
    guard let found = controls.first(where: { $0.id.text == control }) else {
      throw NameTrouble.unknown("slider", control, among: controls.map(\.id.text))
    }
    guard let value else { return try list([found]) }
    let id = session.newID()
    let message = SetMessage(
      id: id, control: found.id, value: value, unit: found.unit, base: found.rev, at: session.now)
    let ack = try session.send(message)
    try session.report(ack, done: outcome(ack, value, found.unit), json: json)
  }

  /// What is in force, and what is only asked for.
  private func outcome(_ ack: Ack, _ value: Double, _ unit: String) -> String {
    guard ack.code == .queued else { return "set to \(Words.number(value, unit: unit))" }
    let present = ack.control?.value.map { "; until then \(Words.number($0, unit: unit))" } ?? ""
    return "asked for \(Words.number(value, unit: unit)); the device's own report decides\(present)"
  }

  private func phase(_ control: ControlState) -> String {
    let isAsked = control.phase == .requested || control.phase == .accepted
    let value = (isAsked ? control.requested : control.value).map { Words.number($0, unit: control.unit) }
    return Languages.english(control.phase.text, ["value": value ?? "–"])
  }

  private func list(_ controls: [ControlState]) throws {
    if json {
      let rows = try controls.map { String(decoding: try DocumentCodec.encode($0), as: UTF8.self) }
      print("[" + rows.joined(separator: ",\n ") + "]")
      return
    }
    if controls.isEmpty { return print("the bridge has no slider") }
    Words.table(
      ["id", "title", "value", "range", "phase"],
      controls.map {
        [
          $0.id.text, $0.title, $0.value.map(Words.number) ?? "–",
          "\(Words.number($0.min))…\(Words.number($0.max, unit: $0.unit)), step \(Words.number($0.step))",
          phase($0),
        ]
      })
  }
}

struct WaterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "water", abstract: "Open a plant's valve for a while; the watering ends by itself.",
    discussion: """
        loam water basil
        loam water basil --for 90s
        loam water basil --litres 5

      With --for and --litres the run ends at whichever is reached first. Litres need a flow meter.
      """)

  @OptionGroup var bridge: BridgeOptions
  @Argument(help: "The plant's id.") var plant: String
  @Option(
    name: LengthOfTime.options,
    help: "How long: 90s, 5min or 2h, or bare seconds; default: as configured for the plant.")
  var length: LengthOfTime?
  @Option(help: "How many litres, if a meter measures the valve's water.") var litres: Double?
  @Flag(help: "Print the bridge's ack as JSON.") var json = false

  func validate() throws {
    if let litres, !(0.1...100_000).contains(litres) { throw ValidationError("--litres is 0.1 to 100000") }
  }

  func run() throws {
    let session = try BridgeSession(bridge)
    let ack = try session.act(.waterStart, plant: plant, value: length.map(\.seconds), litres: litres)
    try session.report(ack, about: plant, done: "watering", json: json)
  }
}

extension SubjectName {
  /// - Parameter noun: what is called so.
  init(_ text: String, of noun: String) throws {
    guard let name = SubjectName(text) else { throw ValidationError("'\(text)' is no \(noun)'s id") }
    self = name
  }
}

enum NameTrouble {
  /// Says that there is none of that name, and the nearest that there is.
  static func unknown(
    _ kind: String, _ name: String, among names: [String], of place: String = "the bridge"
  ) -> ExitCode {
    let help =
      NearestName.help(for: name, among: names)
      ?? (names.isEmpty ? "\(place) has none" : "\(place) has: \(names.joined(separator: ", "))")
    return CommandEnd.saying("there is no \(kind) '\(name)'; \(help)")
  }
}
