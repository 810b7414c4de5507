internal import GardenWords
internal import LoamKit

internal import struct GardenCore.Moment
internal import struct GardenCore.Timestamp

extension Courier {
  /// `✓ Done · anna-phone · 07:40`.
  func line(_ mark: String, _ parts: String?..., at now: Moment) -> String {
    let told = parts.compactMap(\.self) + [words.time(secondOfDay: calendar.local(now.wall).secondOfDay)]
    return mark + " " + told.joined(separator: " · ")
  }

  /// Why an answer was turned down, in the reader's language.
  func reason(_ ack: Ack) -> String {
    let words = words
    if let why = ack.why, why.word != .other {
      func amount(_ value: Double?) -> String? {
        value.map {
          why.unit == .litres
            ? words("litres_of", ["value": words.number($0, digits: 1)]) : words.length(seconds: Int64($0))
        }
      }
      func time(_ moment: EpochSeconds) -> String {
        words.time(secondOfDay: calendar.local(Timestamp(seconds: moment.seconds)).secondOfDay)
      }
      return words(
        "reason_\(why.word.rawValue)",
        [
          "name": why.name, "valve": why.valve?.text, "by": why.by?.text, "asked": amount(why.asked),
          "used": amount(why.used), "most": amount(why.most), "until": why.until.map(time),
        ])
    }
    return words(Self.key(of: ack.code), ["by": ack.by?.text, "code": ack.code.rawValue])
  }

  static func key(of code: AckCode) -> String {
    switch code {
    case .alreadyDone: "code_already_done"
    case .conflict: "code_conflict_plain"
    case .outOfRange: "code_out_of_range"
    case .offStep: "code_off_step"
    case .forbidden: "code_forbidden"
    case .rateLimited: "code_rate_limited"
    case .expired: "code_expired"
    case .stale: "code_stale"
    case .unknownNote: "code_unknown_note"
    case .busy: "code_busy"
    case .refused: "code_refused"
    default: "code_other"
    }
  }
}
