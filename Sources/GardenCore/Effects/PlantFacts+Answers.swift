extension PlantFacts {
  /// For whoever answered about the plant.
  var detail: Outcome.Detail { .plant(id, last: last, next: next) }
}

extension Outcome {
  /// For one who asks again: nothing was done twice, and the plant is told as it stands by now.
  func repeated(_ facts: (PlantID) -> PlantFacts?) -> Outcome {
    var outcome = self
    if code.isOK, code != .delivered { outcome.code = .duplicate }
    if case .plant(let id, _, _) = detail, let facts = facts(id) { outcome.detail = facts.detail }
    return outcome
  }
}
