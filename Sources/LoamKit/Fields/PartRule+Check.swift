extension PartRule {
  /// - Parameter object: as it stands on the wire.
  func check(_ object: [String: JSON], _ findings: Findings) {
    if let condition {
      guard let value = object.value(at: condition.path[...]),
        condition.words.contains(value) != condition.isNegated
      else { return }
    }
    func fault(_ code: AckCode = .badValue, at path: String..., because message: String) {
      findings.add(.agreement, code, at: path.map { "/" + $0 }.joined(), message)
    }
    switch demand {
    case .fields(let keys):
      for key in keys where object.member(key) == nil {
        fault(.missingField, at: key, because: "required here")
      }
    case .someText(let keys):
      let isWordless = keys.allSatisfy { object.member($0).map { $0 == .text("") } ?? true }
      if isWordless { fault(because: "neither " + keys.joined(separator: " nor ")) }
    case .otherWords(let key, let words):
      guard let value = object.member(key), words.contains(value) else { return }
      fault(at: condition?.path.joined(separator: "/") ?? key, because: "does not agree with \(key)")
    case .nothing(let path):
      guard object.value(at: path[...]) != nil else { return }
      fault(at: path.joined(separator: "/"), because: "not allowed here")
    case .order(let key, let order, let other, let code):
      guard let a = object.number(at: [key]), let b = object.number(at: [other]), !order.holds(a, b) else {
        return
      }
      fault(code, at: key, because: "\(order.words) \(other)")
    case .steps(let most):
      guard let low = object.number(at: ["min"]), let high = object.number(at: ["max"]),
        let step = object.number(at: ["step"]), (high - low) / step > Double(most)
      else { return }
      fault(at: "step", because: "not 1 to \(most) steps")
    case .whole(let key, let range):
      guard let number = object.number(at: [key]), !(Int(exactly: number).map(range.contains) ?? false) else {
        return
      }
      fault(at: key, because: "whole numbers from \(range.lowerBound) to \(range.upperBound) are allowed")
    case .unique(let list, let key):
      let values = object.parts(list).map { $0.member(key) }
      if Set(values).count < values.count { fault(at: list, because: "the same \(key) twice") }
    case .rising(let list):
      var last = -Double.infinity
      for (i, number) in object.firsts(list).enumerated() {
        if number <= last { fault(at: list, "\(i)", because: "not after the one before") }
        last = number
      }
    case .each(let list, let key, let words):
      let isAgreed = object.parts(list).allSatisfy { part in
        words.contains { part.member(key) == .text($0) }
      }
      let path = condition?.path.joined(separator: "/") ?? list
      if !isAgreed { fault(at: path, because: "does not agree with \(list)") }
    case .within(let key, let start, let path):
      guard case .text(let text)? = object.member(key), let first = object.number(at: [start]),
        let end = object.number(at: path[...])
      else { return }
      let count = text.utf8.count / 4 * 3 - text.utf8.suffix(2).count { $0 == UInt8(ascii: "=") }
      if first + Double(count) > end { fault(at: key, because: "more than the whole has") }
    }
  }
}

extension PartRule.Order {
  fileprivate var words: String {
    switch self {
    case .above: "not above"
    case .notBelow: "below"
    case .notAbove: "above"
    }
  }
}

extension [String: JSON] {
  fileprivate func value(at path: ArraySlice<String>) -> JSON? {
    guard let key = path.first, let value = member(key) else { return nil }
    if path.count == 1 { return value }
    guard case .object(let inner) = value else { return nil }
    return inner.value(at: path.dropFirst())
  }

  fileprivate func number(at path: ArraySlice<String>) -> Double? {
    if case .number(let number)? = value(at: path) { number } else { nil }
  }

  private func items(_ list: String) -> [JSON] {
    if case .list(let items)? = member(list) { items } else { [] }
  }

  fileprivate func parts(_ list: String) -> [[String: JSON]] {
    items(list).compactMap { if case .object(let part) = $0 { part } else { nil } }
  }

  fileprivate func firsts(_ list: String) -> [Double] {
    items(list).compactMap {
      if case .list(let row) = $0, case .number(let number)? = row.first { number } else { nil }
    }
  }
}
