import GardenCore
import GardenTopics
import LoamKit

/// What the loop counted since the start and nobody else keeps. Integers alone: they are made into a document once a minute.
struct Tally {
  var tooLarge = 0
  var commands = 0
  var waterings = 0
  private(set) var brokerConnects = 0
  /// Of intakes that a reload replaced.
  private(set) var formerMessages: UInt64 = 0
  private(set) var formerUnrouted: UInt64 = 0
  private(set) var connectedSince: (wall: Timestamp, uptime: Uptime)?
  var brokerVersion: Int?
  private(set) var answers: [AckCode: Int] = [:]
  private(set) var ignored: [CommandDecoder.Ignored.Reason: Int] = [:]
  private(set) var leaseEvents: [LeaseEvent.Kind: Int] = [:]
  private(set) var leasesEnded: [WateringRecord.End: Int] = [:]
  private(set) var questions: [Hub.QuestionOutcome: Int] = [:]

  mutating func connected(at now: Moment) {
    brokerConnects += 1
    connectedSince = (now.wall, now.uptime)
  }

  /// The clock is another.
  mutating func redate(at now: Moment) {
    guard let since = connectedSince?.uptime else { return }
    connectedSince = (now.wall - (now.uptime - since), since)
  }

  mutating func count(_ answer: AckCode) { answers[answer, default: 0] += 1 }
  mutating func count(_ reason: CommandDecoder.Ignored.Reason) { ignored[reason, default: 0] += 1 }
  mutating func count(_ event: LeaseEvent) { leaseEvents[event.kind, default: 0] += 1 }

  mutating func count(_ outcome: Hub.QuestionOutcome) { questions[outcome, default: 0] += 1 }

  mutating func count(_ watering: WateringRecord) {
    guard !watering.isCorrection else { return }
    waterings += 1
    if let end = watering.end { leasesEnded[end, default: 0] += 1 }
  }

  mutating func keep(_ intake: DeviceIntake) {
    formerMessages &+= intake.messages
    formerUnrouted &+= intake.unrouted
  }
}
