/// The value as it stands denies what was concluded: whoever is told now would read a number that says otherwise.
package struct Denial: Sendable, Hashable {
  /// From then on it is concluded otherwise; `nil`: another reading decides.
  package var until: Uptime?
}
