import GardenWords
package import LoamKit

extension PlantState {
  /// As the page says it: `Too cold`. A plant without a probe goes by the calendar, and lacks nothing.
  package var statusWord: String {
    guard isByCalendar else { return Languages.english(s.text) }
    return Languages.english(nextBecause == .due ? .waterNeeded : .statusCalendar)
  }

  /// With a decimal where it would read as the limit that it is beside.
  var moistureText: String? {
    m.map { m in
      let isHidden = d.map { $0 != m && $0.rounded() == m.rounded() } ?? false
      return isHidden ? "\(Figures.text(m, step: 0.1))%" : "\(Int(m.rounded()))%"
    }
  }

  /// Why nothing can be told, as the page says it; `nil`: no reason is given.
  var reasonWords: String? {
    y.flatMap { $0 == .none ? nil : Languages.english($0.text) }
  }
}
