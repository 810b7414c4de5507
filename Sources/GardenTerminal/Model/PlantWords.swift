import GardenWords
package import LoamKit

extension PlantState {
  /// As the page says it: `Too cold`.
  package var statusWord: String { Languages.english("status_\(s.rawValue)") }

  /// Why nothing can be told, as the page says it; `nil`: no reason is given.
  var reasonWords: String? {
    y.flatMap { $0 == .none ? nil : Languages.english("why_\($0.rawValue)") }
  }
}
