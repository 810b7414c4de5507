import ArgumentParser
import GardenCore
import GardenStore
import LoamKit

struct LeasesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "leases", abstract: "List the runs of water and heat in the durable log, newest first.",
    discussion: """
      It reads the log on the bridge's own machine, even while the bridge is down. `loam explain` prints every step of one run.

        loam leases
        loam leases bed-valve --last 50
        loam leases --json | jq '.[] | select(.proved == false)'
      """)

  @OptionGroup var bridge: BridgeOptions
  @Argument(help: "A valve, heater or plant; default: all.") var name: String?
  @Option(help: "How many runs to print.") var last = 20
  @Flag(help: "Print JSON, with every step of each run.") var json = false

  func validate() throws {
    if !(1...1000).contains(last) { throw ValidationError("--last is 1 to 1000") }
  }

  func run() throws {
    let log = try LeaseLog.orExit(bridge)
    // The log hands out first what was told of last; a run that closes for hours is not the newest for that.
    let trails = try log.reader.trails(about: name, last: last)
      .sorted { $0.summary.began > $1.summary.began }
    if json { return try PrettyJSON.print(trails.map(LeaseDocument.init)) }
    if trails.isEmpty {
      if let name, !log.names.contains(name) {
        throw NameTrouble.unknown("valve, heater or plant", name, among: log.names.sorted(), of: "the config")
      }
      print(name.map { "no lease of '\($0)' is in the log" } ?? "the log is empty")
    } else {
      Words.table(["lease", "began", "valve", "plant", "by", "lasted", "stands"], trails.map(row))
    }
    let dropped = try log.reader.dropped()
    if dropped > 0 { print("(\(dropped) lines of older leases are no longer kept)") }
  }

  private func row(_ trail: LeaseTrail) -> [String] {
    let summary = trail.summary
    return [
      trail.shortID, Words.date(EpochSeconds(clamping: summary.began.seconds)),
      trail.actuator.isEmpty ? "–" : trail.actuator,
      trail.plant ?? "–", summary.by ?? "rule", summary.lasted.map { Words.age($0.wholeSeconds) } ?? "?",
      String(LeaseLog.words(summary.status).prefix(60)),
    ]
  }
}
