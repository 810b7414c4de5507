package import GardenCore
package import LoamKit

/// What became of a command, to its sender.
extension Renderer {
  func acknowledge(_ outcome: Outcome, at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable] {
    do throws(DocumentError) {
      var ack = Ack(
        re: try messageID(outcome.id), code: Self.code(outcome.code), ts: moment(now.wall),
        why: outcome.why.map(why),
        by: outcome.by.flatMap { DeviceName($0) })
      try describe(outcome.detail, in: &ack, at: now)
      // Nothing rests on these two: who asks again is told again.
      let isPassing = outcome.code == .forbidden || outcome.code == .rateLimited
      return send(
        ack, Handling(outcome.device, .ack, isDurable: !isPassing), .ack, until: now.wall + .days(1), at: now,
        into: &outgoing)
    } catch {
      return failed(DeviceName(outcome.device).map { .down($0, .ack) }, outcome.device, error)
    }
  }

  /// What could not be answered, for the author of the program that asked.
  package func refusal(of head: CommandHead, _ error: DocumentError, at now: Moment) -> [Outgoing] {
    var outgoing: [Outgoing] = []
    guard let re = MessageID(head.id.description) else { return [] }
    let ack = Ack(
      re: re, code: error.code, ts: moment(now.wall), message: Shortening.name(error.message, 120),
      field: error.pointer.isEmpty ? nil : Shortening.name(error.pointer, 64))
    _ = send(
      ack, Handling(head.device, .ack, isDurable: false), .ack, until: now.wall + .days(1), at: now,
      into: &outgoing)
    return outgoing
  }

  private func describe(_ detail: Outcome.Detail, in ack: inout Ack, at now: Moment)
    throws(DocumentError)
  {
    switch detail {
    case .none: break
    case .plant(let id, let last, let next):
      ack.plant = .init(
        id: try name(SubjectName.self, id), lastDate: moment(last), nextDate: moment(next.date(at: now.wall)),
        nextBecause: Self.word(next.because))
    case .control(let id, let value, let requested, let revision, let range, let step):
      ack.control = .init(
        id: try name(ControlName.self, id), value: value, requested: requested, rev: revision,
        min: range.lowerBound, max: range.upperBound, step: step)
    case .activity(let id): ack.activity = try messageID(id)
    case .reachability(let reachability): ack.reachability = word(reachability)
    case .glances(let left): ack.left = left
    case .stored(let bytes): ack.next = bytes
    }
  }

  /// A word that the contract does not have is another reason; a test knows that there is none.
  func why(_ reason: Reason) -> Why {
    let isMeasured = (reason.asked ?? reason.used ?? reason.most) != nil
    func figure(_ value: Double?) -> Double? { Measure.number(value, digits: 2, in: 0...1e9) }
    return Why(
      Why.Word(rawValue: reason.word.rawValue) ?? .other,
      name: reason.name.map { Shortening.name($0, 64, otherwise: reason.id ?? "?") },
      valve: reason.valve.flatMap { SubjectName($0) }, by: reason.by.flatMap { DeviceName($0) },
      unit: isMeasured ? (reason.isInLitres ? .litres : .seconds) : nil, asked: figure(reason.asked),
      used: figure(reason.used), most: figure(reason.most), until: reason.until.map(moment))
  }

  /// The word of a document for an outcome.
  package static func code(_ code: Outcome.Code) -> AckCode {
    switch code {
    case .accepted: .accepted
    case .duplicate: .duplicate
    case .alreadyDone: .alreadyDone
    case .queued: .queued
    case .badTime: .badTime
    case .badValue: .badValue
    case .badUnit: .badUnit
    case .outOfRange: .outOfRange
    case .offStep: .offStep
    case .conflict: .conflict
    case .stale: .stale
    case .expired: .expired
    case .unknownNote: .unknownNote
    case .unknownAction: .unknownAction
    case .unknownControl: .unknownControl
    case .unknownPlant: .unknownPlant
    case .forbidden: .forbidden
    case .rateLimited: .rateLimited
    case .refused: .refused
    case .busy: .busy
    case .delivered: .delivered
    case .cancelled: .cancelled
    case .notReachable: .notReachable
    case .unknownMessage: .unknownMessage
    }
  }
}
