/// What a client remembers, and the rules for what comes in. Pure: messages and the time go in, steps come out.
struct ClientMemory: Sendable {
  /// What follows from a message, in this order.
  enum Step: Sendable, Hashable {
    case handOver(ClientMessage)
    case answer(ClientAnswer, to: MessageID)
    case acknowledge(MessageID, AckCode = .accepted)
  }

  /// More topics are not held, more ids not remembered.
  static let topicsMax = 4096
  static let shownMax = 1024

  let tree: TopicTree
  /// The last retained payload of each topic.
  private(set) var retained: [Topic: [UInt8]] = [:]
  /// Messages that could not be read, and retained ones beyond ``topicsMax``.
  private(set) var unreadableCount = 0
  /// Held from an earlier session of the broker's, and not heard again yet.
  private var unconfirmed: Set<Topic> = []
  /// What was handed over, of each notification the last revision; a withdrawal and a message have 1.
  private var seen: [MessageID: Seen] = [:]
  private var seenOrder: [MessageID] = []
  /// Whether a notification counts as shown once it is handed over; else the app says so itself.
  private let acknowledgesShown: Bool

  private struct Seen: Sendable {
    var rev: Int
    /// As which it was acknowledged: it is again where it comes again.
    var code: AckCode?
    /// The app never got it: it is handed over where it comes again.
    var isMissed = false
  }

  /// - Parameter kept: messages that were acknowledged before the app began.
  init(tree: TopicTree, acknowledgesShown: Bool = true, kept: [MessageID] = []) {
    self.tree = tree
    self.acknowledgesShown = acknowledgesShown
    for id in kept.suffix(Self.shownMax) { remember(id, Seen(rev: 1, code: .accepted)) }
  }

  /// - Parameter isObserved: whether somebody is there to be shown what comes on a topic. What nobody is shown is not acknowledged, so that
  ///   the bridge repeats it.
  mutating func take(
    topic text: String, payload: [UInt8], at now: EpochSeconds, isObserved: (Topic) -> Bool
  ) -> [Step] {
    guard let topic = tree.topic(text) else { return [] }
    let message = ClientMessage(topic: topic, payload: payload)
    do throws(DocumentError) {
      switch topic {
      case .down(_, .notify):
        let note = try DocumentCodec.decode(NotificationMessage.self, from: payload).note
        // A bridge without a clock counts from the arrival. That it is over says that it came, not that it was shown.
        if note.clock != .unset, isOver(note.exp, at: now) { return [.acknowledge(note.id)] }
        return show(message, note.id, rev: note.rev, isDone: acknowledgesShown, isObserved: isObserved(topic))
      case .down(_, .withdraw):
        let id = try DocumentCodec.decode(WithdrawMessage.self, from: payload).id
        return show(message, id, rev: 1, isDone: acknowledgesShown, isObserved: isObserved(topic))
      case .down(_, .msg):
        let sent = try DocumentCodec.decode(MessageFromDevice.self, from: payload)
        let answer = sent.re.map { [Step.answer(.message(sent), to: $0)] } ?? []
        let isOver = isOver(sent.exp, at: now)
        if sent.kind.isKept {
          return isOver
            ? [.acknowledge(sent.id, .expired)]
            : show(message, sent.id, rev: 1, isDone: false, isObserved: isObserved(topic)) + answer
        }
        // Now or never: nobody waits for its ack.
        return isOver ? [] : show(message, sent.id, rev: 1, isDone: nil, isObserved: true) + answer
      case .down(_, .ack):
        let ack = try DocumentCodec.decode(Ack.self, from: payload)
        return [.handOver(message)] + (ack.re.map { [.answer(.ack(ack), to: $0)] } ?? [])
      case .down(_, .reply):
        let reply = try DocumentCodec.decode(MessageReply.self, from: payload)
        return [.handOver(message), .answer(.reply(reply), to: reply.re)]
      default:
        return topic.isRetained && !hold(message) ? [] : [.handOver(message)]
      }
    } catch {
      unreadableCount += 1
      // The next one waits for it.
      guard case .down(_, .msg) = topic, let id = DocumentCodec.messageID(in: payload) else { return [] }
      return [.acknowledge(id, error.code)]
    }
  }

  /// What a device's clock may be wrong by.
  private static let skewSeconds: Int64 = 120

  private func isOver(_ end: EpochSeconds, at now: EpochSeconds) -> Bool {
    end.advanced(by: Self.skewSeconds) < now
  }

  /// - Parameter isDone: acknowledged once it is handed over; `false`: the app says when; `nil`: never.
  private mutating func show(
    _ message: ClientMessage, _ id: MessageID, rev: Int, isDone: Bool?, isObserved: Bool
  ) -> [Step] {
    if let seen = seen[id], rev <= seen.rev, !seen.isMissed {
      return seen.code.map { [.acknowledge(id, $0)] } ?? []
    }
    guard isObserved else { return [] }
    remember(id, Seen(rev: rev, code: isDone == true ? .accepted : nil))
    return [.handOver(message)] + (isDone == true ? [.acknowledge(id)] : [])
  }

  private mutating func remember(_ id: MessageID, _ what: Seen) {
    if seen.updateValue(what, forKey: id) == nil { seenOrder.append(id) }
    if seenOrder.count > Self.shownMax { seen[seenOrder.removeFirst()] = nil }
  }

  /// The app has it, or cannot read it.
  mutating func acknowledged(_ id: MessageID, _ code: AckCode = .accepted) {
    remember(id, Seen(rev: seen[id]?.rev ?? 1, code: code))
  }

  /// The app never got it, or could not store it.
  mutating func missed(_ id: MessageID) {
    if seen[id]?.code == nil { seen[id]?.isMissed = true }
  }

  /// `false`: there is no room.
  private mutating func hold(_ message: ClientMessage) -> Bool {
    unconfirmed.remove(message.topic)
    if message.payload.isEmpty {
      retained[message.topic] = nil
    } else if retained[message.topic] != nil || retained.count < Self.topicsMax {
      retained[message.topic] = message.payload
    } else {
      unreadableCount += 1
      return false
    }
    return true
  }

  /// The broker did not keep the session: what was emptied meanwhile was not told.
  mutating func doubt() { unconfirmed = Set(retained.keys) }

  var isInDoubt: Bool { !unconfirmed.isEmpty }

  func isUnconfirmed(_ topic: Topic) -> Bool { unconfirmed.contains(topic) }

  /// What the broker has not said again is gone.
  mutating func forgetUnconfirmed() -> [ClientMessage] {
    defer { unconfirmed = [] }
    for topic in unconfirmed { retained[topic] = nil }
    return unconfirmed.map { ClientMessage(topic: $0, payload: []) }
  }

  func document<D: Document>(_ topic: Topic) -> D? {
    retained[topic].flatMap { try? DocumentCodec.decode(D.self, from: $0) }
  }
}

/// A message of the contract, as it came.
public struct ClientMessage: Sendable, Hashable {
  /// Where.
  public var topic: Topic
  /// Empty: what the topic stood for is gone.
  public var payload: [UInt8]
}

/// The bridge's answer to a question.
public enum ClientAnswer: Sendable, Hashable {
  /// What was asked for.
  case reply(MessageReply)
  /// Taken; nothing is to be told.
  case ack(Ack)
  /// Another device's answer to an interactive message.
  case message(MessageFromDevice)
}
