import ArgumentParser
import Bridge
import BridgeConfig
import DemoGarden
import GardenCore
import GardenSimulation
import GardenTerminal
import HostSystem
import Hub
import LoamKit
import Logging
import MQTTTypes
import MosquittoClient
import ProgramConfig
import Synchronization

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Show a live demo garden: simulated devices, a private broker and the real bridge.",
    discussion: """
      The garden has eight plants in six real formats, two valves and a heater; some probes are faulty, and time runs fast. A page in the \
      browser shows them as well. In a terminal, press keys to answer (`?` lists them). Without a terminal the demo prints \
      lines of text and answers by itself. It leaves nothing behind.

        loam demo
        loam demo --speed 60 --seed 7
      """)

  @Option(help: "How many times faster than real time the garden runs.") var speed: Double = 300
  @Option(help: "Start value of chance: the same seed gives the same garden.") var seed: UInt64 = 1
  @Option(help: "End after this many seconds.") var seconds: Int?
  @Flag(help: "Let the demo answer by itself, as it does without a terminal.") var autopilot = false

  func validate() throws {
    if !(1...3600).contains(speed) { throw ValidationError("--speed is 1 to 3600") }
    if let seconds, !(1...86_400).contains(seconds) { throw ValidationError("--seconds is 1 to 86400") }
  }

  func run() throws {
    let signals = try SignalDescriptor([.terminate, .interrupt, .hangUp])
    let clock = DemoClock(speed: speed)
    let broker = try DemoBroker.start(seed: HostClock.now().uptimeMilliseconds)
    defer { broker.stop() }
    let settings = try DemoSettings.read(broker: broker.place)
    let stop = StopFlag()
    let bridge = try DemoThread { [seed] in
      DemoBridge.run(settings: settings, folder: broker.place.folder, clock: clock, stop: stop, seed: seed)
    }
    let devices = try DemoThread { [seed] in
      DemoDevices.run(settings: settings, port: broker.place.port, clock: clock, seed: seed, stop: stop)
    }
    let isTerminal =
      HostTerminal.isTerminal(HostTerminal.input) && HostTerminal.isTerminal(HostTerminal.output)
    let page = DemoPage(broker: broker.place)
    let holder = try DemoThread { page.run { line in if !isTerminal { HostTerminal.write(line) } } }
    defer {
      stop.set()
      page.stop()
      holder.join()
      bridge.join()
      devices.join()
    }
    try show(settings, broker.place, page, isTerminal, clock, signals)
  }

  private func show(
    _ settings: BridgeSettings, _ broker: PrivateBroker, _ page: DemoPage, _ isTerminal: Bool,
    _ clock: DemoClock,
    _ signals: SignalDescriptor
  ) throws {
    let machine = HostClock.uptimeMilliseconds()
    var options = try BridgeOptions.parse(["--host", "127.0.0.1", "--port", "\(broker.port)"])
    options.device = settings.bridge.commandLineDevice
    if !isTerminal {
      let legend = DemoGarden.legend.map { "  \($0)\n" }.joined()
      HostTerminal.write(
        "A demo garden on a broker of its own; time runs \(Int(speed)) times as fast. Faulty probes among them:\n"
          + legend + "In another shell:  \(broker.listenLine)\n\n")
    }
    var view = LiveView(
      now: { EpochSeconds(clamping: clock.now.wall.seconds) },
      calendar: Startup.calendar(of: settings, at: clock.now),
      footnote: { isAlone in
        "\(page.address ?? "No page yet.")   "
          + (isAlone
            ? "Anna answers while nobody is here; any key takes over."
            : "What it publishes: loam topics --port \(broker.port)")
      },
      autopilot: autopilot || !isTerminal ? Autopilot(watered: "basil", start: machine) : nil,
      standIn: autopilot ? nil : StandIn(watered: "basil", start: machine))
    if let seconds { view.endsAt = machine + Int64(seconds) * 1000 }
    try view.run(try LiveFeed(try options.place(), now: view.now), signals: signals)
  }
}

/// The demo's config, whose broker is the private one.
enum DemoSettings {
  static func read(broker: PrivateBroker) throws -> BridgeSettings {
    let result = ConfigFile.read(
      text: DemoGarden.config, fileName: "demo.yaml", environment: [:],
      readSecret: { _ in .failure(FileUnreadable("the demo has none")) })
    switch result {
    case .failure(let problems):
      throw CommandEnd.saying(problems.description, .config)
    case .success(var settings):
      settings.broker.port = broker.port
      settings.store.path = broker.folder + "/store"
      return settings
    }
  }
}

enum DemoBridge {
  /// The real bridge; only its clock runs faster. Its log goes to the throw-away folder.
  static func run(settings: BridgeSettings, folder: String, clock: DemoClock, stop: StopFlag, seed: UInt64) {
    let log = Logger(label: "loam") { _ in FileLogHandler(path: folder + "/loam.log") }
    do {
      let store = try Startup.openStore(folder: settings.store.path, log: log)
      let bridge = try Bridge(settings: settings, store: store, clock: clock, log: log, reread: { nil })
      bridge.run(signals: nil, notifier: ServiceNotifier(), isStopped: { stop.isSet })
    } catch {
      StandardError.write("the bridge could not start: \(error)")
    }
  }
}

enum DemoDevices {
  static func run(settings: BridgeSettings, port: Int, clock: DemoClock, seed: UInt64, stop: StopFlag) {
    do {
      let garden = DemoGarden(
        seed: seed, calendar: Startup.calendar(of: settings, at: clock.now),
        baseTopic: settings.bridge.baseTopic,
        at: clock.now.wall)
      let links = try StationLinks(
        garden: garden, clock: clock.scaled, address: .tcp(host: "127.0.0.1", port: UInt16(clamping: port)))
      links.run(until: { stop.isSet })
      links.close()
    } catch {
      StandardError.write("the simulated devices could not start: \(error)")
    }
  }
}
