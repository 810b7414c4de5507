/// All rules and all state of the garden, as a value.
///
/// One event and the time go in; a new state and effects come out. The garden reads no clock, does no IO and cannot fail:
/// bad input becomes a refusal with a reason. The same events at the same moments give the same effects.
package struct Garden: Sendable, Hashable {
  package private(set) var plan: GardenPlan
}
