import ArgumentParser
import Bridge
import BridgeConfig
import GardenCore
import GardenStore
import GardenTerminal
import HostSystem
import Hub
import LoamKit
import ProgramConfig

/// The bridge's durable lease log, read on the machine where it lies; the bridge may run, be down or have been killed.
struct LeaseLog {
  let reader: LeaseLogReader
  /// This machine's, as of every other time that the commands print.
  let calendar: SiteCalendar
  /// Valves of the config.
  let valves: Set<String>
  /// What a run of the config may be about.
  let names: Set<String>

  /// - Throws: an exit code, after the reason was printed.
  static func orExit(_ bridge: BridgeOptions) throws -> LeaseLog {
    guard bridge.host == nil, bridge.port == nil else {
      throw CommandEnd.saying(
        "the lease log lies on the bridge's own machine, in its store; run this there, without --host and --port",
        .usage)
    }
    let settings = try bridge.config.read(for: .bridge)
    do throws(StoreError) {
      return try open(settings)
    } catch {
      switch error {
      case .noStore(let folder):
        throw CommandEnd.saying(
          "\(folder): no lease log here; it lies on the machine where `loam run` runs with this config",
          .noInput)
      case .notPermitted(let path):
        throw CommandEnd.saying(
          "\(path): not permitted to read it; try `sudo -u loam loam …`", .noPermission)
      default: throw CommandEnd.saying("lease log: \(error)", .ioError)
      }
    }
  }

  /// The log where it can be read without asking anyone for anything, else `nil`.
  static func ifHere(_ bridge: BridgeOptions) -> LeaseLog? {
    guard bridge.host == nil, bridge.port == nil, bridge.config.exists else { return nil }
    guard let settings = try? bridge.config.source.read(for: .bridge) else { return nil }
    return try? open(settings)
  }

  static func open(_ settings: BridgeSettings) throws(StoreError) -> LeaseLog {
    let calendar = Startup.calendar(of: settings, at: HostClock.now().moment)
    Words.go(by: calendar, settings.timeZoneName)
    return LeaseLog(
      reader: try LeaseLogReader(folder: settings.store.path), calendar: calendar,
      valves: Set(settings.plan.actuators.map(\.id)),
      names: Set(settings.plan.actuators.map(\.id) + settings.plan.plants.map(\.id)))
  }

  /// A line of the log, with a sentence in the place of the reason's code.
  static func words(_ line: String) -> String {
    guard let code = line.split(separator: " ").first(where: { Why.Word(rawValue: String($0)) != nil }),
      let word = Why.Word(rawValue: String(code)), let words = Why(word).words({ Words.date($0) })
    else { return line }
    return line.replacing(
      code, with: words.hasSuffix(".") ? words.dropLast() : words[...], maxReplacements: 1)
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
      for line in trail.text(calendar: calendar) {
        print(line.contains("  refused ") ? Self.words(line) : line)
      }
    }
    for line in reader.unreadable { StandardError.write("note: a line cannot be read: \(line)") }
  }
}
