/// What an app says of itself to the others of its person. Nothing here looks into it.
package struct AppReport: Sendable, Hashable {
  /// Higher with each change.
  package var revision: Int
  package var at: Timestamp
  /// A JSON object.
  package var content: String

  package init(revision: Int, at: Timestamp, content: String) {
    self.revision = revision
    self.at = at
    self.content = content
  }
}
