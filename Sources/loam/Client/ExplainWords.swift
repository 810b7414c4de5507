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
    guard let time else { return Languages.english("next_dry") }
    return switch because {
    case .due: time > now ? "put off until \(Words.date(time))" : "now"
    case .learned: "about \(Words.date(time))"
    case .calendar: "\(Words.date(time)), by the calendar"
    case .unknown, nil: Words.date(time)
    }
  }

  /// Why somebody was told or was not.
  static func text(_ hearing: LoamKit.Hearing) -> String {
    let when = hearing.at.map { Words.date($0) }
    let until = when.map { " until \($0)" } ?? ""
    let what: String
    switch hearing.why {
    case .told: what = "told \(when ?? "")"
    case .putOff: what = "not told: it was put off\(until)"
    case .watering: what = "not told: it is being watered"
    case .fine: what = "not told: it is not dry\(when.map { "; it will be about \($0)" } ?? "")"
    case .dwell: what = "not told yet: it must be dry for a while first\(when.map { "; told \($0)" } ?? "")"
    case .rising:
      what = "not told: the probe has just shown water\(when.map { "; told \($0) if it stays dry" } ?? "")"
    case .rain: what = "not told yet: rain is expected; it waits\(until)"
    case .rule:
      what =
        "not told yet: the bridge waters it first\(when.map { "; told \($0) if that does not help" } ?? "")"
    case .answered:
      what = "not told again: somebody watered it\(when.map { "; asked again \($0) if it stays dry" } ?? "")"
    case .calendar: what = "not told: no probe tells, and by the calendar it is due \(when ?? "later")"
    case .unknown: what = "not told: nobody knows how moist it is"
    case .window, .only, .category, .turn, .quiet, .budget, .device, .crowded, .clock, .bridge:
      return Languages.english(
        "untold_\(hearing.why.rawValue)", ["person": hearing.person, "when": when ?? "later"])
    }
    return "\(hearing.person): \(what)"
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
    }
  }
}
