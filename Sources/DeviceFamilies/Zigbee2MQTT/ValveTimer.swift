import GardenCore

/// How a Zigbee valve is told the length of a run. All of these keep the time themselves.
///
/// A target in litres (`mode` `capacity`, `cyclic_quantitative_irrigation`) is never set: such a run has no end in time, and where
/// the pipe is dry or the wheel of the meter sticks it has none at all. Litres are counted by the bridge; the valve keeps the time.
enum ValveTimer: String, Sendable, Hashable, CaseIterable {
  case onTime = "on_time"
  case oneCycle = "cyclic_timed_irrigation"
  case targetSeconds = "irrigation_target"
  case targetMinutes = "irrigation_target_minutes"
  case timerMinutes = "timer"
  case manualMinutes = "manual_default_settings"

  private static let models: [(name: String, timer: ValveTimer)] = [
    ("SWV", .onTime), ("QT06_2", .targetSeconds), ("GX02", .targetSeconds), ("QT06_1", .targetMinutes),
    ("PSBZS A1", .timerMinutes), ("SWV-ZFE", .manualMinutes), ("SWV-ZFU", .manualMinutes),
  ]

  /// A property or a model; without a word, the usual property.
  init(word: String?) throws(BindingProblem) {
    guard let word else {
      self = .onTime
      return
    }
    guard let timer = ValveTimer(rawValue: word) ?? Self.models.first(where: { $0.name == word })?.timer
    else {
      let words = ["state_<outlet>"] + Self.allCases.map(\.rawValue) + Self.models.map(\.name)
      throw .badPart(word, "one of \(words.joined(separator: ", "))")
    }
    self = timer
  }

  /// The longest run that can be set: the ranges of zigbee2mqtt's device pages, and where those promise too much, what arrives.
  var longest: Duration {
    switch self {
    // Tenths of a second in 16 bits, of which the last two values mean something else.
    case .onTime: .seconds(6553)
    // Above it single bytes of the number are mangled on the way (zigbee2mqtt issue 24189).
    case .oneCycle: .seconds(32_639)
    case .targetSeconds: .hours(12)
    case .targetMinutes: .minutes(1440)
    case .timerMinutes: .minutes(599)
    case .manualMinutes: .minutes(719)
    }
  }

  /// Whether its models report flow, or the litres of a run.
  var hasMeter: Bool { self != .timerMinutes }

  /// GiEX raises a shorter target to this by itself.
  private static let targetSecondsMin: Int64 = 10

  /// The payloads that open for that long, in order.
  ///
  /// zigbee2mqtt puts `state` before all other keys of a message, and gives a GiEX valve only the first key of each. So the length
  /// comes in messages of its own, before the one that opens.
  ///
  /// - Parameter outlet: what stands behind the properties of one outlet of several: `_l1`; zigbee2mqtt takes it off again.
  func opening(_ asked: Duration, outlet: String = "") -> [String] {
    let runs = min(asked, longest)
    let seconds = RunTime.seconds(runs)
    let minutes = RunTime.minutes(runs)
    switch self {
    case .onTime: return [#"{"state\#(outlet)":"ON","on_time\#(outlet)":\#(seconds)}"#]
    case .oneCycle:
      return [
        #"{"cyclic_timed_irrigation":{"current_count":0,"total_number":1,"irrigation_duration":\#(seconds),"#
          + #""irrigation_interval":0}}"#
      ]
    case .targetSeconds: return Self.target(max(Self.targetSecondsMin, seconds))
    case .targetMinutes: return Self.target(minutes)
    case .timerMinutes: return [#"{"timer":\#(minutes)}"#, #"{"state":"ON"}"#]
    case .manualMinutes:
      return [
        #"{"manual_default_settings":{"irrigation_mode":"duration","irrigation_duration":\#(minutes),"#
          + #""irrigation_amount_unit":"liter","irrigation_amount":0,"fail_safe":\#(minutes)}}"#,
        #"{"state":"ON"}"#,
      ]
    }
  }

  private static func target(_ number: Int64) -> [String] {
    [#"{"mode":"duration"}"#, #"{"irrigation_target":\#(number)}"#, #"{"state":"ON"}"#]
  }
}
