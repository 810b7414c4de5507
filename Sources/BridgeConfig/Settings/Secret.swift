/// A text that no log, message or dump may show. Reading ``revealed`` is the only way to it.
package struct Secret: Sendable, Hashable {
  package let revealed: String

  package init(_ text: String) { revealed = text }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "(secret)" }
  package var debugDescription: String { "(secret)" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Why a secret could not be read from its file. The text names no secret.
package struct SecretUnreadable: Error, Sendable, Hashable {
  package var reason: String
  package init(_ reason: String) { self.reason = reason }
}

extension SecretUnreadable: CustomStringConvertible {
  package var description: String { reason }
}
