extension LoamClient {
  /// Sends a message of kind ``MessageToDevice/Kind/blob`` and its bytes. Where no answer came, the same call, with the same message, goes on where the
  /// bridge stands, also after a restart of the app. What was refused is sent as a new message.
  ///
  /// - Returns: ``AckCode/queued``: the bridge has all of it; that it has arrived is told as with a guaranteed message.
  /// - Throws: ``ClientError/invalid(_:)`` where the bytes are not those of ``MessageToDevice/blob``, ``ClientError/refused(_:)`` with the
  ///   bridge's no, or why there is no answer.
  @discardableResult
  public func send(_ message: MessageToDevice, _ bytes: [UInt8]) async throws(ClientError) -> Ack {
    guard message.blob?.isOf(bytes) == true else {
      throw .invalid(DocumentError(.badValue, at: "/blob", "not what these bytes are"))
    }
    var ack = try await patiently { () async throws(ClientError) in try await send(message) }
    while let next = ack.next, next < bytes.count {
      let part = BlobPartMessage(id: message.id, at: next, Array(bytes[next...].prefix(BlobFacts.partMax)))
      ack = try await patiently { () async throws(ClientError) in
        try await command(part, part.id, .part) {
          // An ack of an earlier part, which came late, says nothing of this one.
          if case .ack(let ack) = $0, ack.ok, let has = ack.next { has > next } else { true }
        }
      }
    }
    return ack
  }

  /// Fetches the bytes of a message of kind ``MessageFromDevice/Kind/blob``. The app stores them, then says so: ``acknowledge(_:_:)``. Where they
  /// are not to be had, it says that too, or ``handOverAgain(_:)``: the next message waits for its ack.
  ///
  /// - Parameters:
  ///   - message: that the blob came with.
  ///   - bytes: what the app has of it already, from the first byte on.
  ///   - keep: told of each part as it comes, for an app that may be ended at any time.
  /// - Throws: ``ClientError/damaged``, ``ClientError/refused(_:)`` (it is over, or was taken back), or why there is no answer.
  public func bytes(
    of message: MessageFromDevice, having bytes: [UInt8] = [], keep: (BlobPart) -> Void = { _ in }
  ) async throws(ClientError) -> [UInt8] {
    try await fetch(message.blob, having: bytes, keep: keep) {
      .blob(BlobRequest(message: message.id, at: $0))
    }
    .bytes
  }

  /// Fetches the photo of a plant that the config names.
  ///
  /// - Throws: ``ClientError/refused(_:)`` (there is none), ``ClientError/damaged``, or why there is no answer.
  public func photo(of plant: SubjectName) async throws(ClientError) -> (blob: BlobFacts, bytes: [UInt8]) {
    try await fetch(nil) { .photo(PhotoRequest(plant: plant, at: $0)) }
  }

  /// Fetches a plant's past as a table (CSV): a line a step, at most ``HistoryFileRequest/pointsMax``.
  ///
  /// - Throws: ``ClientError/refused(_:)``, ``ClientError/damaged``, or why there is no answer.
  public func historyFile(
    of plant: SubjectName, _ quantity: String, from: EpochSeconds, to: EpochSeconds
  ) async throws(ClientError) -> (blob: BlobFacts, bytes: [UInt8]) {
    try await fetch(nil) {
      .historyFile(HistoryFileRequest(plant: plant, quantity: quantity, from: from, to: to, at: $0))
    }
  }

  /// Parts that do not agree are fetched anew that often.
  private static let wholesMax = 3
  /// A part is asked for that often while the bridge does not answer: over its restart.
  private static let asksMax = 6
  /// A bridge that says "too fast" is asked again that often, so far apart.
  private static let paceMax = 60
  private static let pace: Duration = .seconds(2)

  /// - Parameter blob: what was announced; `nil`: what the first part says.
  private func fetch(
    _ blob: BlobFacts?, having begun: [UInt8] = [], keep: (BlobPart) -> Void = { _ in },
    _ question: (Int) -> MessageRequest.Question
  ) async throws(ClientError) -> (blob: BlobFacts, bytes: [UInt8]) {
    var bytes = begun
    for _ in 0..<Self.wholesMax {
      var facts = blob
      while facts.map({ bytes.count < $0.size }) ?? true {
        let part = try await part(question(bytes.count))
        if let facts, part.blob != facts { break }
        facts = part.blob
        bytes += part.data
        keep(part)
      }
      if let facts, facts.isOf(bytes) { return (facts, bytes) }
      bytes = []
    }
    throw .damaged
  }

  private func part(_ question: MessageRequest.Question) async throws(ClientError) -> BlobPart {
    var asks = 0
    while true {
      asks += 1
      do throws(ClientError) {
        let answer = try await patiently { () async throws(ClientError) in
          try await self.ask(MessageRequest(id: newID(), question, ts: now))
        }
        if case .reply(let reply) = answer, let part = reply.content.part { return part }
        throw .noAnswer
      } catch {
        guard asks < Self.asksMax, error.mayPass else { throw error }
        if case .refused = error, (try? await host.wait(Self.pace)) == nil { throw .cancelled }
      }
    }
  }

  /// Goes on at the pace that the bridge allows.
  private func patiently<Value>(
    _ attempt: () async throws(ClientError) -> Value
  ) async throws(ClientError) -> Value {
    var attempts = 0
    while true {
      attempts += 1
      do throws(ClientError) { return try await attempt() } catch {
        guard case .refused(let ack) = error, ack.code == .rateLimited, attempts < Self.paceMax else {
          throw error
        }
      }
      guard (try? await host.wait(Self.pace)) != nil else { throw .cancelled }
    }
  }
}

extension ClientError {
  /// The same question may be answered a little later.
  fileprivate var mayPass: Bool {
    switch self {
    case .noAnswer, .noBridge, .notConnected: true
    case .refused(let ack): ack.code == .busy
    case .forbidden, .invalid, .damaged, .cancelled: false
    }
  }
}
