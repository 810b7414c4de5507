/// How many messages of a device are heard: a rate for each device of the config, and one for all others, so that made-up names cost no
/// memory. Stops have a rate of their own.
struct CommandGate: Sendable, Hashable {
  private var gates: [DeviceID: RateGate] = [:]
  private var stopGates: [DeviceID: RateGate] = [:]

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
