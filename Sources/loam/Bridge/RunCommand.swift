import ArgumentParser
import Bridge
import BridgeConfig
import FoundationEssentials
import GardenCore
import GardenStore
import HostSystem
import Hub
import Logging
import ProgramConfig
import ProgramLog

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run the bridge.",
    discussion: """
      Runs until SIGTERM or Ctrl-C. SIGHUP reads the config anew: a good one takes over without losing state, a bad one \
      changes nothing and says why. SIGUSR1 is the emergency stop: everything is closed and stays closed until \
      `loam release`. A broker that is away is no error: the bridge waits for it.

        loam run --config /etc/loam/loam.yaml
      """)

  @OptionGroup var config: ConfigOption

  func run() throws {
    ProcessMemory.sharesOneHeap()
    // Before any thread exists, so that none of them takes the signal.
    let signals = try SignalDescriptor([.terminate, .interrupt, .hangUp, .user1])
    let settings = try config.read(for: .bridge)
    let source = config.source
    let path = config.path
    let level = Logger.Level(rawValue: settings.log.level.rawValue) ?? .info
    let log = Logger(label: "loam") { _ in LineLogHandler(level: level, isJSON: settings.log.form == .json) }
    func taken(_ settings: BridgeSettings) -> BridgeSettings {
      for warning in settings.warnings { log.warning("\(warning.sentence)") }
      return settings
    }
    _ = taken(settings)
    let lock: FolderLock?
    do {
      lock = try Startup.lock(folder: settings.store.path, config: path, log: log)
    } catch {
      log.critical("store: \(error)")
      throw ExitCode(.tempFail)
    }
    defer { withExtendedLifetime(lock) {} }
    let store: GardenStore
    do {
      store = try Startup.openStore(folder: settings.store.path, log: log)
    } catch {
      log.critical("store: \(error)")
      guard Self.isOfAnother(error) else { throw ExitCode(.unavailable) }
      Startup.closeEverything(of: settings, log: log)
      throw ExitCode(.dataError)
    }
    let bridge = try Bridge(
      settings: settings, store: store,
      clock: MachineClock(release: Release.date), log: log,
      reread: {
        do throws(ConfigSource.Unreadable) {
          return taken(try source.read(for: .bridge))
        } catch {
          log.error("the config was not taken over; nothing has changed\n\(error.text)")
          return nil
        }
      })
    do throws(HostError) {
      bridge.door = try StatusDoor(in: settings.store.path)
    } catch {
      log.warning("loam health cannot ask this bridge: \(error)")
    }
    log.notice("loam \(Release.version): \(settings.summary); config \(path)")
    bridge.run(signals: signals, notifier: ServiceNotifier())
  }

  /// Starting again would not mend it.
  private static func isOfAnother(_ error: any Error) -> Bool {
    switch error as? StoreError {
    case .newerSchema, .notOurs: true
    default: false
    }
  }
}
