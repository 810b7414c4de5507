import GardenWords
package import LoamKit

extension Why {
  /// As the page says it; `nil`: this version has no words for it.
  package func words(_ clock: (EpochSeconds) -> String) -> String? {
    words(Languages.english, name.map(TextWidth.harmless), clock)
  }
}

extension Ack {
  /// Why, for one who looks after the system.
  package func reason(_ clock: (EpochSeconds) -> String) -> String? {
    why?.words(clock) ?? message.map(TextWidth.harmless)
  }

  /// What became of a command that was not taken.
  package func refusal(_ clock: (EpochSeconds) -> String) -> String {
    if let words = reason(clock) { return words }
    let english = Languages.english
    let words = english(code.text, ["code": code.rawValue.replacing("_", with: " ")])
    guard code == .outOfRange || code == .offStep, let control else { return words }
    let ends = [control.min, control.max, control.step].map { english.number($0, digits: 2) }
    return "\(words) \(ends[0])…\(ends[1]), step \(ends[2])."
  }
}
