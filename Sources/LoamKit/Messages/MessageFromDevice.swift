/// What the app on another device of the same person says (`d/<device>/dn/msg`). It may come twice, and is acted on once.
///
/// One that is kept (``Kind/isKept``) is acknowledged with an ``Ack`` of its `id` once it is stored, with all bytes of its blob: the next one comes
/// only then. One that an app cannot read is acknowledged too, with a code of failure, so that it does not stand in the way.
public struct MessageFromDevice: Document {
  /// ≤ 4096 bytes.
  public static let kind = DocumentKind("message", at: "d/D/dn/msg", upTo: DocumentLimits.large)

  /// As its sender gave it.
  public var id: MessageID
  /// How it was sent.
  public var kind: Kind
  /// Which device sent it. The bridge vouches for it.
  public var from: DeviceName
  /// The message that it answers.
  public var re: MessageID?
  /// The app's word for what it is, 1 to 64 characters.
  public var identifier: String
  /// The app's own.
  public var content: MessageContent
  /// Bytes that wait at the bridge, in ``Kind/blob`` alone: ``BlobRequest``.
  public var blob: BlobFacts?
  /// When it was sent, by the sender's clock.
  public var ts: EpochSeconds
  /// After it, it is worth nothing.
  public var exp: EpochSeconds

  /// How a message was sent; see ``MessageToDevice/Kind``.
  public enum Kind: String, OpenChoice {
    /// Meant for now.
    case immediate
    /// An answer is awaited.
    case interactive
    /// To be acknowledged.
    case guaranteed
    /// To be acknowledged when all of its bytes are here.
    case blob
    /// For a complication or a tag.
    case glance
    /// Whether the next one waits for its ack.
    public var isKept: Bool { self == .guaranteed || self == .blob }
    /// What an unknown word is read as.
    public static var unknownWord: Self { .immediate }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    kind = f.required("kind", \.kind, .word)
    from = f.required("from", \.from, .name())
    re = f.optional("re", \.re, .name())
    identifier = f.required("identifier", \.identifier, .text(1...64))
    content = f.required("content", \.content, .content)
    blob = f.optional("blob", \.blob, .part)
    ts = f.required("ts", \.ts, .time)
    exp = f.required("exp", \.exp, .time)
    f.rule(.requires("blob", when: "kind", is: [Kind.blob.rawValue]))
  }

  /// A message.
  public init(
    id: MessageID, _ kind: Kind, from: DeviceName, re: MessageID? = nil, identifier: String,
    content: MessageContent, blob: BlobFacts? = nil, ts: EpochSeconds, exp: EpochSeconds
  ) {
    self.id = id
    self.kind = kind
    self.from = from
    self.re = re
    self.identifier = identifier
    self.content = content
    self.blob = blob
    self.ts = ts
    self.exp = exp
  }
}
