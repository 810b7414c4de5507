import ArgumentParser
import Foundation
import LoamKit

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Say why the hub thinks of a plant as it does.",
    discussion: """
      The reading, the limit, since when, the health of every probe with what was refused and why, and the rule with its
      line in the config file.

        loam explain basil
      """)

  @OptionGroup var hub: HubOptions
  @Argument(help: "The plant's id.") var plant: String
  @Flag(help: "Print JSON.") var json = false

  func run() throws {
    let session = try HubSession(hub)
    guard let id = SubjectName(plant), let detail: PlantDetail = session.document(.detail(id)) else {
      let known = session.plants.map(\.name).joined(separator: ", ")
      StandardError.write("there is no plant '\(plant)'; the hub has: \(known)")
      throw ArgumentParser.ExitCode(1)
    }
    if json {
      print(String(decoding: try DocumentCodec.encode(detail), as: UTF8.self))
      return
    }
    let now = session.now.seconds
    print("\(detail.name) (\(detail.id))")
    print("  \(detail.because)")
    if let key = detail.key {
      print("  rule: \(key)\(detail.line.map { ", line \($0) of the config" } ?? "")")
    }
    for judgement in detail.judgements { print("  " + line(judgement, now: now)) }
    print(
      "  last watered: \(detail.neverWatered == true ? "never" : Words.date(detail.last)); next: \(Words.date(detail.next))"
    )
    for sensor in detail.sensors { explain(sensor, now: now) }
  }

  private func line(_ judgement: PlantDetail.Judgement, now: Int64) -> String {
    let reason = judgement.reason.map { " (\($0.rawValue))" } ?? ""
    let value = judgement.value.map { ", \(Words.number($0))" } ?? ""
    let measured = judgement.at.map { " measured \(Words.age(now - $0.seconds)) ago" } ?? ""
    return
      "\(judgement.quantity): \(judgement.standing.rawValue)\(reason) since \(Words.date(judgement.since))\(value)\(measured)"
  }

  private func explain(_ sensor: PlantDetail.Sensor, now: Int64) {
    let online = sensor.online.map { $0 ? ", online" : ", offline" } ?? ""
    print("  probe \(sensor.id)\(online)")
    for value in sensor.values {
      let raw = value.raw.map { " (raw \(Words.number($0)))" } ?? ""
      let age = value.at.map { "\(Words.age(now - $0.seconds)) old" } ?? "of unknown age"
      print("    \(value.quantity) \(Words.number(value.value))\(raw), \(age)\(value.fresh ? "" : ", stale")")
    }
    if !sensor.refused.isEmpty {
      let counts = sensor.refused.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(
        separator: ", ")
      print("    refused: \(counts)\(sensor.lastRefusal.map { "; last: \($0)" } ?? "")")
    }
  }
}
