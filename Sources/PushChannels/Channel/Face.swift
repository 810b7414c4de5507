internal import GardenWords
internal import LoamKit

/// The words of an item, as every channel shows them.
enum Face {
  /// Steps of a bar: coarser than the bridge's own, so that a message is edited only where something can be seen.
  private static let steps = 10

  static func bar(_ progress: Double?) -> String? {
    guard let progress, progress.isFinite else { return nil }
    let full = min(steps, max(0, Int((progress * Double(steps)).rounded(.down))))
    return String(repeating: "▓", count: full) + String(repeating: "░", count: steps - full)
      + " \(full * 10) %"
  }

  /// All but the title.
  static func lines(_ item: Item) -> [String] {
    [item.subtitle, item.body, bar(item.progress) ?? "", item.result ?? ""].filter { !$0.isEmpty }
  }

  /// At a word's end where there is one; whole characters only.
  static func shortened(_ text: String, toBytes most: Int) -> String {
    guard text.utf8.count > most else { return text }
    var end = text.startIndex
    var count = 0
    while end < text.endIndex {
      let size = text[end].utf8.count
      guard count + size <= most - 3 else { break }
      count += size
      end = text.index(after: end)
    }
    let head = text[..<end]
    let space = head.lastIndex { $0 == " " || $0 == "\n" }
    let isNear = space.map { head.distance(from: $0, to: head.endIndex) < 24 } ?? false
    return String(isNear ? head[..<(space ?? head.endIndex)] : head) + "…"
  }

  /// `16.5 °C`, in the unit of the reader.
  static func amount(_ value: Double, _ slider: Item.Slider, _ words: Phrasebook) -> String {
    let shown = slider.showsFahrenheit ? value * 9 / 5 + 32 : value
    let isWhole = slider.step == slider.step.rounded() && !slider.showsFahrenheit
    return words.number(shown, digits: isWhole ? 0 : 1) + " " + (slider.showsFahrenheit ? "°F" : slider.unit)
  }
}
