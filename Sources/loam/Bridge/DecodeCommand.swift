import ArgumentParser
import BridgeConfig
import GardenCore
import HostSystem
import ProgramConfig

struct DecodeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "decode",
    abstract: "Show what Loam reads from a message, and why it rejects the rest.",
    discussion: """
      The message goes through the config's own sensors, valves and thermostats. For each field it prints where it \
      looked, what it found, the unit, the calibration, the rule that refused it, and the value. If no device listens to the topic, it \
      lists all values of the message with the path that 'fields' would name. `-` reads the payload from standard input. \
      Exits 0 when something was read, 1 when nothing was.

        loam decode zigbee2mqtt/Basil '{"soil_moisture":41,"temperature":21.2}'
        mosquitto_sub -t 'tele/+/SENSOR' -C 1 -F '%p' | loam decode tele/bed/SENSOR -
      """)

  @OptionGroup var config: ConfigOption
  @Argument(help: "The topic on which it arrived.") var topic: String
  @Argument(help: "The payload, or - for standard input.") var payload: String
  @Flag(help: "Read it as a retained message.") var retained = false
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let settings = try config.read(for: .bridge)
    let bytes: [UInt8] =
      payload == "-" ? HostTerminal.readAll() : Array(payload.utf8)
    let report = try DecodeReport(
      topic: topic, payload: bytes, wasRetained: retained, settings: settings,
      arrival: Timestamp(milliseconds: HostClock.now().wallMilliseconds))
    if json {
      try PrettyJSON.print(report)
    } else {
      for line in DecodeText.lines(report) { print(line) }
    }
    if !report.hasReading { throw ExitCode(1) }
  }
}
