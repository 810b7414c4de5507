/// One number of ``BridgeCounters``: the table from which the bridge fills it, `/metrics` is printed and the protocol's page is checked.
public struct BridgeMetric: Sendable, Hashable {
  /// Which of the document's three parts it stands in.
  public enum Kind: Sendable, Hashable {
    /// Only rises: ``BridgeCounters/counts``.
    case count
    /// Only rises, split by a word that is called `label`: ``BridgeCounters/by``.
    case countBy(label: String)
    /// Rises and falls: ``BridgeCounters/gauges``.
    case gauge
  }

  /// `[a-z_]+`. Its last words are the unit, where it has one.
  public var name: String
  /// Rising or not, split or not.
  public var kind: Kind
  /// One line of English.
  public var help: String

  /// Every one there is, in the order in which they are shown.
  public static let all: [BridgeMetric] =
    BridgeCount.allCases.map { BridgeMetric(name: $0.rawValue, kind: .count, help: $0.help) }
    + BridgeCountBy.allCases.map {
      BridgeMetric(name: $0.rawValue, kind: .countBy(label: $0.label), help: $0.help)
    }
    + BridgeGauge.allCases.map { BridgeMetric(name: $0.rawValue, kind: .gauge, help: $0.help) }
}

/// Names in ``BridgeCounters/counts``.
public enum BridgeCount: String, Sendable, Hashable, CaseIterable {
  /// Messages of sensors and actuators.
  case messages
  /// Messages under our subscriptions that concern no configured device.
  case unrouted
  /// Messages larger than 64 KiB, which were not read.
  case tooLarge = "too_large"
  /// Readings that were accepted.
  case readings
  /// Messages of phones, pages and other devices of the contract.
  case commands
  /// Notifications to people.
  case notifications
  /// Times that a person's notifications for the day were used up.
  case heldByBudget = "held_by_budget"
  /// Commands and questions over a device's rate.
  case rateLimited = "rate_limited"
  /// Documents that could not be made, or did not fit their device.
  case undeliverable
  /// Documents for devices that were put into the outbox.
  case outboxPosted = "outbox_posted"
  /// Documents of the outbox that the broker acknowledged.
  case outboxSent = "outbox_sent"
  /// Documents sent again: after a restart, a broken link, or without the device's ack.
  case outboxResent = "outbox_resent"
  /// Documents that their device acknowledged.
  case outboxConfirmed = "outbox_confirmed"
  /// Documents that the broker had and their device never acknowledged.
  case outboxUnconfirmed = "outbox_unconfirmed"
  /// Documents that expired unsent or had no room in the outbox.
  case outboxDropped = "outbox_dropped"
  /// Transactions of the state's database.
  case storeTransactions = "store_transactions"
  /// Changes written to the state's database.
  case storeRows = "store_rows"
  /// Failed writes to a database.
  case storeFailures = "store_failures"
  /// Readings written to the history.
  case historyRows = "history_rows"
  /// Readings that the history lost: it could not be written, or was over its size.
  case historyDropped = "history_dropped"
  /// Readings replaced by another of the same second.
  case historyReplaced = "history_replaced"
  /// Waterings recorded in the history.
  case waterings
  /// Bytes that the process caused to be written to disks.
  case writtenBytes = "written_bytes"
  /// Connections made to the broker.
  case brokerConnects = "broker_connects"
  /// Log lines left out by the rate limit.
  case logOmitted = "log_omitted"

  /// One line of English.
  public var help: String {
    switch self {
    case .messages: "Messages of sensors and actuators"
    case .unrouted: "Messages under our subscriptions that concern no configured device"
    case .tooLarge: "Messages larger than 64 KiB, which were not read"
    case .readings: "Readings that were accepted"
    case .commands: "Messages of phones, pages and other devices of the contract"
    case .notifications: "Notifications to people"
    case .heldByBudget: "Times that a person's notifications for the day were used up"
    case .rateLimited: "Commands and questions over a device's rate"
    case .undeliverable: "Documents that could not be made, or did not fit their device"
    case .outboxPosted: "Documents for devices that were put into the outbox"
    case .outboxSent: "Documents of the outbox that the broker acknowledged"
    case .outboxResent:
      "Documents sent again: after a restart, a broken link, or without the device's ack"
    case .outboxConfirmed: "Documents that their device acknowledged"
    case .outboxUnconfirmed: "Documents that the broker had and their device never acknowledged"
    case .outboxDropped: "Documents that expired unsent or had no room in the outbox"
    case .storeTransactions: "Transactions of the state's database"
    case .storeRows: "Changes written to the state's database"
    case .storeFailures: "Failed writes to a database"
    case .historyRows: "Readings written to the history"
    case .historyDropped: "Readings that the history lost: it could not be written, or was over its size"
    case .historyReplaced: "Readings replaced by another of the same second"
    case .waterings: "Waterings recorded in the history"
    case .writtenBytes: "Bytes that the process caused to be written to disks"
    case .brokerConnects: "Connections made to the broker"
    case .logOmitted: "Log lines left out by the rate limit"
    }
  }
}

