/// A question that wants one answer soon (`d/<device>/up/msg`). It is not kept: whoever gets no ``MessageReply`` and no ack asks again.
public struct MessageRequest: Document {
  /// ≤ 1024 bytes.
  public static var bytesMax: Int { DocumentLimits.small }
  /// The only `kind`.
  public static let kind = "interactive"
  /// The only `identifier`.
  public static let history = "history"

  /// Version 1.
  public private(set) var v = ProtocolVersion()
  /// New for each question; the answer names it.
  public var id: MessageID
  /// ``kind``.
  public var kind: String
  /// What is asked for: ``history``.
  public var identifier: String
  /// The question.
  public var content: HistoryRequest
  /// When it was asked, by the device's clock.
  public var ts: EpochSeconds
  /// After it nobody waits for the answer.
  public var exp: EpochSeconds?

  /// A question for a plant's past.
  public init(id: MessageID, content: HistoryRequest, ts: EpochSeconds, exp: EpochSeconds? = nil) {
    self.id = id
    self.kind = Self.kind
    self.identifier = Self.history
    self.content = content
    self.ts = ts
    self.exp = exp
  }

  enum CodingKeys: String, CodingKey { case v, id, kind, identifier, content, ts, exp }

  /// A question that is not spoken here is named as such before its content is read: another question has another content.
  public init(from decoder: any Decoder) throws {
    let box = try decoder.container(keyedBy: CodingKeys.self)
    v = try box.decode(ProtocolVersion.self, forKey: .v)
    id = try box.decode(MessageID.self, forKey: .id)
    kind = try box.decode(String.self, forKey: .kind)
    guard kind == Self.kind else {
      throw DocumentError(.unknownRequest, at: [CodingKeys.kind], "only interactive is spoken here")
    }
    identifier = try box.decode(String.self, forKey: .identifier)
    guard identifier == Self.history else {
      throw DocumentError(.unknownRequest, at: [CodingKeys.identifier], "no such question")
    }
    content = try box.decode(HistoryRequest.self, forKey: .content)
    ts = try box.decode(EpochSeconds.self, forKey: .ts)
    exp = try box.decodeIfPresent(EpochSeconds.self, forKey: .exp)
  }

  /// What the content asks for.
  public func check() throws(DocumentError) { try content.check(at: "/content") }
}

/// What of a plant's past is wanted.
public struct HistoryRequest: Codable, Sendable, Hashable {
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

  func check(at pointer: String) throws(DocumentError) {
    try Rule.that(
      Self.quantities.contains(quantity), at: pointer + "/quantity", "no quantity that has a history")
    try Rule.that(from < to, at: pointer + "/to", "not after from")
    try Rule.integer(points, 2...History.pointsMax, at: pointer + "/points")
  }
}
