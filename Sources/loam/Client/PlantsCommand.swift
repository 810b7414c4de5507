import ArgumentParser
import GardenTerminal
import LoamKit

struct PlantsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plants", abstract: "List the plants as the bridge sees them.",
    discussion: """
        loam plants
        loam plants --json | jq '.[] | select(.state == "dry")'

      In JSON each plant has its id, name and state (ok, dry, wet, cold, hot, dark, bright, hungry, salty, stale, unknown), and as far as it \
      is known: why (of what is unknown), moisture and dry_below (%), temperature (°C), light (lx), conductivity (µS/cm), battery (%), \
      measured, last_watered, next_watering, earliest and latest (seconds since 1970), reminder, watering, battery_low, never_watered.
      """)

  @OptionGroup var bridge: BridgeOptions
  @Flag(help: "Print JSON: the plants' states, in words.") var json = false

  func run() throws {
    let session = try BridgeSession(bridge)
    if json { return try PrettyJSON.print(session.plants.map { PlantRow(id: $0, $1) }) }
    if session.plants.isEmpty { return print("the bridge has no plant") }
    let rows = session.plants.map { name, plant -> [String] in
      let moisture = plant.m.map { Words.number($0) + "%" } ?? "–"
      let temperature = plant.c.map { Words.number($0) + " °C" } ?? "–"
      let last = plant.f?.contains("n") == true ? "never" : Words.date(plant.l)
      return [
        name, plant.n, plant.statusWord, moisture, temperature, last,
        ExplainWords.next(plant.x, plant.nextBecause, now: session.now),
      ]
    }
    Words.table(["id", "name", "state", "moisture", "temp", "last watered", "next"], rows)
  }
}

/// A plant's state with whole words for keys: what a display gets has a letter for each.
private struct PlantRow: Encodable {
  var id: String
  var name: String
  var state: String
  var why: String?
  var moisture: Double?
  var dry_below: Double?
  var temperature: Double?
  var light: Double?
  var conductivity: Double?
  var battery: Double?
  var measured: Int64?
  var last_watered: Int64?
  var next_watering: Int64?
  var earliest: Int64?
  var latest: Int64?
  var reminder: Bool
  var watering: Bool
  var battery_low: Bool
  var never_watered: Bool

  init(id: String, _ plant: PlantState) {
    self.id = id
    name = plant.n
    state = plant.s.rawValue
    why = plant.y?.rawValue
    (moisture, dry_below, temperature) = (plant.m, plant.d, plant.c)
    (light, conductivity, battery) = (plant.u, plant.e, plant.b)
    (measured, last_watered, next_watering) = (plant.t?.seconds, plant.l?.seconds, plant.x?.seconds)
    (earliest, latest) = (plant.a?.seconds, plant.z?.seconds)
    func has(_ mark: Character) -> Bool { plant.f?.contains(mark) == true }
    (reminder, watering, battery_low, never_watered) = (has("r"), has("w"), has("l"), has("n"))
  }
}
