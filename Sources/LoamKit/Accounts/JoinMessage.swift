/// An invited device takes its place (`d/<device>/up/join`): it says the password that it will have from now on.
///
/// There is no answer. The broker ends the connection, since the secret of the invitation counts no more; the device connects anew, with its
/// name and this password. Where the broker refuses both this password and the secret, the invitation is over.
public struct JoinMessage: Document {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind("join", at: "d/D/up/join", upTo: DocumentLimits.small)

  /// Chance, made on the device: 22 characters hold 128 bits.
  public var password: String

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    password = f.required("password", \.password, .form(.chance))
  }

  /// What the device will log in with.
  public init(password: String) { self.password = password }
}
