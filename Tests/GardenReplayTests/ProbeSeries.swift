import Foundation
import GardenCore
import GardenSimulation

/// What one real probe said, reading by reading.
struct ProbeSeries {
  struct Reading {
    /// Minutes since 1970.
    var minute: Int
    var percent: Double
  }
  var name: String
  var readings: [Reading]

  var days: Double { Double(readings[readings.count - 1].minute - readings[0].minute) / 1440 }

  /// All of the folder of data that the project is developed with. `nil`: it is not there.
  static var recorded: [ProbeSeries]? {
    guard let data = MoistureSeries.data else { return nil }
    var all: [ProbeSeries] = []
    for pot in ["integer-strelitzia", "integer-yucca", "plot-with-log", "pot-10min", "pot-5min"] {
      all.append(
        ProbeSeries(name: pot, data.appending(path: "real-pots/\(pot).csv"), "moisture") { row in
          let parts = row["time", default: ""].split { !$0.isNumber }.compactMap { Int($0) }
          return parts.count == 6 ? minute(parts) : nil
        })
    }
    for unit in [1, 12, 2, 5, 7] {
      all.append(
        ProbeSeries(
          name: "seeds \(unit)", data.appending(path: "connected-seeds/SEEDS\(unit).csv"), "soil_humidity_pct"
        ) { row in
          let id = row["id_uuyyyymmddhh", default: ""]
          let parts = [2..<6, 6..<8, 8..<10, 10..<12].compactMap {
            Int(id.dropFirst($0.lowerBound).prefix($0.count))
          }
          return parts.count == 4 && parts[0] >= 2016 ? minute(parts + [0]) : nil
        })
    }
    for probe in 0...4 {
      all.append(
        ProbeSeries(
          name: "vase \(probe)", data.appending(path: "plant-vase/plant_vase2.CSV"), "moisture\(probe)",
          times: 100
        ) { row in
          let parts = ["year", "month", "day", "hour", "minute"].compactMap { row[$0].flatMap(Int.init) }
          return parts.count == 5 ? minute(parts) : nil
        })
    }
    return all.sorted { $0.name < $1.name }
  }

  private init(
    name: String, _ file: URL, _ column: String, times factor: Double = 1,
    _ minute: ([String: String]) -> Int?
  ) {
    self.name = name
    readings = MoistureSeries.rows(file).compactMap { row in
      guard let minute = minute(row), let value = row[column].flatMap(Double.init), value.isFinite else {
        return nil
      }
      return Reading(minute: minute, percent: min(max(value * factor, 0), 100))
    }
    readings.sort { $0.minute < $1.minute }
  }

  private static func minute(_ parts: [Int]) -> Int {
    (MoistureSeries.day(parts[0], parts[1], parts[2]) * 24 + parts[3]) * 60 + parts[4]
  }
}
