/// What a widget, a complication or a tag shows at a glance: what is due, and what runs. Times only, nothing that ticks:
/// the reader counts down by itself, so that an unchanged glance is never published again.
package struct GlanceSnapshot: Sendable, Hashable {
  package struct Run: Sendable, Hashable {
    package var activity: UniqueID
    package var kind: ActivitySnapshot.Kind
    package var plant: PlantFacts?
    package var phase: ActivitySnapshot.Phase
    package var startedAt: Timestamp
    package var endsAt: Timestamp
  }
  /// Plants that want water.
  package var due: Int
  /// Of the plant that wants water first; `nil`: that is known of none.
  package var next: Next?
  /// Running ones first, those that end first in front; at most ``runsMax``.
  package var runs: [Run]
  /// How many more there are.
  package var more: Int

  package static let runsMax = 4

  /// `runs`: everything that is on the screens.
  package init(due: Int, next: Next?, runs all: [ActivitySnapshot]) {
    self.due = due
    self.next = next
    let sorted = all.enumerated().sorted { a, b in
      let (first, second) = (a.element, b.element)
      if (first.state == .ended) != (second.state == .ended) { return second.state == .ended }
      if first.endsAt != second.endsAt { return (first.endsAt < second.endsAt) != (first.state == .ended) }
      return a.offset < b.offset
    }
    runs = sorted.prefix(Self.runsMax).map { entry in
      let shown = entry.element
      return Run(
        activity: shown.id, kind: shown.kind, plant: shown.plant, phase: shown.phase,
        startedAt: shown.startedAt, endsAt: shown.endsAt)
    }
    more = max(0, all.count - Self.runsMax)
  }

  /// A forecast moves a little with each hour.
  private static let forecastMoves: Duration = .hours(2)

  /// What is expected of a flow moves a little with each reading.
  private static let endMoves: Duration = .seconds(5)

  /// Whether a reader would see no difference: an end that was moves by no more than a second without a word.
  func isAsGood(as other: GlanceSnapshot) -> Bool {
    guard due == other.due, isAsGood(next, as: other.next), more == other.more,
      runs.count == other.runs.count
    else { return false }
    return zip(runs, other.runs).allSatisfy { mine, theirs in
      let apart = max(mine.endsAt, theirs.endsAt) - min(mine.endsAt, theirs.endsAt)
      let most = mine.phase == .running ? Self.endMoves : .seconds(1)
      return mine.activity == theirs.activity && mine.phase == theirs.phase
        && mine.plant?.name == theirs.plant?.name && apart <= most
    }
  }

  private func isAsGood(_ mine: Next?, as theirs: Next?) -> Bool {
    guard let mine, let theirs, mine.because == theirs.because else { return mine == theirs }
    return max(mine.when, theirs.when) - min(mine.when, theirs.when) <= Self.forecastMoves
  }
}
