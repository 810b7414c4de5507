import ArgumentParser
import BridgeConfig
import LoamKit
import ProgramConfig

struct CountdownCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "countdown", abstract: "Start a timer for watering by can or hose; no valve is moved.",
    discussion: """
      The countdown is shown as an activity on every device, survives restarts of the bridge, and at its end offers to \
      mark the plant as watered. Without a plant it is a plain timer. Without a time and without \
      --stop it prints what is running.

        loam countdown basil 5min
        loam countdown 90s
        loam countdown basil --for 5min
        loam countdown basil --stop
        loam countdown
      """)

  @OptionGroup var bridge: BridgeOptions
  @Argument(help: "The plant's id; without a plant, the time itself.") var plant: String?
  @Argument(help: "How long: 90s, 5min or 2h; 12 h at most.") var time: LengthOfTime?
  @Option(name: LengthOfTime.options, help: "How long, as an option.") var length: LengthOfTime?
  @Flag(help: "End it early.") var stop = false
  @Flag(help: "Print JSON: the bridge's ack, or what the glance holds.") var json = false

  func validate() throws {
    let times = [time, length].compactMap(\.self)
    if times.contains(where: { $0.milliseconds > 43_200_000 }) {
      throw ValidationError("a countdown is 12 h at most")
    }
    if times.count > 1 { throw ValidationError("one time is enough") }
    if !times.isEmpty && stop { throw ValidationError("either a time or --stop") }
  }

  /// `loam countdown 3s` names no plant, unless one is called so.
  private func wish(_ session: BridgeSession) throws -> (plant: String?, length: LengthOfTime?) {
    let length = time ?? length
    guard let plant, !session.plants.contains(where: { $0.name == plant }) else { return (plant, length) }
    guard let written = LengthOfTime(argument: plant) else {
      throw CommandEnd.saying(
        "there is no plant '\(plant)', and it is no time such as 90s or 5min; "
          + (NearestName.help(for: plant, among: session.plants.map(\.name))
            ?? "plants: \(session.plants.map(\.name).joined(separator: ", "))"))
    }
    guard length == nil, !stop, written.milliseconds <= 43_200_000, Int(plant) == nil else {
      throw CommandEnd.saying("'\(plant)' is no plant; write for example: loam countdown 5min")
    }
    return (nil, written)
  }

  func run() throws {
    let session = try BridgeSession(bridge)
    let (plant, length) = try wish(session)
    guard length != nil || stop else { return try list(session, plant) }
    let ack = try session.act(
      stop ? .countdownStop : .countdownStart, plant: plant, value: length.map(\.seconds))
    try session.report(ack, done: stop ? "stopped" : "counting", json: json)
  }

  /// Its time is over and it still runs: the valve is not proved closed yet.
  static func state(_ run: GlanceState.Run, _ left: Int64?) -> String {
    left == 0 && run.kind == .watering ? "closing" : run.state.rawValue
  }

  private func list(_ session: BridgeSession, _ plant: String?) throws {
    guard let glance: GlanceState = session.document(.glance) else {
      throw CommandEnd.saying("the bridge has not said yet what is running")
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
