import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes

/// What the loop counted since the start and nobody else keeps. Integers alone: they are made into a document once a minute.
struct Tally {
  var tooLarge = 0
  var commands = 0
  var waterings = 0
  private(set) var brokerConnects = 0
  /// Documents that did not fit what their device takes.
  private(set) var undeliverable: UInt64 = 0
  private(set) var connectedSince: (wall: Timestamp, uptime: Uptime)?
  private(set) var brokerVersion: Int?
  private(set) var answers: [AckCode: Int] = [:]
  private(set) var ignored: [CommandDecoder.Ignored.Reason: Int] = [:]
  private(set) var leaseEvents: [LeaseEvent.Kind: Int] = [:]
  private(set) var leasesEnded: [WateringRecord.End: Int] = [:]
  private(set) var questions: [QuestionOutcome: Int] = [:]

  mutating func connected(_ facts: LinkFacts, at now: Moment) {
    brokerConnects += 1
    connectedSince = (now.wall, now.uptime)
    brokerVersion = facts.version == .v5 ? 5 : 3
  }

  /// The clock is another.
  mutating func redate(at now: Moment) {
    guard let since = connectedSince?.uptime else { return }
    connectedSince = (now.wall - (now.uptime - since), since)
  }

  mutating func count(_ answer: AckCode) { answers[answer, default: 0] += 1 }
  mutating func count(_ reason: CommandDecoder.Ignored.Reason) { ignored[reason, default: 0] += 1 }
  mutating func count(_ event: LeaseEvent) { leaseEvents[event.kind, default: 0] += 1 }

  mutating func count(_ outcome: QuestionOutcome) { questions[outcome, default: 0] += 1 }

  mutating func count(_ watering: WateringRecord) {
    guard !watering.isCorrection else { return }
    waterings += 1
    if let end = watering.end { leasesEnded[end, default: 0] += 1 }
  }

  mutating func undelivered(_ failures: [Undeliverable], _ log: inout HubLog) {
    undeliverable &+= UInt64(failures.count)
    for failure in failures { log.warning("\(failure)") }
  }
}

/// What became of a question.
enum QuestionOutcome: String, CaseIterable {
  case answered
  case refused
  case busy
  case failed
  /// The answer came too late, or there was no broker to take it.
  case lost
}
