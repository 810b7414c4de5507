import ArgumentParser
import LoamKit

struct CountdownCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "countdown", abstract: "Time water by can or hose; no valve is moved.",
    discussion: """
      The countdown is shown as an activity on every device, survives restarts of the bridge, and at its end offers to \
      mark the plant as watered. Without a plant it is for none in particular. Without --for and --stop: print what is \
      running.

        loam countdown basil --for 5min
        loam countdown --for 90s
        loam countdown basil --stop
        loam countdown
      """)

  @OptionGroup var hub: HubOptions
  @Argument(help: "The plant's id.") var plant: String?
  @Option(name: .customLong("for"), help: "How long: 90s, 5min or 2h; 12 h at most.") var length:
    LengthOfTime?
  @Flag(help: "Break it off.") var stop = false
  @Flag(help: "Print JSON: the hub's ack, or what the glance holds.") var json = false

  func validate() throws {
    if let length, length.milliseconds > 43_200_000 { throw ValidationError("--for is 12 h at most") }
    if length != nil && stop { throw ValidationError("either --for or --stop") }
  }

  func run() throws {
    let session = try HubSession(hub)
    guard length != nil || stop else { return try list(session) }
    let id = try session.newID()
    let message = ActionMessage(
      id: id, category: .wateringControl, action: stop ? .countdownStop : .countdownStart,
      plant: try plant.map(PlantArgument.name), at: session.now,
      value: length.map { Double($0.milliseconds / 1000) })
    let ack = try session.ask(message, id: id, as: .action)
    try session.report(ack, done: stop ? "stopped" : "counting", json: json)
  }

  /// Its time is over and it still runs: the valve is not proved closed yet.
  static func state(_ run: GlanceState.Run, _ left: Int64?) -> String {
    left == 0 && run.kind == .watering ? "closing" : run.state.rawValue
  }

  private func list(_ session: HubSession) throws {
    guard let glance: GlanceState = session.document(.glance) else {
      StandardError.write("the hub has not said yet what is running")
      throw ArgumentParser.ExitCode(1)
    }
    if json { return print(String(decoding: try DocumentCodec.encode(glance), as: UTF8.self)) }
    let runs = glance.runs.filter { plant == nil || $0.plant?.text == plant }
    guard !runs.isEmpty else { return print("nothing is running") }
    Words.table(
      ["what", "name", "state", "left", "ends"],
      runs.map { run in
        let left = run.left(at: session.now)
        return [
          run.kind.rawValue, run.name, Self.state(run, left), left == 0 ? "–" : left.map(Words.age) ?? "–",
          Words.date(run.ends),
        ]
      })
  }
}
