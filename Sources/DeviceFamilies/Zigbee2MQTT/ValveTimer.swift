import GardenCore

/// How a Zigbee valve is told the length of a run. All of these keep the time themselves.
enum ValveTimer: String, Sendable, Hashable, CaseIterable {
  case onTime = "on_time"
  case oneCycle = "cyclic_timed_irrigation"
  case targetSeconds = "irrigation_target"
  case targetMinutes = "irrigation_target_minutes"
  case timerMinutes = "timer"

  private static let models: [(name: String, timer: ValveTimer)] = [
    ("SWV", .onTime), ("QT06_2", .targetSeconds), ("GX02", .targetSeconds), ("QT06_1", .targetMinutes),
    ("PSBZS A1", .timerMinutes),
  ]

  /// A property or a model; without a word, the usual property.
  init(word: String?) throws(BindingProblem) {
    guard let word else {
      self = .onTime
      return
    }
    guard let timer = ValveTimer(rawValue: word) ?? Self.models.first(where: { $0.name == word })?.timer
    else {
      let words = Self.allCases.map(\.rawValue) + Self.models.map(\.name)
      throw .badPart(word, "one of \(words.joined(separator: ", "))")
    }
    self = timer
  }

  /// GiEX raises a shorter target to this by itself.
  private static let targetSecondsMin: Int64 = 10

  /// The payload that opens for that long.
  func opening(_ runs: Duration) -> String {
    let seconds = RunTime.seconds(runs)
    let minutes = RunTime.minutes(runs)
    return switch self {
    case .onTime: #"{"state":"ON","on_time":\#(seconds)}"#
    case .oneCycle:
      #"{"cyclic_timed_irrigation":{"current_count":0,"total_number":1,"irrigation_duration":\#(seconds),"#
        + #""irrigation_interval":0}}"#
    case .targetSeconds:
      #"{"mode":"duration","irrigation_target":\#(max(Self.targetSecondsMin, seconds)),"state":"ON"}"#
    case .targetMinutes: #"{"mode":"duration","irrigation_target":\#(minutes),"state":"ON"}"#
    case .timerMinutes: #"{"timer":\#(minutes),"state":"ON"}"#
    }
  }
}
