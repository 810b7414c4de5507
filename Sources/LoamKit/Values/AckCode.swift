/// What became of a message. The first five mean success; see ``isOK``.
public enum AckCode: String, OpenChoice {
  /// Done, or taken for certain.
  case accepted
  /// The same id came before; the first answer is repeated.
  case duplicate
  /// Somebody else was first; see ``Ack/by``.
  case alreadyDone = "already_done"
  /// Taken and handed on; the device's own report decides, and nothing is in force yet.
  case queued
  /// Not a JSON object in UTF-8, too deep, or with a doubled key.
  case badJSON = "bad_json"
  /// More bytes than the kind of message may have.
  case tooLarge = "too_large"
  /// Written in a higher version of the protocol.
  case unsupportedVersion = "unsupported_version"
  /// A required field is missing or `null`.
  case missingField = "missing_field"
  /// An id, key or name is not of its form.
  case badID = "bad_id"
  /// A time is no time, in the future, or too long ago.
  case badTime = "bad_time"
  /// A field is of another type or out of its bounds.
  case badValue = "bad_value"
  /// Not the unit of the control.
  case badUnit = "bad_unit"
  /// Outside the control's range.
  case outOfRange = "out_of_range"
  /// Not on the control's grid.
  case offStep = "off_step"
  /// The control has moved since; its present value is in the ack.
  case conflict
  /// The notification is not the present one.
  case stale
  /// The command came after its expiry.
  case expired
  /// No such notification.
  case unknownNote = "unknown_note"
  /// No such category or button, or not in that category.
  case unknownAction = "unknown_action"
  /// No such question, or no such kind of message: not spoken here.
  case unknownRequest = "unknown_request"
  /// No such control.
  case unknownControl = "unknown_control"
  /// No such plant.
  case unknownPlant = "unknown_plant"
  /// The device may not do that.
  case forbidden
  /// Too many messages.
  case rateLimited = "rate_limited"
  /// Understood, and not done; ``Ack/why`` says why.
  case refused
  /// Something else has to end first.
  case busy
  /// A guaranteed message has arrived: the other device has acknowledged it.
  case delivered
  /// A message was taken back before it arrived.
  case cancelled
  /// The other device cannot be reached as the message needs it; see ``Ack/reachability``.
  case notReachable = "not_reachable"
  /// No such message.
  case unknownMessage = "unknown_message"

  /// What an unknown word is read as; ``Ack/ok`` says whether the sender got what it wanted.
  public static var unknownWord: Self { .refused }

  /// Whether the sender got what it wanted.
  public var isOK: Bool {
    switch self {
    case .accepted, .duplicate, .alreadyDone, .queued, .delivered: true
    default: false
    }
  }
}
