/// The answer to a ``MessageRequest`` (`d/<device>/dn/reply`); what could not be answered gets an ``Ack`` instead.
public struct MessageReply: Document {
  /// ≤ 32768 bytes, and never more than the device's `max_packet`.
  public static var bytesMax: Int { DocumentLimits.reply }

  /// Version 1.
  public private(set) var v = ProtocolVersion()
  /// The question.
  public var re: MessageID
  /// What was asked for: ``MessageRequest/history``.
  public var identifier: String
  /// The answer.
  public var content: History

  /// The answer to a question.
  public init(re: MessageID, content: History) {
    self.re = re
    self.identifier = MessageRequest.history
    self.content = content
  }

  /// What holds for the content.
  public func check() throws(DocumentError) {
    try Rule.that(identifier == MessageRequest.history, at: "/identifier", "no such answer")
    try content.check(at: "/content")
  }
}
