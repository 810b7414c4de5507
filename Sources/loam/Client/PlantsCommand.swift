import ArgumentParser
import FoundationEssentials
import GardenTerminal
import LoamKit

struct PlantsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plants", abstract: "List the plants as the bridge sees them.",
    discussion: """
        loam plants
        loam plants --json | jq '.[] | select(.s == "dry")'
      """)

  @OptionGroup var bridge: BridgeOptions
  @Flag(help: "Print JSON: the plants' retained states, with their id.") var json = false

  func run() throws {
    let session = try BridgeSession(bridge)
    if json {
      let rows = try session.plants.map { name, plant in
        let document = String(decoding: try DocumentCodec.encode(plant), as: UTF8.self)
        return "{\"id\":\"\(name)\"," + document.dropFirst()
      }
      print("[" + rows.joined(separator: ",\n ") + "]")
      return
    }
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
