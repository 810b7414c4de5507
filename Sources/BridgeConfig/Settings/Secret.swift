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

/// Why a file that the config names could not be read. The text names no secret.
package struct FileUnreadable: Error, Sendable, Hashable {
  package var reason: String
  package init(_ reason: String) { self.reason = reason }
}

extension FileUnreadable: CustomStringConvertible {
  package var description: String { reason }
}
