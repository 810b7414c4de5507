import ArgumentParser
import GardenCore
import GardenWords
import LoamKit

struct ForecastCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "forecast", abstract: "Tell when the plants get dry, by what their own probes have taught.",
    discussion: """
        loam forecast
        loam forecast --until monday    which plants will not last until you are back

      Four times of five a plant gets dry between the two moments. A forecast needs a dry-down that was seen whole; until then, and for a \
      plant without a probe, the calendar is all there is.
      """)

  @OptionGroup var bridge: BridgeOptions
  @Option(
    help: "A weekday or a date (2026-12-24): says of each plant whether it lasts until the end of that day.")
  var until: LastDay?
  @Flag(help: "Print JSON: of each plant what is known of its next watering.") var json = false

  func run() throws {
    let session = try BridgeSession(bridge)
    let end = until.map { $0.end(in: Words.calendar, now: Timestamp(seconds: session.now.seconds)) }
    let rows = session.plants.map { id, plant in
      PlantForecast(id, plant, SubjectName(id).flatMap { session.document(.detail($0)) }, until: end)
    }
    if json { return try PrettyJSON.print(rows) }
    if rows.isEmpty { return print("the bridge has no plant") }
    Words.table(
      ["id", "name", "dry about", "earliest", "latest"] + (end == nil ? [] : ["until then"]) + ["note"],
      rows.map { row in
        let times = [row.likely, row.earliest, row.latest].map { time in
          time.map { Words.date(EpochSeconds(clamping: $0)) } ?? "–"
        }
        return [row.id, row.name] + times + (row.lasts.map { [$0.words] } ?? []) + [row.note ?? ""]
      })
  }
}

/// What is known of when one plant gets dry.
struct PlantForecast: Encodable {
  enum Lasts: String, Encodable {
    case lasts
    case mayNot
    case doesNot
    case unknown

    var words: String {
      switch self {
      case .lasts: "lasts"
      case .mayNot: "may get dry"
      case .doesNot: "gets dry"
      case .unknown: "not known"
      }
    }
  }

  var id: String
  var name: String
  /// Seconds since 1970.
  var likely: Int64?
  var earliest: Int64?
  var latest: Int64?
  /// Until the moment that was asked for.
  var lasts: Lasts?
  /// Where there is no forecast, why.
  var note: String?

  init(_ id: String, _ plant: LoamKit.PlantState, _ detail: PlantDetail?, until end: Timestamp?) {
    self.id = id
    name = plant.n
    if plant.nextBecause == .due {
      note = plant.s == .dry ? "is dry" : "is due"
      lasts = end.map { _ in .doesNot }
      return
    }
    likely = plant.x?.seconds
    earliest = plant.a?.seconds
    latest = plant.z?.seconds
    lasts = end.map { lasts(until: $0.seconds) }
    if let why = detail?.forecast?.unknown {
      note = Languages.english(why.text)
    } else if plant.nextBecause == .calendar {
      note = "by the calendar"
    }
  }

  private func lasts(until end: Int64) -> Lasts {
    // By the calendar it is due on its day.
    guard let earliest = earliest ?? likely, let latest = latest ?? likely else { return .unknown }
    return latest <= end ? .doesNot : earliest <= end ? .mayNot : .lasts
  }
}
