internal import Synchronization

/// What an observer is given: a document that came, or that one is gone.
public struct Observation<D: Document>: Sendable, Hashable {
  /// Where.
  public var topic: Topic
  /// `nil`: what the topic stood for is gone.
  public var document: D?
}

/// Somebody who iterates.
struct Observer: Sendable {
  var wants: @Sendable (Topic) -> Bool
  var take: @Sendable (ClientMessage) -> Outcome
  var finish: @Sendable () -> Void

  enum Outcome {
    case taken
    /// Something older had to go for it; its id, where somebody waits for its ack.
    case dropped(MessageID?)
    case unreadable
  }
}

extension LoamClient {
  /// All documents of a kind, as they come; of a retained kind first those that are held already. It may begin before ``connect(within:)``,
  /// any number of times; it ends with the iteration.
  ///
  /// A notification or a withdrawal is acknowledged once an observer of it has it (see ``Settings/acknowledgesShown``); a message that is kept,
  /// once the app says so: ``acknowledge(_:_:)``. What came before, or is too old, is left out.
  ///
  /// - Parameters:
  ///   - type: the kind.
  ///   - newest: how many are kept for an observer that is slow; older ones are dropped, and counted in ``droppedCount``.
  public func observe<D: Document>(_ type: D.Type, newest: Int = 256) -> AsyncStream<Observation<D>> {
    register(newest, wants: isTopic(of: type), id: { $0.document.flatMap(Self.awaited) }) { message in
      if message.payload.isEmpty { return Observation(topic: message.topic, document: nil) }
      return (try? DocumentCodec.decode(type, from: message.payload)).map {
        Observation(topic: message.topic, document: $0)
      }
    }
  }

  /// The same for every document, as bytes.
  public func observeMessages(newest: Int = 1024) -> AsyncStream<ClientMessage> {
    register(newest, wants: { _ in true }, id: Self.awaited(in:), make: \.self)
  }

  /// The retained documents of a kind that are held, in the order of their topics.
  public func documents<D: Document>(_ type: D.Type) -> [(topic: Topic, document: D)] {
    let wants = isTopic(of: type)
    let held = state.withLock { $0.memory }
    return held.retained.keys.filter(wants).compactMap { topic in held.document(topic).map { (topic, $0) } }
      .sorted { settings.tree.text($0.topic) < settings.tree.text($1.topic) }
  }

  /// The retained document of a topic.
  public func document<D: Document>(_ topic: Topic) -> D? { state.withLock { $0.memory }.document(topic) }

  /// The bridge's status; `nil`: no bridge has spoken under this base.
  public var status: BridgeStatus? { document(.bridgeStatus) }
  /// The plants, each with its id.
  public var plants: [(id: SubjectName, state: PlantState)] {
    documents(PlantState.self).compactMap {
      if case .plant(let id) = $0.topic { (id, $0.document) } else { nil }
    }
  }
  /// The sliders.
  public var controls: [ControlState] { documents(ControlState.self).map(\.document) }
  /// The open reminders.
  public var reminders: [ReminderState] { documents(ReminderState.self).map(\.document) }

  private func register<Element: Sendable>(
    _ newest: Int, wants: @escaping @Sendable (Topic) -> Bool,
    id: @escaping @Sendable (Element) -> MessageID?,
    make: @escaping @Sendable (ClientMessage) -> Element?
  ) -> AsyncStream<Element> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Element.self, bufferingPolicy: .bufferingNewest(max(1, newest)))
    let observer = Observer(
      wants: wants,
      take: { message in
        guard let element = make(message) else { return .unreadable }
        if case .dropped(let older) = continuation.yield(element) { return .dropped(id(older)) }
        return .taken
      }, finish: { continuation.finish() })
    let number = state.withLock { state in
      let number = state.number()
      for (topic, payload) in state.memory.retained where wants(topic) {
        state.count(observer.take(ClientMessage(topic: topic, payload: payload)))
      }
      state.observers[number] = observer
      return number
    }
    continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.observers[number] = nil } }
    return stream
  }

  @Sendable private static func awaited(in message: ClientMessage) -> MessageID? {
    func read<D: Document>(_ type: D.Type) -> MessageID? {
      (try? DocumentCodec.decode(type, from: message.payload)).flatMap(awaited)
    }
    return switch message.topic {
    case .down(_, .notify): read(NotificationMessage.self)
    case .down(_, .withdraw): read(WithdrawMessage.self)
    case .down(_, .msg): read(MessageFromDevice.self)
    default: nil
    }
  }

  private static func awaited(_ document: some Document) -> MessageID? {
    switch document {
    case let message as MessageFromDevice: message.id
    case let notification as NotificationMessage: notification.note.id
    case let withdrawal as WithdrawMessage: withdrawal.id
    default: nil
    }
  }

  /// By the topics that the document declares.
  private func isTopic<D: Document>(of type: D.Type) -> @Sendable (Topic) -> Bool {
    let patterns = type.kind.topics.map { $0.split(separator: "/") }
    let tree = settings.tree
    return { topic in
      let levels = tree.text(topic).dropFirst(tree.root.count + 1).split(separator: "/")
      return patterns.contains { pattern in
        pattern.count == levels.count
          && zip(pattern, levels).allSatisfy { $0 == $1 || $0 == "D" || $0.hasPrefix("<") }
      }
    }
  }
}
