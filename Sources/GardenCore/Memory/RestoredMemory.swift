/// The store was put back from a backup: what happened between the two is not known here.
package struct RestoredMemory: Sendable, Hashable {
  /// When the garden began to live on it, by a clock that could be believed. What was asked for before moves no water and no heat.
  /// `nil`: it has not begun.
  package var at: Timestamp?

  package init(at: Timestamp? = nil) { self.at = at }
}
