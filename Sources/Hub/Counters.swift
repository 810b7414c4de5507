import BridgeConfig
import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes

extension Renderer {
  /// Everything that was counted, as one document.
  func counters(of hub: borrowing Hub, _ survey: Hub.Survey, _ log: inout HubLog) -> [Outgoing] {
    var document = emptyCounters(at: hub.turn.now)
    document.fill(from: hub, survey)
    var rendered: [Outgoing] = []
    for failure in bridgeCounters(document, at: hub.turn.now, into: &rendered) { log.error("\(failure)") }
    return rendered
  }
}

// Each name of the table is asked for, so that none can be forgotten.
extension BridgeCounters {
  fileprivate mutating func fill(from hub: borrowing Hub, _ survey: Hub.Survey) {
    for name in BridgeCount.allCases { counts[name.rawValue] = Self.count(name, hub, survey) }
    for name in BridgeCountBy.allCases {
      by[name.rawValue] = Self.counts(by: name, hub.tally, hub.garden.counters).filter { $0.value > 0 }
    }
    for name in BridgeGauge.allCases { gauges[name.rawValue] = Self.gauge(name, hub, survey) }
  }

  private static func count(_ name: BridgeCount, _ hub: borrowing Hub, _ survey: Hub.Survey) -> Int? {
    switch name {
    case .messages: Int(clamping: hub.inbox.messages)
    case .unrouted: Int(clamping: hub.inbox.unrouted)
    case .tooLarge: hub.tally.tooLarge
    case .readings: Int(clamping: hub.garden.counters.readings)
    case .commands: hub.tally.commands
    case .notifications: Int(clamping: hub.garden.counters.notifications)
    case .heldByBudget: Int(clamping: hub.garden.counters.heldByBudget)
    case .rateLimited: Int(clamping: hub.garden.counters.rateLimited)
    case .undeliverable: Int(clamping: hub.tally.undeliverable)
    case .outboxPosted: Int(clamping: hub.outbox.counts.posted)
    case .outboxSent: Int(clamping: hub.outbox.counts.sent)
    case .outboxResent: Int(clamping: hub.outbox.counts.resent)
    case .outboxConfirmed: Int(clamping: hub.outbox.counts.confirmed)
    case .outboxUnconfirmed: Int(clamping: hub.outbox.counts.unconfirmed)
    case .outboxDropped: Int(clamping: hub.outbox.counts.dropped)
    case .logOmitted: survey.omittedLines
    case .storeTransactions: hub.durability.transactions
    case .storeRows: hub.durability.rows
    case .storeFailures: hub.durability.failures
    case .historyRows: Int(clamping: hub.durability.history.total.written)
    case .historyDropped: Int(clamping: hub.durability.history.total.dropped) + hub.durability.historyDropped
    case .historyReplaced: Int(clamping: hub.durability.history.total.replaced)
    case .waterings: hub.tally.waterings
    case .writtenBytes: survey.writtenBytes
    case .brokerConnects: hub.tally.brokerConnects
    }
  }

  private static func counts(
    by name: BridgeCountBy, _ tally: Tally, _ garden: GardenCounters
  ) -> [String: Int] {
    func words<Word>(_ words: [Word], _ text: (Word) -> String, _ count: (Word) -> Int?) -> [String: Int] {
      Dictionary(words.map { (text($0), count($0) ?? 0) }) { $0 + $1 }
    }
    return switch name {
    case .refusals:
      words(Refusal.allCases, { word($0.name) }, { Int(clamping: garden.refusals[Int($0.rawValue)]) })
    case .reminders:
      words(GardenCounters.Fate.allCases, \.rawValue) { Int(clamping: garden.reminders[$0] ?? 0) }
    case .answers: words(AckCode.allCases, \.rawValue) { tally.answers[$0] }
    case .ignored: words(CommandDecoder.Ignored.Reason.allCases, \.word) { tally.ignored[$0] }
    case .leaseEvents: words(LeaseEvent.Kind.allCases, \.rawValue) { tally.leaseEvents[$0] }
    case .leasesEnded:
      words(WateringRecord.End.allCases, { ActivityEnding($0).rawValue }, { tally.leasesEnded[$0] })
    case .questions: words(QuestionOutcome.allCases, \.rawValue) { tally.questions[$0] }
    }
  }

  /// `not a number` as it is written in documents: `not_a_number`.
  private static func word(_ name: StaticString) -> String {
    String("\(name)".map { $0 == " " ? "_" : $0 })
  }

  private static func gauge(_ name: BridgeGauge, _ hub: borrowing Hub, _ survey: Hub.Survey) -> Double? {
    switch name {
    case .brokerConnected: hub.line.isOnline ? 1 : 0
    case .brokerConnectedSince:
      hub.line.isOnline ? hub.tally.connectedSince.map { Double($0.wall.seconds) } : nil
    case .brokerVersion: hub.line.isOnline ? hub.tally.brokerVersion.map(Double.init) : nil
    case .clockSet: hub.turn.now.isWallTrusted ? 1 : 0
    case .storeDurable: hub.durability.isDurable ? 1 : 0
    case .otherBridge: hub.rivals.watch.rival == nil ? 0 : 1
    case .outboxWaiting: Double(hub.outbox.items.count - hub.outbox.awaitingCount)
    case .outboxAwaiting: Double(hub.outbox.awaitingCount)
    case .retainedWaiting: Double(hub.retained.count)
    case .plants: Double(hub.garden.plan.plants.count)
    case .plantsDry: Double(hub.garden.plantCount(.low))
    case .plantsUnknown: Double(hub.garden.plantCount(.unknown))
    case .remindersOpen: Double(hub.garden.openReminderCount)
    case .sensors: Double(hub.garden.plan.sensors.count)
    case .sensorsSilent: Double(hub.garden.silentSensorCount(at: hub.turn.now))
    case .leasesOpen: Double(hub.garden.memory.leases.count { $0.phase != .closed })
    case .residentBytes: survey.residentBytes.map(Double.init)
    case .privateBytes: survey.privateBytes.map(Double.init)
    }
  }
}
