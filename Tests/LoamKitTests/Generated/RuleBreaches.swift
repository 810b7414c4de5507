import ContractHarness
import LoamKit

extension PartRule {
  /// Changes to a part that break the rule and no other; `nil`: this part is not the one to show it with.
  ///
  /// - Parameters:
  ///   - part: one that keeps to all rules.
  ///   - others: parts of other examples.
  func breach(in part: JSON, others: [JSON]) -> [(path: [String], value: JSON)]? {
    func number(_ path: String...) -> Double? {
      if case .number(let number)? = part[path] { number } else { nil }
    }
    func twice(_ list: String) -> [(path: [String], value: JSON)]? {
      part[[list, "0"]].map { [([list], .list([$0, $0]))] }
    }
    switch demand {
    case .fields, .someText, .otherWords: return nil
    case .nothing(let path):
      guard let condition, part[path] == nil, let said = part[condition.path],
        !condition.words.contains(said), let value = others.compactMap({ $0[path] }).first
      else { return nil }
      return [(path, value)]
    case .order(let key, let order, let other, _):
      guard number(key) != nil, let limit = number(other) else { return nil }
      let step = order == .above ? 0.0 : order == .notBelow ? -1 : 1
      return [([key], .number(limit + step))]
    case .steps(let most):
      guard let low = number("min"), let high = number("max") else { return nil }
      return [(["step"], .number((high - low) / Double(most + 1)))]
    case .whole(let key, let range):
      guard let condition, let said = part[condition.path], condition.words.contains(said) else {
        return nil
      }
      return [([key], .number(Double(range.upperBound) + 1))]
    case .unique(let list, _): return twice(list)
    case .rising(let list): return twice(list)
    case .each(let list, let key, let words):
      guard let condition, let word = part[[list, "0", key]], !words.map(JSON.text).contains(word)
      else { return nil }
      return condition.words.map { (condition.path, $0) }
    case .within(_, let start, let path):
      guard case .number(let count)? = part[path] else { return nil }
      return [([start], .number(count))]
    }
  }
}
