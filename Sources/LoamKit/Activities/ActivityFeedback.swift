/// A device closed an activity on its own screen (`d/<device>/up/activity`): it gets no more steps of it, and the
/// watering goes on.
public struct ActivityFeedback: Document {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind(
    "activity-feedback", at: "d/D/up/activity", upTo: DocumentLimits.small)

  /// Of this message.
  public var id: MessageID
  /// Which activity.
  public var activity: MessageID
  /// What happened.
  public var event: Event
  /// When.
  public var ts: EpochSeconds

  /// What can happen.
  public enum Event: String, Sendable, Hashable, CaseIterable {
    /// Closed by the person.
    case dismissed
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    activity = f.required("activity", \.activity, .name())
    event = f.required("event", \.event, .knownWord(.dismissed))
    ts = f.required("ts", \.ts, .time)
  }

  /// Feedback about an activity.
  public init(id: MessageID, activity: MessageID, event: Event = .dismissed, ts: EpochSeconds) {
    self.id = id
    self.activity = activity
    self.event = event
    self.ts = ts
  }
}
