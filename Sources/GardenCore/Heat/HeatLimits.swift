/// The bounds of every run of heat beside those that the config sets.
package enum HeatLimits {
  /// On is sent at most this often before a run is given up, each time for the time that is left.
  package static let onAttemptsMax = 3
  /// A relay that could not be switched on is left alone this long.
  package static let retryAfter: Duration = .minutes(15)
  /// People are told that a heater has no temperature once that has lasted this long; it is off at once.
  package static let blindPatience: Duration = .minutes(10)
  /// A run that ended by its time and warmed by less than this, °C, had no effect.
  package static let effectMin = 0.5
  /// No run is longer, whatever the config says.
  package static let runMax: Duration = .hours(12)
}
