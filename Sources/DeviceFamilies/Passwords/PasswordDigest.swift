internal import Cryptography

/// The MD5 of a device's password, which is all that such a device wants to see. It opens the device as the password
/// does: no description or dump shows it.
package struct PasswordDigest: Sendable, Hashable {
  /// 32 hexadecimal digits in lower case.
  let revealed: String

  package init(of password: String) { revealed = MD5Sum.hex(of: Array(password.utf8)) }
}

extension PasswordDigest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "(secret)" }
  package var debugDescription: String { "(secret)" }
  package var customMirror: Mirror { Mirror(self, children: [:]) }
}