/// Names in ``BridgeCounters/by``.
public enum BridgeCountBy: String, Sendable, Hashable, CaseIterable {
  /// Readings that were rejected.
  case refusals
  /// Reminders by what became of them.
  case reminders
  /// Acks to devices.
  case answers
  /// Messages of devices that were neither acted on nor answered.
  case ignored
  /// Lines of the lease log: runs of water and heat granted, commands sent, troubles, proofs.
  case leaseEvents = "lease_events"
  /// Runs of water that are over.
  case leasesEnded = "leases_ended"
  /// Questions for the history.
  case questions

  /// What the words are.
  public var label: String {
    switch self {
    case .refusals, .ignored: "reason"
    case .reminders: "outcome"
    case .answers: "code"
    case .leaseEvents: "event"
    case .leasesEnded: "end"
    case .questions: "outcome"
    }
  }

  /// One line of English.
  public var help: String {
    switch self {
    case .refusals: "Readings that were rejected"
    case .reminders: "Reminders by what became of them"
    case .answers: "Acks to devices"
    case .ignored: "Messages of devices that were neither acted on nor answered"
    case .leaseEvents:
      "Lines of the lease log: runs of water and heat granted, commands sent, troubles, proofs"
    case .leasesEnded: "Runs of water that are over"
    case .questions: "Questions for the history"
    }
  }
}

/// Names in ``BridgeCounters/gauges``.
public enum BridgeGauge: String, Sendable, Hashable, CaseIterable {
  /// 1 while the link to the broker is up.
  case brokerConnected = "broker_connected"
  /// Since when it is up, seconds since 1970; not there while it is down.
  case brokerConnectedSince = "broker_connected_since_seconds"
  /// 5, or 3 for MQTT 3.1.1; not there while the link is down.
  case brokerVersion = "broker_mqtt_version"
  /// 1 while the bridge's own clock can be believed.
  case clockSet = "clock_set"
  /// 1 while everything that was promised is on the disk.
  case storeDurable = "store_durable"
  /// 1 while another bridge is heard on the same topics.
  case otherBridge = "other_bridge"
  /// Documents for devices that the broker has not acknowledged.
  case outboxWaiting = "outbox_waiting"
  /// Documents for devices that the broker has and their device has not acknowledged.
  case outboxAwaiting = "outbox_awaiting"
  /// Retained documents that have not left.
  case retainedWaiting = "retained_waiting"
  /// Plants in the config.
  case plants
  /// Plants below their dry limit.
  case plantsDry = "plants_dry"
  /// Plants of which nobody knows how moist they are.
  case plantsUnknown = "plants_unknown"
  /// Open matters.
  case remindersOpen = "reminders_open"
  /// Sensors in the config.
  case sensors
  /// Sensors that are silent, unreadable or offline.
  case sensorsSilent = "sensors_silent"
  /// Valves that are open, or not proved closed.
  case leasesOpen = "leases_open"
  /// Resident memory of the process.
  case residentBytes = "resident_bytes"
  /// Of it what is neither a file nor shared.
  case privateBytes = "private_bytes"

  /// One line of English.
  public var help: String {
    switch self {
    case .brokerConnected: "1 while the link to the broker is up"
    case .brokerConnectedSince: "Since when it is up, seconds since 1970; not there while it is down"
    case .brokerVersion: "5, or 3 for MQTT 3.1.1; not there while the link is down"
    case .clockSet: "1 while the bridge's own clock can be believed"
    case .storeDurable: "1 while everything that was promised is on the disk"
    case .otherBridge: "1 while another bridge is heard on the same topics"
    case .outboxWaiting: "Documents for devices that the broker has not acknowledged"
    case .outboxAwaiting: "Documents for devices that the broker has and their device has not acknowledged"
    case .retainedWaiting: "Retained documents that have not left"
    case .plants: "Plants in the config"
    case .plantsDry: "Plants below their dry limit"
    case .plantsUnknown: "Plants of which nobody knows how moist they are"
    case .remindersOpen: "Open matters"
    case .sensors: "Sensors in the config"
    case .sensorsSilent: "Sensors that are silent, unreadable or offline"
    case .leasesOpen: "Valves that are open, or not proved closed"
    case .residentBytes: "Resident memory of the process"
    case .privateBytes: "Of it what is neither a file nor shared"
    }
  }
}
