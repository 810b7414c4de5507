/// How many messages of a device are heard: a rate for each device of the config, and one for all others, so that made-up names cost no
/// memory. Stops have a rate of their own, and so have the parts of blobs: a picture holds up no button.
struct CommandGate: Sendable, Hashable {
  private var gates: [DeviceID: RateGate] = [:]
  private var stopGates: [DeviceID: RateGate] = [:]
  private var partGates: [DeviceID: RateGate] = [:]
  /// What nobody answers has rates of its own: what a device has been shown, and its words about itself.
  private var unanswered: [Unread: RateGate] = [:]
  /// How many stops of a device are read when it sends far too many.
  private var stopsRead: [DeviceID: TokenBucket] = [:]
  /// What each device may have written, bytes: two blobs at once, sixteen a day.
  private var written: [DeviceID: TokenBucket] = [:]

  private struct Unread: Sendable, Hashable {
    var device: DeviceID
    var mail: Mail
  }

  /// Whether a message is read at all, before anything of it is: not if nothing would come of it. Costs next to nothing.
  ///
  /// - Parameter device: of the config, or let in; `nil`: all others, who share one rate.
  mutating func reads(_ mail: Mail, of device: DeviceID?, isStopped: Bool, _ turn: inout Turn) -> Bool {
    let id = device ?? AnsweredMemory.nobody
    let now = turn.now.uptime
    let isRead: Bool
    switch mail {
    case .command: isRead = gates[id]?.isShut(at: now) != true
    // What cannot be read of a part counts as any other message.
    case .part: isRead = gates[id]?.isShut(at: now) != true && partGates[id]?.isShut(at: now) != true
    case .question: isRead = gates[id]?.isShut(at: now) != true || partGates[id]?.isShut(at: now) == false
    case .receipt, .word:
      isRead = unanswered[Unread(device: id, mail: mail), default: mail.gate(at: now)].pass(at: now) == .open
    case .stop(let isAll):
      let bucket = TokenBucket(burst: 200, perSecond: 20, at: now)
      isRead = stopsRead[id, default: bucket].take(at: now) == 0 || isAll && !isStopped
    }
    if !isRead { turn.counters.rateLimited &+= 1 }
    return isRead
  }

  /// Counts one message of that device that would be answered, written or named in the log, before any of it happens.
  mutating func rate(of device: DeviceID, _ turn: inout Turn) -> RateGate.Verdict {
    let isKnown = turn.plan.device(device) != nil
    let now = turn.now.uptime
    let verdict = gates[isKnown ? device : AnsweredMemory.nobody, default: RateGate(at: now)].pass(at: now)
    if verdict != .open { turn.counters.rateLimited &+= 1 }
    if verdict == .closing {
      let subject = isKnown ? "device \(device)" : "unknown devices"
      turn.log(.warning, subject, "too many messages; more are not answered")
    }
    return verdict
  }

  mutating func passes(_ command: Command, _ turn: inout Turn) -> Bool {
    guard case .part(let head, let part) = command else { return passes(command.head, &turn) }
    return passesPart(head, bytes: part.bytes.count, &turn)
  }

  /// The same for a part of a blob, or a question for one. `count`: bytes to be written.
  mutating func passesPart(_ head: CommandHead, bytes count: Int, _ turn: inout Turn) -> Bool {
    guard turn.plan.device(head.device) != nil else { return passes(head, &turn) }
    let now = turn.now.uptime
    let verdict = partGates[head.device, default: RateGate(at: now)].pass(at: now)
    // Each part is a transaction, however small.
    let cost = count == 0 ? 0 : Double(max(count, 4096))
    let isOver =
      verdict == .open
      && written[head.device, default: Self.fullDay(at: now)].take(cost, at: now) > 0
    guard verdict != .open || isOver else { return true }
    turn.counters.rateLimited &+= 1
    if verdict != .closed { turn.effects.append(.acknowledge(head.outcome(.rateLimited))) }
    return false
  }

  private static func fullDay(at now: Uptime) -> TokenBucket {
    let blob = Double(4 << 20)
    return TokenBucket(burst: 2 * blob, perSecond: 16 * blob / 86_400, at: now)
  }

  /// The first that is too much is told so.
  mutating func passes(_ head: CommandHead, _ turn: inout Turn) -> Bool {
    let verdict = rate(of: head.device, &turn)
    if verdict == .closing { turn.effects.append(.acknowledge(head.outcome(.rateLimited))) }
    return verdict == .open
  }

  /// `false`: too many stops; this one acts, but without an answer.
  mutating func passesStop(_ head: CommandHead, _ turn: inout Turn) -> Bool {
    let now = turn.now.uptime
    if stopGates[head.device, default: RateGate(at: now)].pass(at: now) != .closed { return true }
    turn.counters.rateLimited &+= 1
    return false
  }
}

/// What kind of message it is, as its topic tells, and its first look.
package enum Mail: Sendable, Hashable {
  /// It has a rate, which is asked once it has been read.
  case command
  case part
  /// It may be one for a part.
  case question
  /// It was shown. After an absence these are as many as wait.
  case receipt
  /// What a device says of itself.
  case word
  /// It closes something, and its sender may ask that. One of these for all is read at any rate, unless everything is stopped.
  case stop(isAll: Bool)

  fileprivate func gate(at now: Uptime) -> RateGate {
    self == .receipt ? RateGate(burst: 400, perSecond: 20, at: now) : RateGate(at: now)
  }
}
