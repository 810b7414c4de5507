import ArgumentParser
import Bridge
import BridgeConfig
import GardenCore
import GardenReplay
import GardenStore
import HostSystem
import Hub
import ProgramConfig

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Show what a config would have done with the past.",
    discussion: """
      The rules of the bridge live through a history once more, on its own clock: which reminders, which waterings, how long each plant was \
      dry, and why. With --against it prints what another config would have done otherwise. Nothing is sent, and nothing is changed.

      The past is what it was: soil does not react to water that was never given. Valves obey; flow, power, interlocks and heaters are left out. \
      A recording of `loam record` has them: there valves and heaters say what they said, unless --against asks what they might have said. Its own \
      config counts where --config names no other.

        loam replay
        loam replay --config new.yaml --against loam.yaml --since 2026-06-01
        loam replay --from home-assistant_v2.db --plant basil
        loam replay --from night.jsonl
      """)

  @OptionGroup var config: ConfigOption
  @Option(help: "Another config: what the first one does otherwise.", completion: .file(extensions: ["yaml"]))
  var against: String?
  @Option(
    help:
      "The past: the folder of a store, a recording, Home Assistant's database, a CSV table or line protocol. Default: the config's store.",
    completion: .file())
  var from: String?
  @OptionGroup var past: PastOptions
  @Option(help: "Only this plant.") var plant: String?
  @Flag(help: "Print JSON.") var json = false
  @Flag(help: "Print a table (CSV) of what was decided.") var csv = false

  func validate() throws {
    if json && csv { throw ValidationError("--json and --csv: one of them") }
  }

  func run() throws {
    let recording = try from.flatMap { try RecordedPast($0) }
    let own = config.config == nil ? try recording?.settings() : nil
    let settings = try own ?? config.read(for: .bridge)
    let name = own == nil ? config.path : "its own config"
    let others = try against.map { try ConfigSource(named: $0).readOrExit(for: .bridge) }
    let live: (BridgeSettings) throws -> ReplayStory
    if let recording {
      if past.isAsked { throw CommandEnd.saying("a recording is replayed whole", .usage) }
      live = { try recording.live($0, asIf: others != nil) }
    } else {
      let source = try ReplayPast(from, past, settings)
      let (from, to) = try stretch(of: source.history, settings)
      live = { try self.live($0, source, from, to) }
    }
    let story = try live(settings)
    if let plant, !story.settings.plan.plants.contains(where: { $0.id == plant }) {
      throw CommandEnd.saying("there is no plant '\(plant)' in \(name)", .usage)
    }
    let report = ReplayReport(
      story: story, before: try others.map { try live($0) }, plant: plant, config: name, against: against)
    if json {
      try PrettyJSON.print(ReplayDocument(report))
    } else {
      for line in csv ? ReplayTable.lines(report) : ReplayText.lines(report) { print(line) }
    }
  }

  private func stretch(
    of history: HistoryReader, _ settings: BridgeSettings
  ) throws -> (from: Timestamp, to: Timestamp) {
    guard let extent = try CommandEnd.orExit({ () throws(StoreError) in try history.extent() }) else {
      throw CommandEnd.saying("the history is empty", .noInput)
    }
    let calendar = Startup.calendar(of: settings, from: extent.first, to: extent.last)
    let from = max(past.since?.moment(in: calendar) ?? extent.first, extent.first)
    // What is told together waits a little, and an answer stands at the end of its second.
    let end = extent.last + .minutes(5)
    let to = min(past.until?.moment(in: calendar) ?? end, end)
    guard from < to else {
      let (first, last) = (calendar.local(extent.first), calendar.local(extent.last))
      throw CommandEnd.saying(
        "nothing is kept of that time; the history goes from \(first.date) \(first.time) to \(last.date) \(last.time)",
        .noInput)
    }
    return (from, to)
  }

  private func live(
    _ settings: BridgeSettings, _ source: ReplayPast, _ from: Timestamp, _ to: Timestamp
  ) throws -> ReplayStory {
    let history = source.history
    var settings = settings
    settings.plan.site.calendar = Startup.calendar(of: settings, from: from, to: to)
    return try CommandEnd.orExit { () throws(StoreError) in
      var feed = PastFeed(settings.plan, series: try history.series(), from: from)
      try history.past(from: from, to: to, plants: settings.plan.plants.map(\.id)) { time, item in
        feed.take(item, at: time)
      }
      return ReplayStory(
        settings: settings, account: feed.finish(at: to), strangers: feed.strangers, silent: feed.silent,
        from: from, to: to, notes: source.report)
    }
  }
}

/// A past that a config lived through.
struct ReplayStory {
  var settings: BridgeSettings
  var account: ReplayAccount
  /// Values of probes that the config does not have, by their id.
  var strangers: [String: Int]
  /// Sensors of the config of which nothing came.
  var silent: [String]
  var from: Timestamp
  var to: Timestamp
  /// How the past was taken.
  var notes: [String]
}
