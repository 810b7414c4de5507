/// What an app tells the app on another device of the same person, by way of the bridge (`d/<device>/up/send`).
///
/// It is answered by an ``Ack``. A guaranteed one by two: ``AckCode/queued`` once it is stored, and, once the other device has acknowledged
/// it, ``AckCode/delivered``.
public struct MessageToDevice: Document {
  /// ≤ 4096 bytes.
  public static let kind = DocumentKind("send", at: "d/D/up/send", upTo: DocumentLimits.large)

  /// New for each message; a repeat has the same.
  public var id: MessageID
  /// What its sender may rely on.
  public var kind: Kind
  /// Which device; not in ``Kind/cancel``.
  public var to: DeviceName?
  /// The message that it answers, or takes back.
  public var re: MessageID?
  /// The app's word for what it is, 1 to 64 characters; not in ``Kind/cancel``.
  public var identifier: String?
  /// The app's own; not in ``Kind/cancel``.
  public var content: MessageContent?
  /// What is sent in parts after it, in ``Kind/blob`` alone; ``content`` says what it is.
  public var blob: BlobFacts?
  /// When it was sent, by the device's clock.
  public var ts: EpochSeconds
  /// After it the other device must not get it. Absent, or later than that: 7 days after `ts`, of what is meant now 130 s.
  public var exp: EpochSeconds?

  /// What is asked of the bridge.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Hand it over now, or say ``AckCode/notReachable``. The other device must be `immediatelyReachable`.
    case immediate
    /// The same; the other device is to answer with an immediate message whose ``MessageToDevice/re`` is this id.
    case interactive
    /// Store it until the other device has acknowledged it. What is guaranteed arrives in order, each once. The other device must have
    /// said hello.
    case guaranteed
    /// As ``guaranteed``, with bytes that are sent after it as ``BlobPartMessage``s: ``Ack/next`` says where the next part begins, and
    /// ``AckCode/queued`` that all are there. A repeat of it is told how far it came.
    case blob
    /// For a complication or a tag: 50 a day for one device; ``Ack/left`` says how many are left. Beyond them the newest waits for the next day.
    case glance
    /// Take back the message ``MessageToDevice/re``, if it has not arrived.
    case cancel
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    kind = f.required("kind", \.kind, .request(.guaranteed))
    to = f.optional("to", \.to, .name())
    re = f.optional("re", \.re, .name())
    identifier = f.optional("identifier", \.identifier, .text(1...64))
    content = f.optional("content", \.content, .content)
    blob = f.optional("blob", \.blob, .part)
    ts = f.required("ts", \.ts, .time)
    exp = f.optional("exp", \.exp, .time)
    for key in ["to", "identifier", "content"] {
      f.rule(.requires(key, unless: "kind", is: [Kind.cancel.rawValue]))
    }
    f.rule(.requires("re", when: "kind", is: [Kind.cancel.rawValue]))
    f.rule(.requires("blob", when: "kind", is: [Kind.blob.rawValue]))
  }

  /// A message.
  public init(
    id: MessageID, _ kind: Kind, to: DeviceName, re: MessageID? = nil, identifier: String,
    content: MessageContent = MessageContent(), blob: BlobFacts? = nil, ts: EpochSeconds,
    exp: EpochSeconds? = nil
  ) {
    self.id = id
    self.kind = kind
    self.to = to
    self.re = re
    self.identifier = identifier
    self.content = content
    self.blob = blob
    self.ts = ts
    self.exp = exp
  }

  /// Takes a message back.
  public init(id: MessageID, cancelling message: MessageID, ts: EpochSeconds) {
    self.id = id
    self.kind = .cancel
    self.re = message
    self.ts = ts
  }
}

extension MessageToDevice {
  /// How long the broker may keep it: no longer than it counts.
  func secondsLeft(at now: EpochSeconds) -> UInt32 {
    let most: Int64 = kind == .immediate || kind == .interactive ? 130 : 604_800
    let end = min(exp ?? ts.advanced(by: most), ts.advanced(by: most))
    return UInt32(clamping: max(1, end.seconds - now.seconds))
  }
}
