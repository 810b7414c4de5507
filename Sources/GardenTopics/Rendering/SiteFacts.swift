package import GardenCore

/// What our documents say about the site and the program.
package struct SiteFacts: Sendable, Hashable {
  package var name: String
  package var software: String
  /// Name in the tz database.
  package var timeZone: String
  /// A tag such as `en`: for snapshots that all devices share, and devices that say nothing.
  package var language: String
  /// For snapshots that all devices share.
  package var usesFahrenheit: Bool
  package var startedAt: Timestamp
  /// Of the store; see `StoreTerm`.
  package var term: Int

  package init(
    name: String, software: String, timeZone: String, language: String, usesFahrenheit: Bool = false,
    startedAt: Timestamp, term: Int = 1
  ) {
    self.name = name
    self.software = software
    self.timeZone = timeZone
    self.language = language
    self.usesFahrenheit = usesFahrenheit
    self.startedAt = startedAt
    self.term = term
  }
}
