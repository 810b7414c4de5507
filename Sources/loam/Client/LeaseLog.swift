import ArgumentParser
import Bridge
import BridgeConfig
import FoundationEssentials
import GardenCore
import GardenStore
import HostSystem
import ProgramConfig

/// The bridge's durable lease log, read on the machine where it lies; the bridge may run, be down or have been killed.
struct LeaseLog {
  let reader: LeaseLogReader
  /// This machine's, as of every other time that the commands print.
  let calendar: SiteCalendar
  /// Valves of the config.
  let valves: Set<String>

  /// - Throws: an exit code, after the reason was printed.
  static func orExit(_ bridge: BridgeOptions) throws -> LeaseLog {
    guard bridge.host == nil, bridge.port == nil else {
      throw fail(
        "the lease log lies on the bridge's own machine, in its store; run this there, without --host and --port",
        ExitCode.usage)
    }
    let settings = try bridge.config.read(for: .bridge)
    do throws(StoreError) {
      return try open(settings)
    } catch {
      switch error {
      case .noStore(let folder):
        throw fail(
          "\(folder): no lease log here; it lies on the machine where `loam run` runs with this config",
          ExitCode.noInput)
      case .notPermitted(let path):
        throw fail("\(path): not permitted to read it; try `sudo -u loam loam …`", ExitCode.noPermission)
      default: throw fail("lease log: \(error)", ExitCode.ioError)
      }
    }
  }

  /// The log where it can be read without asking anyone for anything, else `nil`.
  static func ifHere(_ bridge: BridgeOptions) -> LeaseLog? {
    guard bridge.host == nil, bridge.port == nil, bridge.config.exists else { return nil }
    guard let settings = try? bridge.config.source.read(for: .bridge) else { return nil }
    return try? open(settings)
  }

  private typealias ExitCode = HostSystem.ExitCode

  private static func fail(_ text: String, _ code: Int32) -> ArgumentParser.ExitCode {
    StandardError.write(text)
    return ArgumentParser.ExitCode(code)
  }

  static func open(_ settings: BridgeSettings) throws(StoreError) -> LeaseLog {
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "loam-log-\(HostProcess.identifier)-\(String(HostRandom.seed(), radix: 36))")
    do {
      try FileManager.default.createDirectory(
        at: scratch, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .notPermitted(path: scratch.path)
    }
    // The copy stays open, and is gone from the folder at once.
    defer { try? FileManager.default.removeItem(at: scratch) }
    let calendar = Startup.calendar(of: settings, at: SimulateCommand.now)
    Words.go(by: calendar, settings.timeZoneName)
    return LeaseLog(
      reader: try LeaseLogReader(folder: settings.store.path, scratch: scratch.path), calendar: calendar,
      valves: Set(settings.plan.actuators.map(\.id)))
  }

  /// What the word means: a lease's id or the end of one, else a valve or plant.
  func trails(for word: String, last: Int) throws(StoreError) -> [LeaseTrail] {
    if let id = UniqueID(word.lowercased()) { return [try reader.trail(of: id)].compactMap { $0 } }
    let named = try reader.trails(about: word, last: last)
    if !named.isEmpty || word.count < 4 { return named }
    return try reader.trails(endingWith: word.lowercased())
  }

  func tell(_ trails: [LeaseTrail]) {
    for (place, trail) in trails.enumerated() {
      if place > 0 { print("") }
      for line in trail.text(calendar: calendar) { print(line) }
    }
    for line in reader.unreadable { StandardError.write("note: a line cannot be read: \(line)") }
  }
}
