/// A question for what an app on a device of the same person said of itself last; the answer is a ``ContextAnswer``.
public struct ContextRequest: DocumentPart {
  /// Which device; the asker's own name is allowed.
  public var device: DeviceName

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    device = f.required("device", \.device, .name())
  }

  /// A question for what was said last.
  public init(device: DeviceName) { self.device = device }
}

/// What an app said of itself last; see ``AppContext``.
public struct ContextAnswer: DocumentPart {
  /// Which device.
  public var device: DeviceName
  /// Absent, and with it the others: nothing was heard.
  public var rev: Int?
  /// When it was said.
  public var ts: EpochSeconds?
  /// The app's own.
  public var content: MessageContent?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    device = f.required("device", \.device, .name())
    rev = f.optional("rev", \.rev, .count)
    ts = f.optional("ts", \.ts, .time)
    content = f.optional("content", \.content, .content)
  }

  /// What an app on that device said of itself; `nil`: nothing was heard.
  public init(device: DeviceName, _ context: AppContext?) {
    self.device = device
    rev = context?.rev
    ts = context?.ts
    content = context?.content
  }
}
