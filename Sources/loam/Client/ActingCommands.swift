import ArgumentParser
import LoamKit

struct AnswerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "answer", abstract: "Answer a plant's reminder.",
    discussion: """
      `done` counts as a watering also when no reminder is open.

        loam answer basil done
        loam answer basil later
        loam answer basil tomorrow
      """)

  enum Choice: String, ExpressibleByArgument, CaseIterable { case done, later, tomorrow }

  @OptionGroup var hub: HubOptions
  @Argument(help: "The plant's id.") var plant: String
  @Argument(help: "done, later or tomorrow.") var answer: Choice
  @Flag(help: "Print the hub's ack as JSON.") var json = false

  func run() throws {
    let session = try HubSession(hub)
    let action: ActionName =
      switch answer {
      case .done: .waterDone
      case .later: .waterLater
      case .tomorrow: .waterTomorrow
      }
    let id = try session.newID()
    let message = ActionMessage(
      id: id, category: .wateringReminder, action: action, plant: try PlantArgument.name(plant),
      at: session.now)
    let ack = try session.ask(message, id: id, as: .action)
    try session.report(ack, done: next(ack, session), json: json)
  }

  private func next(_ ack: Ack, _ session: HubSession) -> String {
    guard let plant = ack.plant else { return "noted" }
    guard answer == .done else { return "noted" }
    let state = session.plants.first { $0.name == plant.id.text }?.document
    // Its probe will tell.
    if state?.m != nil, state?.d != nil { return "watered" }
    return "watered; next \(Words.date(plant.nextDate))"
  }
}

struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Move a slider: a plant's limit, or the setpoint of a device.",
    discussion: """
      Without a value: print the sliders. A device's setpoint is applied when the device itself has reported it.

        loam set
        loam set basil-moisture-min 28
        loam set greenhouse-heater-setpoint 18.5
      """)

  @OptionGroup var hub: HubOptions
  @Argument(help: "The slider's id.") var control: String?
  @Argument(help: "The value, in the slider's unit.") var value: Double?
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let session = try HubSession(hub)
    let controls = session.documents(ControlState.self) {
      if case .control(let id) = $0 { id.text } else { nil }
    }
    guard let control else { return try list(controls.map(\.document)) }
    guard let found = controls.first(where: { $0.name == control })?.document else {
      StandardError.write(
        "there is no slider '\(control)'; the hub has: \(controls.map(\.name).joined(separator: ", "))")
      throw ArgumentParser.ExitCode(1)
    }
    guard let value else { return try list([found]) }
    let id = try session.newID()
    let message = SetMessage(
      id: id, control: found.id, value: value, unit: found.unit, base: found.rev, at: session.now)
    let ack = try session.ask(message, id: id, as: .set)
    let end =
      found.kind == .actuator
      ? "accepted; the device's own report decides" : "set to \(Words.number(value, unit: found.unit))"
    try session.report(ack, done: end, json: json)
  }

  private func list(_ controls: [ControlState]) throws {
    if json {
      let rows = try controls.map { String(decoding: try DocumentCodec.encode($0), as: UTF8.self) }
      print("[" + rows.joined(separator: ",\n ") + "]")
      return
    }
    Words.table(
      ["id", "title", "value", "range", "phase"],
      controls.map {
        [
          $0.id.text, $0.title, $0.value.map(Words.number) ?? "–",
          "\(Words.number($0.min))…\(Words.number($0.max, unit: $0.unit)), step \(Words.number($0.step))",
          $0.phase.rawValue,
        ]
      })
  }
}

struct WaterCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "water", abstract: "Water a plant by its valve; the run ends by itself.",
    discussion: """
        loam water basil
        loam water basil --seconds 90
        loam water basil --litres 5

      With --seconds and --litres the run ends at whichever is reached first. Litres need a flow meter.
      """)

  @OptionGroup var hub: HubOptions
  @Argument(help: "The plant's id.") var plant: String
  @Option(help: "How long; default: as configured for the plant.") var seconds: Int?
  @Option(help: "How much, where the valve's water is measured.") var litres: Double?
  @Flag(help: "Print the hub's ack as JSON.") var json = false

  func validate() throws {
    if let seconds, !(1...86_400).contains(seconds) { throw ValidationError("--seconds is 1 to 86400") }
    if let litres, !(0.1...100_000).contains(litres) { throw ValidationError("--litres is 0.1 to 100000") }
  }

  func run() throws {
    let session = try HubSession(hub)
    let id = try session.newID()
    let message = ActionMessage(
      id: id, category: .wateringControl, action: .waterStart, plant: try PlantArgument.name(plant),
      at: session.now, value: seconds.map(Double.init), litres: litres)
    try session.report(try session.ask(message, id: id, as: .action), done: "watering", json: json)
  }
}

enum PlantArgument {
  static func name(_ text: String) throws -> SubjectName {
    guard let name = SubjectName(text) else { throw ValidationError("'\(text)' is no plant's id") }
    return name
  }
}
