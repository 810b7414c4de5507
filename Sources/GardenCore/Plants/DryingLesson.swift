/// Of which plant the history is to be learned from, and for which limit.
package struct DryingLesson: Sendable, Hashable {
  package var plant: PlantID
  /// The dry limit in force, percent.
  package var limit: Double
  package var shares: [HistoryShare]

  /// What is older says little of the present season.
  package static let reach: Duration = .days(180)

  package init(plant: PlantID, limit: Double, shares: [HistoryShare]) {
    self.plant = plant
    self.limit = limit
    self.shares = shares
  }
}
