import ArgumentParser
import GardenWords
import LoamKit
import ProgramConfig

struct StopCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stop", abstract: "End a plant's watering, or everything at once.",
    discussion: """
      With --all: emergency stop. Every valve is closed, heat is switched off, and nothing opens again until \
      `loam release`, across restarts. On the bridge's machine `kill -USR1` does the same without a broker.

        loam stop basil
        loam stop --all
      """)

  @OptionGroup var bridge: BridgeOptions
  @Argument(help: "The plant's id.") var plant: String?
  @Flag(help: "Close everything, and hold it closed.") var all = false
  @Flag(help: "Print the bridge's ack as JSON.") var json = false

  func validate() throws {
    if all == (plant != nil) { throw ValidationError("name a plant, or --all") }
  }

  func run() throws {
    let session = try BridgeSession(bridge)
    try session.report(
      try session.act(all ? .waterStopAll : .waterStop, plant: plant), about: plant,
      done: all ? "closing everything; held closed until `loam release`" : "closing the valve", json: json)
  }
}

struct HoldCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hold", abstract: "Close a valve and lock it while somebody works on it.",
    discussion: """
      Without a valve it prints what is held, and what the interlocks say.

        loam hold
        loam hold drip-line
      """)

  @OptionGroup var bridge: BridgeOptions
  @Argument(help: "The valve's id.") var valve: String?
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let session = try BridgeSession(bridge)
    guard let valve else { return try show(session) }
    try session.report(
      try session.act(.waterHold, valve: valve), about: valve,
      done: "closed and locked until `loam release \(valve)`",
      json: json)
  }

  private func show(_ session: BridgeSession) throws {
    guard let state: HoldState = session.document(.hold) else {
      throw CommandEnd.saying("the bridge says nothing of holds")
    }
    if json { return print(String(decoding: try DocumentCodec.encode(state), as: UTF8.self)) }
    if state.holds.isEmpty { print("nothing is held") }
    for hold in state.holds {
      let what =
        hold.valve.map { "\($0) is locked for maintenance" } ?? "emergency stop: everything is held closed"
      print("\(what), since \(Words.date(hold.since)), by \(hold.by?.text ?? "a signal at the bridge")")
    }
    for valve in state.locked { print("\(valve) is locked by the configuration") }
    for interlock in state.interlocks {
      let english = Languages.english
      let why = interlock.reason.flatMap { $0 == .none ? nil : english($0.text) }
      let reason = why.map { " (\($0))" } ?? ""
      let state = english(interlock.state.text)
      print("\(interlock.name): \(state)\(reason), since \(Words.date(interlock.since))")
    }
  }
}

struct ReleaseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "release", abstract: "End the emergency stop, or a valve's lock.",
    discussion: """
      This opens nothing: the next watering starts when somebody asks for it, or by rule.

        loam release
        loam release drip-line
      """)

  @OptionGroup var bridge: BridgeOptions
  @Argument(help: "The valve to release. Without it, the emergency stop is released.") var valve: String?
  @Flag(help: "Print the bridge's ack as JSON.") var json = false

  func run() throws {
    let session = try BridgeSession(bridge)
    try session.report(
      try session.act(.waterRelease, valve: valve), about: valve, done: "released", json: json)
  }
}
