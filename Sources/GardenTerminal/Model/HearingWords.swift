import GardenWords
package import LoamKit

extension Hearing {
  /// Why the person was told or was not. `date`: how a moment is written.
  package func words(_ date: (EpochSeconds) -> String) -> String {
    let when = at.map(date)
    let until = when.map { " until \($0)" } ?? ""
    func untold(_ text: TextKey) -> String {
      Languages.english(text, ["person": person, "when": when ?? "later"])
    }
    let what: String
    switch why {
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
    case .suspect:
      what = "not told: its probe is not believed, see above; by the calendar it is due \(when ?? "later")"
    case .unknown: what = "not told: nobody knows how moist it is"
    case .window: return untold(.untoldWindow)
    case .only: return untold(.untoldOnly)
    case .category: return untold(.untoldCategory)
    case .turn: return untold(.untoldTurn)
    case .quiet: return untold(.untoldQuiet)
    case .budget: return untold(.untoldBudget)
    case .device: return untold(.untoldDevice)
    case .crowded: return untold(.untoldCrowded)
    case .clock: return untold(.untoldClock)
    case .bridge: return untold(.untoldBridge)
    }
    return "\(person): \(what)"
  }
}
