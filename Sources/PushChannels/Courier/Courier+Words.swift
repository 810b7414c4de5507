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
    func time(_ moment: EpochSeconds) -> String {
      words.time(secondOfDay: calendar.local(Timestamp(seconds: moment.seconds)).secondOfDay)
    }
    return ack.why?.words(words, ack.why?.name, time)
      ?? words(ack.code.text, ["by": ack.by?.text, "code": ack.code.rawValue])
  }
}
