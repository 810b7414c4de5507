import ArgumentParser
import HostSystem
import LoamKit

struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Print a plant's past as a table (CSV).",
    discussion: """
      A line is a minute. Readings are kept one by one for 14 days; a table that reaches further back has a line an hour, and beyond what the \
      config keeps by the hour a line a day.

        loam history basil > basil.csv
        loam history basil --days 365 --quantity temperature > basil.csv
      """)

  @OptionGroup var bridge: BridgeOptions
  @Argument(help: "A plant.") var plant: String
  @Option(help: "\(HistoryRequest.quantities.joined(separator: ", ")).") var quantity = "moisture"
  @Option(help: "How many days back from now.") var days = 14

  func validate() throws {
    guard HistoryRequest.quantities.contains(quantity) else {
      throw ValidationError("--quantity is one of \(HistoryRequest.quantities.joined(separator: ", "))")
    }
    if !(1...3660).contains(days) { throw ValidationError("--days is 1 to 3660") }
  }

  func run() throws {
    let plant = try SubjectName(plant, of: "plant")
    let session = try BridgeSession(bridge)
    let now = session.now
    let table = try session.historyFile(
      of: plant, quantity, from: now.advanced(by: -Int64(days) * 86_400), to: now.advanced(by: 1))
    HostTerminal.write(table)
  }
}
