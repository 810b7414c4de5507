/// How the channels stand (`bridge/channels`, retained), in the words of `loam-push`.
///
/// It is there as long as `loam-push` is connected: its last will empties it. No text of a person's, no address and no secret stands in it.
public struct ChannelsState: Document {
  /// ≤ 6144 bytes.
  public static let kind = DocumentKind(
    "channels", at: "bridge/channels", upTo: DocumentLimits.counters)

  /// As many channels are told of.
  public static let channelsMax = 40

  /// When this was written.
  public var ts: EpochSeconds
  /// Sorted by name, the first ``channelsMax``.
  public var channels: [Channel]
  /// How many more there are; absent: none.
  public var more: Int?

  /// How a channel stands. Counts only rise, also across restarts.
  public struct Channel: DocumentPart {
    /// The device that is reached through it.
    public var id: DeviceName
    /// The service, as the config calls it.
    public var kind: Service
    /// Somebody can be reached: a chat is bound, an app has handed over its token.
    public var bound: Bool
    /// Messages and answers that have still to leave.
    public var waiting: Int
    /// Messages that the service takes on this day (UTC); absent: it says no limit.
    public var left: Int?
    /// Requests that the service took.
    public var sent: Int
    /// Attempts that failed: those that were made again, and those that were refused for good.
    public var failed: Int
    /// Answers that did nothing: not ours, used before, or too late.
    public var rejected: Int
    /// The last attempt failed; what comes is tried all the same.
    public var failing: Bool

    /// A service.
    public enum Service: String, OpenChoice {
      /// A bot.
      case telegram
      /// A server of ntfy.
      case ntfy
      /// Any address that takes a POST.
      case webhook
      /// Apple's.
      case apns
      /// Browsers.
      case web
      /// One that this version does not know.
      case other
      /// What an unknown word is read as.
      public static var unknownWord: Self { .other }
    }

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      let count = FieldType<Int>.integer(0...9_007_199_254_740_991)
      id = f.required("id", \.id, .name())
      kind = f.required("kind", \.kind, .word)
      bound = f.required("bound", \.bound, .flag)
      waiting = f.required("waiting", \.waiting, .integer(0...10_000))
      left = f.optional("left", \.left, .integer(0...1_000_000))
      sent = f.required("sent", \.sent, count)
      failed = f.required("failed", \.failed, count)
      rejected = f.required("rejected", \.rejected, count)
      failing = f.required("failing", \.failing, .flag)
    }

    /// How a channel stands.
    public init(
      id: DeviceName, kind: Service, bound: Bool, waiting: Int = 0, left: Int? = nil, sent: Int = 0,
      failed: Int = 0, rejected: Int = 0, failing: Bool = false
    ) {
      self.id = id
      self.kind = kind
      self.bound = bound
      self.waiting = waiting
      self.left = left
      self.sent = sent
      self.failed = failed
      self.rejected = rejected
      self.failing = failing
    }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    ts = f.required("ts", \.ts, .time)
    channels = f.required("channels", \.channels, .list(of: .part, Self.channelsMax))
    more = f.optional("more", \.more, .integer(1...10_000))
  }

  /// How the channels stand; beyond ``channelsMax`` they are only counted.
  public init(ts: EpochSeconds, _ channels: [Channel]) {
    self.ts = ts
    self.channels = Array(channels.prefix(Self.channelsMax))
    more = channels.count > Self.channelsMax ? channels.count - Self.channelsMax : nil
  }
}
