import GardenWords
package import LoamKit

extension Why {
  /// As the page says it; `nil`: this version has no words for it.
  package func words(_ clock: (EpochSeconds) -> String) -> String? {
    guard word != .other else { return nil }
    let english = Languages.english
    func amount(_ value: Double?) -> String? {
      value.map { value in
        unit == .litres
          ? english("litres_of", ["value": english.number(value, digits: 1)])
          : english.length(seconds: Int64(value))
      }
    }
    return english(
      "reason_\(word.rawValue)",
      [
        "name": name.map(TextWidth.harmless), "valve": valve?.text, "by": by?.text, "asked": amount(asked),
        "used": amount(used), "most": amount(most), "until": until.map(clock),
      ])
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
    if code == .conflict { return english("code_conflict_plain") }
    let words = english("code_\(code.rawValue)")
    // What only a program can do wrong has no sentence of its own.
    guard words != "code_\(code.rawValue)" else {
      return english("code_other", ["code": code.rawValue.replacing("_", with: " ")])
    }
    guard code == .outOfRange || code == .offStep, let control else { return words }
    let ends = [control.min, control.max, control.step].map { english.number($0, digits: 2) }
    return "\(words) \(ends[0])…\(ends[1]), step \(ends[2])."
  }
}
