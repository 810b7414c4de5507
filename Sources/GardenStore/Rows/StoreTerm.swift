package import GardenCore

/// Which of several copies of a garden's store is the garden's: the one with the highest term.
///
/// A garden is started elsewhere on a copy of its store when its machine is dead, or seems to be. What was left behind has a lower term, and
/// stands by when it wakes.
package struct StoreTerm: Sendable, Hashable {
  /// 1 for a new store; one more with each start on a copy of it or on another machine.
  package var number: Int
  /// This start began it on a copy: what came in after that was made is not known here.
  package var isCopy: Bool
  /// Of the last answer, or of the last line of a run, as far as the store knows; only where the term began with this start.
  package var lastEntry: Timestamp?

  package init(number: Int, isCopy: Bool = false, lastEntry: Timestamp? = nil) {
    self.number = number
    self.isCopy = isCopy
    self.lastEntry = lastEntry
  }
}
