/// A question that wants one answer soon (`d/<device>/up/msg`). It is not kept: whoever gets no ``MessageReply`` and no ack asks again.
public struct MessageRequest: Document {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind(
    "msg", at: "d/D/up/msg", upTo: DocumentLimits.small)
  /// The only `kind`.
  public static let interactive = "interactive"
  /// The only `identifier`.
  public static let history = "history"

  /// New for each question; the answer names it.
  public var id: MessageID
  /// ``interactive``.
  public var kind: String
  /// What is asked for: ``history``.
  public var identifier: String
  /// The question.
  public var content: HistoryRequest
  /// When it was asked, by the device's clock.
  public var ts: EpochSeconds
  /// After it nobody waits for the answer.
  public var exp: EpochSeconds?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    kind = f.required("kind", \.kind, .request(Self.interactive))
    identifier = f.required("identifier", \.identifier, .request(Self.history))
    content = f.required("content", \.content, .part)
    ts = f.required("ts", \.ts, .time)
    exp = f.optional("exp", \.exp, .time)
  }

  /// A question for a plant's past.
  public init(id: MessageID, content: HistoryRequest, ts: EpochSeconds, exp: EpochSeconds? = nil) {
    self.id = id
    self.kind = Self.interactive
    self.identifier = Self.history
    self.content = content
    self.ts = ts
    self.exp = exp
  }
}

/// What of a plant's past is wanted.
public struct HistoryRequest: DocumentPart {
  /// Those that have a history.
  public static let quantities = ["moisture", "temperature", "light", "conductivity"]

  /// Which plant.
  public var plant: SubjectName
  /// One of ``quantities``.
  public var quantity: String
  /// From.
  public var from: EpochSeconds
  /// Until before; later than `from`.
  public var to: EpochSeconds
  /// 2…400; absent: 240. The answer may have fewer.
  public var points: Int?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    plant = f.required("plant", \.plant, .name())
    quantity = f.required("quantity", \.quantity, .word(of: Self.quantities))
    from = f.required("from", \.from, .time)
    to = f.required("to", \.to, .time)
    points = f.optional("points", \.points, .integer(2...History.pointsMax))
  }

  /// What of a plant's past is wanted.
  public init(
    plant: SubjectName, quantity: String, from: EpochSeconds, to: EpochSeconds, points: Int? = nil
  ) {
    self.plant = plant
    self.quantity = quantity
    self.from = from
    self.to = to
    self.points = points
  }

  /// What must agree.
  public func check() throws(DocumentError) {
    try DocumentError.unless(from < to, at: "/to", "not after from")
  }
}
