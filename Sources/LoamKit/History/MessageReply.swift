/// The answer to a ``MessageRequest`` (`d/<device>/dn/reply`); what could not be answered gets an ``Ack`` instead.
public struct MessageReply: Document {
  /// ≤ 32768 bytes, and never more than the device's `max_packet`.
  public static let kind = DocumentKind(
    "reply", at: "d/D/dn/reply", upTo: DocumentLimits.reply)

  /// The question.
  public var re: MessageID
  /// What was asked for: ``MessageRequest/history``.
  public var identifier: String
  /// The answer.
  public var content: History

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    re = f.required("re", \.re, .name())
    identifier = f.required("identifier", \.identifier, .request(MessageRequest.history))
    content = f.required("content", \.content, .part)
  }

  /// The answer to a question.
  public init(re: MessageID, content: History) {
    self.re = re
    self.identifier = MessageRequest.history
    self.content = content
  }
}
