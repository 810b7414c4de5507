/// What an app says of itself to the others of its person (`d/<device>/up/context`, retained): settings, a mode, what is on its screen. Only the
/// latest counts.
///
/// The bridge keeps it, so that it can be asked for after a restart and after an emptied broker: ``ContextRequest``. It does not look into it.
public struct AppContext: Document {
  /// ≤ 4096 bytes.
  public static let kind = DocumentKind("app-context", at: "d/D/up/context", upTo: DocumentLimits.large)

  /// Higher with each change; a lower one, or the same again, is ignored.
  public var rev: Int
  /// When it was said, by the device's clock.
  public var ts: EpochSeconds
  /// The app's own.
  public var content: MessageContent

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    rev = f.required("rev", \.rev, .count)
    ts = f.required("ts", \.ts, .time)
    content = f.required("content", \.content, .content)
  }

  /// What an app says of itself.
  public init(rev: Int, ts: EpochSeconds, content: MessageContent) {
    self.rev = rev
    self.ts = ts
    self.content = content
  }
}
