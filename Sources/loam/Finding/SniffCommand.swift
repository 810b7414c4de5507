import ArgumentParser
import BridgeConfig
import DeviceFamilies
import GardenCore
import HostSystem
import MQTTTypes
import MosquittoClient
import ProgramConfig

struct SniffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sniff",
    abstract: "Listen to a broker, find the probes, valves and heaters, and print the config for them.",
    discussion: """
      Values that the broker has kept are heard at once, however old they are. Probes on a battery may need hours to speak. \
      The decoders are those of `loam run`. With a config it prints only what the config lacks. It exits 1 when it found nothing.

        loam sniff
        loam sniff --host pi.local --for 10min > loam.yaml
        loam sniff --topic 'zigbee2mqtt/#' --config garden.yaml
      """)

  @OptionGroup var bridge: BridgeOptions
  @Option(help: "Listen only to topics that match this filter.") var topic = "#"
  @Option(
    name: .customLong("for"),
    help: "How long to listen: 60s, 5min, 2h. Without it: a minute, or until nothing new has come for 15 s.")
  var time: LengthOfTime?
  @Flag(help: "Print JSON.") var json = false
  @Flag(help: "List every topic that no family recognises.") var all = false

  func validate() throws {
    if TopicFilter(topic) == nil { throw ValidationError("'\(topic)' is no topic filter") }
  }

  func run() throws {
    let signals = try SignalDescriptor([.terminate, .interrupt, .hangUp])
    let settings =
      bridge.config.config != nil || bridge.config.exists ? try bridge.config.read(for: .bridge) : nil
    let connection = try bridge.beside(settings).connection()
    let collector = MessageCollector(ownTree: bridge.base ?? settings?.bridge.baseTopic ?? "plants")
    let broker = BrokerName(address: connection.reach.address, configPath: bridge.config.path)
    let session = try broker.orExit { () throws(MosquittoError) in
      let session = try MosquittoSession(settings: connection, timeout: .seconds(bridge.timeout)) {
        collector.take($0)
      }
      try session.subscribe(
        [MQTTSubscription(filter: topic, qos: .atMostOnce)], timeout: .seconds(bridge.timeout))
      return session
    }
    let bound = settings.map { Recognition.Bound(sensors: $0.sensors, actuators: $0.actuators) }
    let listening = SniffListening(
      collector: collector, session: session, signals: signals, bound: bound ?? Recognition.Bound(),
      place: broker.text, milliseconds: (time ?? .minute).milliseconds, endsEarly: time == nil)
    let ended = listening.run(onScreen: Self.isWatched && !json)
    session.close()
    let result = SniffResult(
      collector: collector, recognition: listening.recognition(), settings: settings,
      path: bridge.config.path,
      broker: found(connection), place: broker.text, seconds: listening.seconds,
      showsAll: all)
    try result.write(json: json)
    if case .lost(let error) = ended {
      throw CommandEnd.saying(broker.sentence(error), .unavailable)
    }
    if result.recognition.devices.isEmpty { throw ExitCode(1) }
  }

  private static var isWatched: Bool {
    HostTerminal.isTerminal(HostTerminal.output) && HostTerminal.isTerminal(HostTerminal.input)
  }

  private func found(_ connection: MosquittoClient.Settings) -> FoundConfig.Broker? {
    guard case .tcp(let host, let port) = connection.reach.address else { return nil }
    return FoundConfig.Broker(
      host: host, port: Int(port), username: connection.username, passwordFile: bridge.passwordFile)
  }
}
