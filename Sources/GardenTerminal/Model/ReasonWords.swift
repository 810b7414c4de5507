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
}
