import Foundation
import GardenCore
import GardenSimulation

/// A plant's moisture over weeks, by the hour, with the dry limit that it is watched by.
struct MoistureSeries {
  struct Hour {
    /// Since 1970.
    var hour: Int
    var percent: Double
  }
  var name: String
  var hours: [Hour]
  var limit: Double

  /// A pot in the weather of its seed: watered half a day after it gets dry at the latest, sometimes long before; a third of them in a season,
  /// half with a probe that swings with the day.
  static func simulated(seed: UInt64, days: Int = 120) -> MoistureSeries {
    var random = SplitMix64(seed: seed)
    func between(_ low: Double, _ high: Double) -> Double { low + random.unit() * (high - low) }
    let weather = Weather(seed: seed)
    let residual = between(2, 12)
    let capacity = between(55, 80)
    var pot = SimulatedPot(
      moisture: between(40, 70), residual: residual, capacity: capacity,
      dryingTime: .seconds(Int(between(3, 9) * 86_400)))
    let limit = residual + between(0.25, 0.5) * (capacity - residual)
    let season = seed.isMultiple(of: 3) ? 5.0 : 0
    let swing = seed.isMultiple(of: 2) ? between(0, 2.5) : 0
    let start = Timestamp(seconds: 1_780_000_000 / 86_400 * 86_400)
    var watersBelow = limit
    var pours: Int?
    var series = MoistureSeries(name: "simulated \(seed)", hours: [], limit: limit)
    for hour in 0..<days * 24 {
      var sum = 0.0
      for step in 0..<12 {
        let time = start + .minutes(hour * 60 + step * 5)
        if pot.moisture < watersBelow, pours == nil { pours = hour + Int(between(0, 12)) }
        if let due = pours, due <= hour {
          pot.pour(litres: between(0.5, 1.2))
          pours = nil
          watersBelow = random.unit() < 0.3 ? limit + between(2, 15) : limit - 1
        }
        let turns = Double(hour) / 24
        let air = weather.temperature(at: time) + season * wave(turns / 60)
        pot.pass(.minutes(5), air: air, sunlight: weather.sunlight(at: time))
        sum += pot.moisture + (random.unit() + random.unit() - 1) * 0.5 + swing * wave(turns - 9.0 / 24)
      }
      series.hours.append(Hour(hour: Int(start.seconds / 3600) + hour, percent: sum / 12))
    }
    return series
  }

  private static func wave(_ turns: Double) -> Double { sin(turns * 2 * .pi) }

