internal import Synchronization

extension LoamClient {
  /// Sends an answer or a wish, again with the same id until the bridge has answered. A bridge lets one id act once.
  ///
  /// - Returns: the bridge's yes; ``Ack/code`` says which.
  /// - Throws: ``ClientError/refused(_:)`` with the bridge's no, or why there is no answer.
  @discardableResult
  public func send(_ message: ActionMessage) async throws(ClientError) -> Ack {
    try await command(message, message.id, .action)
  }

  /// Moves a slider. What is in force is told by the slider's ``ControlState``.
  ///
  /// - Returns: the bridge's yes; ``Ack/code`` says which.
  /// - Throws: ``ClientError/refused(_:)`` with the bridge's no, or why there is no answer.
  @discardableResult
  public func send(_ message: SetMessage) async throws(ClientError) -> Ack {
    try await command(message, message.id, .set)
  }

  /// Asks something that is answered soon or not at all.
  ///
  /// - Throws: ``ClientError/refused(_:)`` with the bridge's no, or why there is no answer.
  public func ask(_ question: MessageRequest) async throws(ClientError) -> ClientAnswer {
    let answer = try await deliver(question, question.id, .msg, settings.questionWaits, expirySeconds: 10)
    if case .ack(let ack) = answer, !ack.ok { throw .refused(ack) }
    return answer
  }

  /// Tells the app on another device of this person something. A guaranteed message is safe once this returns ``AckCode/queued``; that it has
  /// arrived is told by an ``Ack`` with ``AckCode/delivered``, to ``observe(_:newest:)``. What is sent one after the other arrives in that order.
  ///
  /// - Returns: the bridge's yes.
  /// - Throws: ``ClientError/refused(_:)`` with the bridge's no, or why there is no answer.
  @discardableResult
  public func send(_ message: MessageToDevice) async throws(ClientError) -> Ack {
    try await command(message, message.id, .send)
  }

  /// Asks the app on another device of this person, by a message of kind ``MessageToDevice/Kind/interactive``.
  ///
  /// - Returns: the message that answers it.
  /// - Throws: ``ClientError/refused(_:)``, ``ClientError/noAnswer`` after 10 s, or why it could not be asked.
  public func ask(_ message: MessageToDevice) async throws(ClientError) -> MessageFromDevice {
    let answer = try await deliver(
      message, message.id, .send, settings.questionWaits, expirySeconds: 10, wantsMessage: true)
    switch answer {
    case .message(let message): return message
    case .ack(let ack): throw .refused(ack)
    case .reply: throw .noAnswer
    }
  }

  private func command(
    _ document: some Document, _ id: MessageID, _ kind: Topic.Up
  ) async throws(ClientError) -> Ack {
    switch try await deliver(document, id, kind, settings.commandWaits, expirySeconds: 86_400) {
    case .ack(let ack) where ack.ok: return ack
    case .ack(let ack): throw .refused(ack)
    case .reply, .message: throw .noAnswer
    }
  }

  private func deliver(
    _ document: some Document, _ id: MessageID, _ kind: Topic.Up, _ waits: [Duration], expirySeconds: UInt32,
    wantsMessage: Bool = false
  ) async throws(ClientError) -> ClientAnswer {
    let payload: [UInt8]
    do { payload = try DocumentCodec.encode(document) } catch { throw .invalid(error) }
    let publication = ClientPublication(
      topic: settings.tree.text(.up(settings.device, kind)), payload: payload, expirySeconds: expirySeconds)
    return try await first(
      of: ClientAnswer.self,
      began: { state, end in
        let number = state.number()
        state.waiters[number] = Waiter(
          id: id, topic: publication.topic, wantsMessage: wantsMessage, end: end)
        return number
      }, ended: { $0.waiters[$1] = nil }
    ) { [self] in
      var hasLeft = false
      for wait in waits {
        if (try? await transport.publish(publication)) != nil { hasLeft = true }
        try await host.wait(wait)
      }
      guard hasLeft else { return .notConnected(state.withLock { $0.offlineReason }) }
      return isBridgeAlive ? .noAnswer : .noBridge
    }
  }

  /// A status that is older than three minutes is a dead bridge behind a living broker.
  private var isBridgeAlive: Bool {
    guard let status, status.online else { return false }
    return status.clock == .unset || host.now() <= status.ts.advanced(by: 180 + 120)
  }

  /// What comes first: what is told to `end`, or the failure with which `trying` ends.
  func first<Value: Sendable>(
    of type: Value.Type, began: (inout State, Ending<Value>) -> Int, ended: (inout State, Int) -> Void,
    trying: @escaping @Sendable () async throws -> ClientError
  ) async throws(ClientError) -> Value {
    let (results, end) = AsyncStream.makeStream(
      of: Result<Value, ClientError>.self, bufferingPolicy: .bufferingOldest(1))
    let number = state.withLock { began(&$0, end) }
    let attempts = Task { end.yield(.failure((try? await trying()) ?? .cancelled)) }
    defer {
      attempts.cancel()
      state.withLock { ended(&$0, number) }
    }
    for await result in results { return try result.get() }
    throw .cancelled
  }
}
