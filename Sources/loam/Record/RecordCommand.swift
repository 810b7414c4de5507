import ArgumentParser
import Bridge
import BridgeConfig
import GardenCore
import GardenReplay
import HostSystem
import Hub
import MQTTTypes
import MosquittoClient
import ProgramConfig

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Write down what comes in, for a replay elsewhere.",
    discussion: """
      Hears what the config's bridge hears, beside it: sensors, valves, heaters and interlocks, and what people answer. Each message is a line of JSON, \
      with its time; the first line has the config, without passwords, paths and comments. `loam replay --from FILE` lives through it once more: a bug \
      report is a replay. At most 64 MiB are written; what comes later is counted. Questions, secrets and what apps tell each other are left out.

      With --anonymous people, devices, plants and the levels of topics get made-up names, the same everywhere, and what no decoder reads \
      of a device's message is left out; values, units, times and words that a `template` looks for stay. Look at the file before you send it.

        loam record > night.jsonl
        loam record --for 12h --out night.jsonl --anonymous
      """)

  @OptionGroup var bridge: BridgeOptions
  @Option(name: .customLong("for"), help: "How long: 60s, 10min, 12h. Without it: until Ctrl-C or SIGTERM.")
  var time: LengthOfTime?
  @Option(help: "A new file. Without it: standard output.", completion: .file()) var out: String?
  @Flag(help: "With made-up names.") var anonymous = false

  func validate() throws {
    if bridge.base != nil || bridge.device != nil {
      throw ValidationError("--base and --as have no meaning here: it hears what the config's bridge hears")
    }
  }

  func run() throws {
    let signals = try SignalDescriptor([.terminate, .interrupt, .hangUp])
    let settings = try bridge.config.read(for: .bridge)
    guard let bytes = try? bridge.config.source.bytes(),
      let copy = ConfigCopy(bytes, readFile: bridge.config.source.part)
    else { throw CommandEnd.saying("\(bridge.config.path) changed while it was read", .tempFail) }
    let connection = try bridge.connectionBeside(settings)
    let intake = try MessageIntake(settings)
    let disguise = anonymous ? try disguise(settings, copy, intake) : nil
    let writer = try writer(settings, disguise?.config ?? copy.written(), disguise)
    let listening = RecordListening(
      writer: writer, subscriptions: intake.subscriptions, connection: connection, signals: signals,
      broker: BrokerName(address: connection.reach.address, configPath: bridge.config.path),
      timeout: .seconds(bridge.timeout))
    do { try listening.run(for: time?.milliseconds) } catch {
      // Nothing was heard: the next try may have the name.
      if let out { try? HostFile.remove(out) }
      throw error
    }
    for line in writer.finish() { StandardError.write(line) }
    if let failure = writer.failure { throw CommandEnd.saying(failure, .ioError) }
  }

  private func disguise(
    _ settings: BridgeSettings, _ copy: ConfigCopy, _ intake: MessageIntake
  ) throws -> RecordDisguise {
    let names = copy.names(besides: settings.fixedLevels.union(MessageIntake.ownLevels))
    let config = copy.written(as: names)
    let renamed: BridgeSettings
    do throws(ConfigSource.Unreadable) {
      // Nobody needs the bridge's secrets for it.
      renamed = try bridge.config.source.settings(of: Array(config.utf8), for: .web)
    } catch {
      throw CommandEnd.saying(
        "\(bridge.config.path) cannot be made anonymous; under made-up names it is no config any more:\n\(error.text)",
        .dataError)
    }
    return RecordDisguise(names, config, intake, try MessageIntake(renamed))
  }

  private func writer(
    _ settings: BridgeSettings, _ config: String, _ disguise: RecordDisguise?
  ) throws -> RecordingWriter {
    do throws(HostError) {
      return try RecordingWriter(
        out.map { path throws(HostError) in try HostFileAppender(path) }, config: config,
        zone: Calendars.host.zone(of: settings),
        calendar: Startup.calendar(of: settings, at: HostClock.now().moment), disguise)
    } catch {
      throw CommandEnd.saying("\(out ?? "output"): \(error.text)", .ioError)
    }
  }
}