  static var data: URL? {
    let here = URL(filePath: #filePath)
    let root = here.deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let data = root.appending(path: "../shared/data")
    return FileManager.default.fileExists(atPath: data.path()) ? data : nil
  }

  /// The recorded ones in the folder of data that the project is developed with, each with three limits of which it knows nothing: where 15, 30
  /// and 45 % of its hours are drier. `nil`: it is not there.
  static var recorded: [MoistureSeries]? {
    guard let data else { return nil }
    var all: [MoistureSeries] = []
    for unit in [1, 2, 5, 7, 12] {
      all += watched("bed \(unit)", gardenBed(data.appending(path: "connected-seeds/SEEDS\(unit).csv")))
    }
    for probe in 0...3 {
      all += watched("vase \(probe)", vase(data.appending(path: "plant-vase/plant_vase2.CSV"), probe))
    }
    return all
  }

  /// Houseplants and a plot as their probes spoke, and when water ran where somebody wrote it down. `nil`: they are not there.
  static var pots: [(name: String, readings: [(at: Timestamp, percent: Double)], watered: [Timestamp])]? {
    guard let folder = data?.appending(path: "real-pots"),
      FileManager.default.fileExists(atPath: folder.path())
    else { return nil }
    let names = ["plot-with-log", "pot-10min", "pot-5min", "integer-yucca", "integer-strelitzia"]
    return names.map { name in
      var readings: [(at: Timestamp, percent: Double)] = []
      var watered: [Timestamp] = []
      var ran = false
      for row in rows(folder.appending(path: "\(name).csv")) {
        // 2019-02-23T00:05:00Z
        let parts = row["time", default: ""].split { !$0.isNumber }.compactMap { Int($0) }
        guard parts.count == 6, let percent = row["moisture"].flatMap(Double.init) else { continue }
        let seconds = (day(parts[0], parts[1], parts[2]) * 24 + parts[3]) * 3600 + parts[4] * 60 + parts[5]
        readings.append((Timestamp(seconds: Int64(seconds)), percent))
        let runs = row["irrigation"].flatMap(Double.init).map { $0 > 0 } ?? false
        if runs, !ran { watered.append(readings[readings.count - 1].at) }
        ran = runs
      }
      return (name, readings, watered)
    }
  }

  /// Three days in a desert where nobody watered, every quarter of an hour: what two capacitive probes say, calibrated from their counts (620 is
  /// dry, 250 is wet), and by their own formula. `nil`: it is not there.
  static var dryDesert: [[(at: Timestamp, percent: Double)]]? {
    guard let file = data?.appending(path: "soil-sensor-comparison/soillog.csv") else { return nil }
    let table = rows(file)
    func column(_ name: String, _ percent: (Double) -> Double) -> [(at: Timestamp, percent: Double)] {
      table.compactMap { row in
        // 01/07/2025 13:35
        let parts = row["Datetime", default: ""].split { !$0.isNumber }.compactMap { Int($0) }
        guard parts.count == 5, let value = row[name].flatMap(Double.init) else { return nil }
        let minutes = day(parts[2], parts[1], parts[0]) * 1440 + parts[3] * 60 + parts[4]
        return (Timestamp(seconds: Int64(minutes) * 60), percent(value))
      }
    }
    func calibrated(_ counts: Double) -> Double { min(max((620 - counts) / 370 * 100, 0), 100) }
    return [
      column("DFRobot1_Raw", calibrated), column("DFRobot2_Raw", calibrated), column("DFRobot1_VWC") { $0 },
      column("DFRobot2_VWC") { $0 },
    ]
  }

  private static func watched(_ name: String, _ hours: [Hour]) -> [MoistureSeries] {
    let sorted = hours.map(\.percent).sorted()
    return [15, 30, 45].map { share in
      MoistureSeries(name: "\(name) at \(share) %", hours: hours, limit: sorted[sorted.count * share / 100])
    }
  }

  /// Hourly; -4.69 % and -40 °C are a probe that is not there, years before 2016 a clock that is not set.
  private static func gardenBed(_ file: URL) -> [Hour] {
    hours(
      rows(file).compactMap { row in
        guard let id = row["id_uuyyyymmddhh"], let percent = row["soil_humidity_pct"].flatMap(Double.init),
          let degrees = row["soil_temp_c"].flatMap(Double.init), percent >= 0, degrees > -30
        else { return nil }
        let parts = [2..<6, 6..<8, 8..<10, 10..<12].compactMap {
          Int(id.dropFirst($0.lowerBound).prefix($0.count))
        }
        guard parts.count == 4, parts[0] >= 2016 else { return nil }
        return (day(parts[0], parts[1], parts[2]) * 24 + parts[3], min(percent, 100))
      })
  }

  private static func vase(_ file: URL, _ probe: Int) -> [Hour] {
    hours(
      rows(file).compactMap { row in
        let parts = ["year", "month", "day", "hour"].compactMap { row[$0].flatMap(Int.init) }
        guard parts.count == 4, let share = row["moisture\(probe)"].flatMap(Double.init) else { return nil }
        return (day(parts[0], parts[1], parts[2]) * 24 + parts[3], share * 100)
      })
  }

  static func rows(_ file: URL) -> [[String: String]] {
    guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
    let lines = text.split(whereSeparator: \.isNewline).map {
      $0.split(separator: ",", omittingEmptySubsequences: false)
    }
    guard let names = lines.first else { return [] }
    return lines.dropFirst().map { line in
      Dictionary(zip(names, line).map { (String($0), String($1)) }) { first, _ in first }
    }
  }

  private static func hours(_ values: [(hour: Int, percent: Double)]) -> [Hour] {
    let groups = Dictionary(grouping: values, by: \.hour)
    return groups.keys.sorted().map { hour in
      let all = groups[hour, default: []].map(\.percent)
      return Hour(hour: hour, percent: all.reduce(0, +) / Double(all.count))
    }
  }

  /// Days since 1970.
  static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    // Howard Hinnant, chrono-compatible low-level date algorithms: days_from_civil.
    let y = month <= 2 ? year - 1 : year
    let era = y / 400
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}

extension MoistureSeries {
  /// By place in ``hours``: how long it took from there until it was dry. Where water came before, nothing.
  var truth: [Int: Double] {
    var truth: [Int: Double] = [:]
    var open: [Int] = []
    for i in hours.indices {
      let lowest = hours[max(0, i - 6)..<i].map(\.percent).min() ?? .infinity
      let isGap = i > 0 && hours[i].hour - hours[i - 1].hour > 3
      if isGap || hours[i].percent > lowest + 5 { open = [] }
      if hours[i].percent < limit {
        for place in open { truth[place] = Double(hours[i].hour - hours[place].hour) }
        open = []
      } else {
        open.append(i)
      }
    }
    return truth
  }
}
