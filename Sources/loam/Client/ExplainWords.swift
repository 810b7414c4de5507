import GardenCore
import GardenTerminal
import GardenWords
import LoamKit

/// The words of documents as sentences, with what to do.
enum ExplainWords {
  /// `nil`: none, or a quantity of a newer bridge.
  static func unit(_ quantity: String) -> String? {
    Quantity.allCases.first { "\($0.name)" == quantity }?.unit
  }

  /// When a plant wants water next, and how that is known.
  static func next(_ time: EpochSeconds?, _ because: NextBecause?, now: EpochSeconds) -> String {
    guard let time else { return Languages.english(.nextDry) }
    return switch because {
    case .due: time > now ? "put off until \(Words.date(time))" : "now"
    case .learned: "about \(Words.date(time))"
    case .calendar: "\(Words.date(time)), by the calendar"
    case .unknown, nil: Words.date(time)
    }
  }

  /// By the name of a ``Refusal``; one of a newer bridge is shown as it is named.
  static func refusal(_ name: String) -> String {
    guard let refusal = Refusal.allCases.first(where: { "\($0.name)" == name }) else { return name }
    return switch refusal {
    case .impossible: "values that cannot be true; check cable, unit and calibration"
    case .jump: "a value too far from the last one; a second one confirms it"
    case .older: "measured before the newest value that is known"
    case .duplicate: "the same measurement again"
    case .notANumber: "no number where one belongs; `loam decode` shows what is read"
    case .noValue: "the sensor said that it has no value"
    case .malformed: "not what the family sends; `loam decode` shows what is read"
    case .tooLarge: "a message larger than is read"
    case .future: "its clock is ahead; set the device's clock, or site.clock_skew"
    case .flood: "more values than readings_per_minute_max"
    case .ambiguous: "more than one field or device fits; make 'select' or the path narrower"
    case .notLive: "a test, a simulation or a replay, by its own word"
    case .fault: "the sensor says that its probe is broken"
    case .unavailable: "the sensor says that it cannot be reached"
    case .unmeasured:
      "0 before any other value, as probes say that have not measured yet; it counts after three hours"
    }
  }
}
