/// The values that a slider can take: from `min` in equal steps to `max`.
enum SliderGrid {
  /// A slider with more steps is not published.
  static let stepsMax = 10_000

  /// What its fields must keep to.
  ///
  /// - Parameter values: keys of numbers on the slider.
  static func rules(of values: String...) -> [PartRule] {
    [.order("max", .above, "min"), PartRule(demand: .steps(stepsMax))]
      + values.flatMap { [.order($0, .notBelow, "min"), .order($0, .notAbove, "max")] }
  }
}
