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
  /// The revision last handed over, of each notification; a withdrawal has 1.
  private var shown: [MessageID: Int] = [:]
  private var shownOrder: [MessageID] = []

  init(tree: TopicTree) { self.tree = tree }

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
        // A bridge without a clock counts from the arrival.
        let isOver = note.clock != .unset && note.exp < now
        return show(message, note.id, rev: note.rev, isOver: isOver, isObserved: isObserved(topic))
      case .down(_, .withdraw):
        let id = try DocumentCodec.decode(WithdrawMessage.self, from: payload).id
        return show(message, id, rev: 1, isOver: false, isObserved: isObserved(topic))
      case .down(_, .msg):
        let sent = try DocumentCodec.decode(MessageFromDevice.self, from: payload)
        // Now or never: nobody waits for the ack of another kind.
        let isKept = sent.kind == .guaranteed
        let steps = show(
          message, sent.id, rev: 1, isOver: sent.exp < now, isObserved: !isKept || isObserved(topic))
        return steps.filter { isKept || $0 == .handOver(message) }
          + (sent.re.map { [.answer(.message(sent), to: $0)] } ?? [])
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

  private mutating func show(
    _ message: ClientMessage, _ id: MessageID, rev: Int, isOver: Bool, isObserved: Bool
  ) -> [Step] {
    if isOver || shown[id].map({ rev <= $0 }) == true { return [.acknowledge(id)] }
    guard isObserved else { return [] }
    if shown.updateValue(rev, forKey: id) == nil { shownOrder.append(id) }
    if shownOrder.count > Self.shownMax { shown[shownOrder.removeFirst()] = nil }
    return [.handOver(message), .acknowledge(id)]
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
  ///
  /// - Returns: whether anything is in doubt.
  mutating func doubt() -> Bool {
    unconfirmed = Set(retained.keys)
    return !unconfirmed.isEmpty
  }

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
