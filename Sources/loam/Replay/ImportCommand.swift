import ArgumentParser
import Bridge
import BridgeConfig
import GardenCore
import GardenImport
import GardenStore
import HostSystem
import ProgramConfig

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Take over the history that another program keeps.",
    discussion: """
      From Home Assistant's database (home-assistant_v2.db), a table (CSV) or InfluxDB's line protocol into the store of the config, so that \
      charts begin with a past. Of each probe only what lies before the store's own first value is taken: a second import takes nothing twice. \
      Stop the bridge first (`systemctl stop loam`); what is older than the config keeps one by one comes in by the hour. \
      It exits 1 when no value could be taken.

        loam import home-assistant_v2.db --dry-run
        loam import probes.csv --map 'Pot 3=basil-probe.moisture'
      """)

  @OptionGroup var config: ConfigOption
  @OptionGroup var past: PastOptions
  @Argument(help: "The file.", completion: .file()) var file: String
  @Flag(help: "Only show what would be taken, and as what.") var dryRun = false

  func run() throws {
    let settings = try config.read(for: .bridge)
    var foreign = try past.foreign(file, for: settings)
    let store =
      dryRun
      ? nil : try CommandEnd.orExit { () throws(StoreError) in try GardenStore(folder: settings.store.path) }
    let beginnings = try beginnings(settings)
    let now = Timestamp(milliseconds: HostClock.now().wallMilliseconds)
    var skipped = 0
    do {
      try foreign.run(into: store, readingsFrom: now - GardenStore.rawKept) { taken in
        let isBefore = beginnings[taken.target].map { taken.at < $0 } ?? true
        if !isBefore { skipped += 1 }
        return isBefore
      }
    } catch {
      throw CommandEnd.saying("\(file): \(error)", .ioError)
    }
    for line in foreign.report(skipped: skipped) { print(line) }
    let isNothing = dryRun || foreign.plan.taken == skipped
    print(isNothing ? "Nothing was written." : "Written to \(settings.store.path).")
    if foreign.plan.taken == 0 { throw ExitCode(1) }
  }

  /// What begins now begins after everything that is taken.
  private func beginnings(_ settings: BridgeSettings) throws -> [ImportTarget: Timestamp] {
    guard let history = try? HistoryReader(folder: settings.store.path) else { return [:] }
    return try CommandEnd.orExit { () throws(StoreError) in
      Dictionary(
        try history.beginnings().map { (ImportTarget(sensor: $0.sensor, quantity: $0.quantity), $0.at) }
      ) { min($0, $1) }
    }
  }
}
