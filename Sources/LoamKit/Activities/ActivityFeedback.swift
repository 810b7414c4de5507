/// A device closed an activity on its own screen (`d/<device>/up/activity`): it gets no more steps of it, and the
/// watering goes on.
public struct ActivityFeedback: Document {
  /// ≤ 1024 bytes.
  public static var bytesMax: Int { DocumentLimits.small }

  /// Version 1.
  public private(set) var v = ProtocolVersion()
  /// Of this message.
  public var id: MessageID
  /// Which activity.
  public var activity: MessageID
  /// What happened.
  public var event: Event
  /// When.
  public var ts: EpochSeconds

  /// What can happen.
  public enum Event: String, Codable, Sendable, Hashable, CaseIterable {
    /// Closed by the person.
    case dismissed
  }

  /// Feedback about an activity.
  public init(id: MessageID, activity: MessageID, event: Event = .dismissed, ts: EpochSeconds) {
    self.id = id
    self.activity = activity
    self.event = event
    self.ts = ts
  }

  /// No rules beyond the fields' own.
  public func check() throws(DocumentError) {}
}
