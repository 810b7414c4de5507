import BridgeConfig
import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes

// Everything that was counted, as one document. Each name of the table is asked for, so that none can be forgotten.
extension Hub {
  /// Before they are published the machine is asked what only it knows.
  mutating func oweCounters() {
    guard !owesCounters else { return }
    owesCounters = true
    turn.errands.append(.survey)
  }

  mutating func publishCounters(_ survey: Survey) {
    owesCounters = false
    guard line.isOnline else { return }
    var rendered: [Outgoing] = []
    for failure in renderer.bridgeCounters(counters(survey), at: now, into: &rendered) {
      log.error("\(failure)")
    }
    for document in rendered { retained.put(document.publication) }
  }

  private func counters(_ survey: Survey) -> BridgeCounters {
    var document = renderer.emptyCounters(at: now)
    for name in BridgeCount.allCases { document.counts[name.rawValue] = count(name, survey) }
    for name in BridgeCountBy.allCases {
      document.by[name.rawValue] = counts(by: name).filter { $0.value > 0 }
    }
    for name in BridgeGauge.allCases { document.gauges[name.rawValue] = gauge(name, survey) }
    return document
  }

  private func count(_ name: BridgeCount, _ survey: Survey) -> Int? {
    switch name {
    case .messages: Int(clamping: tally.formerMessages + devices.messages)
    case .unrouted: Int(clamping: tally.formerUnrouted + devices.unrouted)
    case .tooLarge: tally.tooLarge
    case .readings: Int(clamping: garden.counters.readings)
    case .commands: tally.commands
    case .notifications: Int(clamping: garden.counters.notifications)
    case .heldByBudget: Int(clamping: garden.counters.heldByBudget)
    case .rateLimited: Int(clamping: garden.counters.rateLimited)
    case .undeliverable: Int(clamping: undeliverable)
    case .outboxPosted: Int(clamping: outbox.counts.posted)
    case .outboxSent: Int(clamping: outbox.counts.sent)
    case .outboxResent: Int(clamping: outbox.counts.resent)
    case .outboxConfirmed: Int(clamping: outbox.counts.confirmed)
    case .outboxUnconfirmed: Int(clamping: outbox.counts.unconfirmed)
    case .outboxDropped: Int(clamping: outbox.counts.dropped)
    case .logOmitted: survey.omittedLines
    case .storeTransactions: durability.transactions
    case .storeRows: durability.rows
    case .storeFailures: durability.failures
    case .historyRows: Int(clamping: history.total.written)
    case .historyDropped: Int(clamping: history.total.dropped) + durability.historyDropped
    case .historyReplaced: Int(clamping: history.total.replaced)
    case .waterings: tally.waterings
    case .writtenBytes: survey.writtenBytes
    case .brokerConnects: tally.brokerConnects
    }
  }

  private func counts(by name: BridgeCountBy) -> [String: Int] {
    switch name {
    case .refusals:
      Self.words(Refusal.allCases) {
        Self.word($0.name)
      } count: {
        Int(clamping: refusals($0))
      }
    case .reminders:
      Self.words(GardenCounters.Fate.allCases) {
        $0.rawValue
      } count: {
        Int(clamping: garden.counters.reminders[$0] ?? 0)
      }
    case .answers:
      Self.words(AckCode.allCases) {
        $0.rawValue
      } count: {
        tally.answers[$0] ?? 0
      }
    case .ignored:
      Self.words(CommandDecoder.Ignored.Reason.allCases) {
        $0.word
      } count: {
        tally.ignored[$0] ?? 0
      }
    case .leaseEvents:
      Self.words(LeaseEvent.Kind.allCases) {
        $0.rawValue
      } count: {
        tally.leaseEvents[$0] ?? 0
      }
    case .leasesEnded:
      Self.words(WateringRecord.End.allCases) {
        ActivityEnding($0).rawValue
      } count: {
        tally.leasesEnded[$0] ?? 0
      }
    case .questions:
      Self.words(QuestionOutcome.allCases) {
        $0.rawValue
      } count: {
        tally.questions[$0] ?? 0
      }
    }
  }

  private func refusals(_ why: Refusal) -> UInt64 { garden.counters.refusals[Int(why.rawValue)] }

  private static func words<Word>(
    _ words: [Word], _ text: (Word) -> String, count: (Word) -> Int
  ) -> [String: Int] {
    Dictionary(words.map { (text($0), count($0)) }) { $0 + $1 }
  }

  /// `not a number` as it is written in documents: `not_a_number`.
  private static func word(_ name: StaticString) -> String {
    String("\(name)".map { $0 == " " ? "_" : $0 })
  }

  private func gauge(_ name: BridgeGauge, _ survey: Survey) -> Double? {
    switch name {
    case .brokerConnected: line.isOnline ? 1 : 0
    case .brokerConnectedSince: line.isOnline ? tally.connectedSince.map { Double($0.wall.seconds) } : nil
    case .brokerVersion: line.isOnline ? tally.brokerVersion.map(Double.init) : nil
    case .clockSet: now.isWallTrusted ? 1 : 0
    case .storeDurable: durability.isDurable ? 1 : 0
    case .otherBridge: rivals.rival == nil ? 0 : 1
    case .outboxWaiting: Double(outbox.waitingCount)
    case .outboxAwaiting: Double(outbox.awaitingCount)
    case .retainedWaiting: Double(retained.count)
    case .plants: Double(garden.plan.plants.count)
    case .plantsDry: Double(garden.plantCount(.low))
    case .plantsUnknown: Double(garden.plantCount(.unknown))
    case .remindersOpen: Double(garden.openReminderCount)
    case .sensors: Double(garden.plan.sensors.count)
    case .sensorsSilent: Double(garden.silentSensorCount(at: now))
    case .leasesOpen: Double(garden.memory.leases.count { $0.phase != .closed })
    case .residentBytes: survey.residentBytes.map(Double.init)
    case .privateBytes: survey.privateBytes.map(Double.init)
    }
  }
}
