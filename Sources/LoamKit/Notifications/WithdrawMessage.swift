/// Takes a notification back (`d/<device>/dn/withdraw`). An unknown key is ignored; no ack is needed.
public struct WithdrawMessage: DatedDocument {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind(
    "withdraw", at: "d/D/dn/withdraw", upTo: DocumentLimits.small)

  /// Of this message.
  public var id: MessageID
  /// The notification that goes.
  public var note: MessageID
  /// Its key.
  public var key: ReminderKey
  /// Why.
  public var reason: Reason
  /// The device on which it was answered; `nil`: nobody did.
  public var by: DeviceName?
  /// When.
  public var ts: EpochSeconds
  /// The activity that takes its place.
  public var activity: MessageID?

  /// Why a notification goes.
  public enum Reason: String, OpenChoice {
    /// Answered with "done", or the matter settled itself.
    case done
    /// Put off.
    case deferred
    /// Replaced by another.
    case superseded
    /// Too old.
    case expired
    /// The rule behind it is gone.
    case cancelled
    /// What an unknown word is read as.
    public static var unknownWord: Self { .cancelled }
  }

  /// `unset`: its times are no dates, since the bridge does not know the time. Absent: they are.
  public var clock: BridgeStatus.Clock?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    note = f.required("note", \.note, .name())
    key = f.required("key", \.key, .name())
    reason = f.required("reason", \.reason, .word)
    by = f.optional("by", \.by, .name())
    ts = f.required("ts", \.ts, .time)
    activity = f.optional("activity", \.activity, .name())
    clock = f.optional("clock", \.clock, .word)
  }

  /// Takes a notification back.
  public init(
    id: MessageID, note: MessageID, key: ReminderKey, reason: Reason, by: DeviceName?, ts: EpochSeconds,
    activity: MessageID? = nil
  ) {
    self.id = id
    self.note = note
    self.key = key
    self.reason = reason
    self.by = by
    self.ts = ts
    self.activity = activity
  }
}
