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

  /// Hands over a push service's token, or takes it back. `loam-push` answers, not the bridge.
  ///
  /// - Returns: the yes; ``Ack/code`` says which.
  /// - Throws: ``ClientError/refused(_:)`` with the no, or why there is no answer: where no `loam-push` runs nobody answers.
  @discardableResult
  public func send(_ registration: PushRegistration) async throws(ClientError) -> Ack {
    try await command(registration, registration.id, .push)
  }

  /// Lets a device in, or puts one out.
  ///
  /// - Returns: the bridge's yes; ``AckCode/queued``: it is out, and the broker will be told.
  /// - Throws: ``ClientError/refused(_:)`` with the bridge's no, or why there is no answer.
  @discardableResult
  public func send(_ message: AccountMessage) async throws(ClientError) -> Ack {
    try await command(message, message.id, .account, expires: 60)
  }

  /// Asks something that is answered soon or not at all.
  ///
  /// - Throws: ``ClientError/refused(_:)`` with the bridge's no, or why there is no answer.
  public func ask(_ question: MessageRequest) async throws(ClientError) -> ClientAnswer {
    let answer = try await deliver(question, question.id, .msg, settings.questionWaits, expires: 10)
    if case .ack(let ack) = answer, !ack.ok { throw .refused(ack) }
    return answer
  }

  /// Tells the app on another device of this person something. A guaranteed message is safe once this returns ``AckCode/queued``; that it has
  /// arrived is told by an ``Ack`` with ``AckCode/delivered``, to ``observe(_:newest:)``. What is sent one after the other arrives in that order.
  /// What is meant for now fails at once where there is no link.
  ///
  /// - Returns: the bridge's yes.
  /// - Throws: ``ClientError/refused(_:)`` with the bridge's no, or why there is no answer.
  @discardableResult
  public func send(_ message: MessageToDevice) async throws(ClientError) -> Ack {
    let isForNow = message.kind == .immediate
    if isForNow, !isOnline { throw .notConnected(state.withLock { $0.offlineReason }) }
    return try await command(
      message, message.id, .send, waits: isForNow ? settings.questionWaits : settings.commandWaits,
      expires: message.secondsLeft(at: now))
  }

  /// Asks the app on another device of this person, by a message of kind ``MessageToDevice/Kind/interactive``.
  ///
  /// - Returns: the message that answers it.
  /// - Throws: ``ClientError/refused(_:)``, ``ClientError/noAnswer`` after 10 s, or why it could not be asked.
  public func ask(_ message: MessageToDevice) async throws(ClientError) -> MessageFromDevice {
    if !isOnline { throw .notConnected(state.withLock { $0.offlineReason }) }
    let answer = try await deliver(message, message.id, .send, settings.questionWaits, expires: 10) {
      // That the bridge has it is not all that is waited for.
      if case .ack(let ack) = $0 { !ack.ok } else { true }
    }
    switch answer {
    case .message(let message): return message
    case .ack(let ack): throw .refused(ack)
    case .reply: throw .noAnswer
    }
  }

  func command(
    _ document: some Document, _ id: MessageID, _ kind: Topic.Up, waits: [Duration]? = nil,
    expires seconds: UInt32 = 86_400, isFor: @escaping @Sendable (ClientAnswer) -> Bool = { _ in true }
  ) async throws(ClientError) -> Ack {
    switch try await deliver(
      document, id, kind, waits ?? settings.commandWaits, expires: seconds, isFor: isFor)
    {
    case .ack(let ack) where ack.ok: return ack
    case .ack(let ack): throw .refused(ack)
    case .reply, .message: throw .noAnswer
    }
  }

  private func deliver(
    _ document: some Document, _ id: MessageID, _ kind: Topic.Up, _ waits: [Duration],
    expires seconds: UInt32,
    isFor: @escaping @Sendable (ClientAnswer) -> Bool = { _ in true }
  ) async throws(ClientError) -> ClientAnswer {
    let payload: [UInt8]
    do { payload = try DocumentCodec.encode(document) } catch { throw .invalid(error) }
    let publication = ClientPublication(
      topic: settings.tree.text(.up(settings.device, kind)), payload: payload, expirySeconds: seconds)
    return try await first(
      of: ClientAnswer.self,
      began: { state, end in
        let number = state.number()
        state.waiters[number] = Waiter(id: id, topic: publication.topic, isFor: isFor, end: end)
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
