/// When a plant wants water next, and how that is known: the one answer that every surface shows.
package struct Next: Sendable, Hashable {
  package enum Because: UInt8, Sendable, Hashable, CaseIterable {
    /// It wants water now, or was put off.
    case due = 0
    /// Its probe has taught when it gets dry.
    case learned
    /// No probe tells: the config says how often.
    case calendar
    /// Its probe will tell, and nobody knows when. The date is the calendar's, a guess.
    case unknown
  }

  /// Since when it is due, or until when it was put off; else when it will be. Later than the last watering by a second at least.
  package var when: Timestamp
  package var because: Because

  package init(_ when: Timestamp, _ because: Because) {
    self.when = when
    self.because = because
  }

  /// For a document of that moment: what is due is due now, and nothing that is to come lies in the past.
  package func date(at now: Timestamp) -> Timestamp { max(when, now) }

  /// `nil`: nobody knows.
  package var known: Next? { because == .unknown ? nil : self }
}
