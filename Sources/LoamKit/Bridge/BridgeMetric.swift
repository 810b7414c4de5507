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
  /// Messages received from sensors and actuators.
  case messages
  /// Messages received on topics of no configured device.
  case unrouted
  /// Messages left unread because they were larger than 64 KiB.
  case tooLarge = "too_large"
  /// Readings that were accepted.
  case readings
  /// Messages received from people's devices, such as phones, pages and displays.
  case commands
  /// Notifications sent to people.
  case notifications
  /// Times that somebody's daily limit of notifications was reached.
  case heldByBudget = "held_by_budget"
  /// Commands and questions refused because a device sent too many at once.
  case rateLimited = "rate_limited"
  /// Documents not sent because they could not be made, or were too large for their device.
  case undeliverable
  /// Documents put into the outbox, to be sent to devices.
  case outboxPosted = "outbox_posted"
  /// Documents sent from the outbox and acknowledged by the broker.
  case outboxSent = "outbox_sent"
  /// Documents sent again, after a restart or a lost connection or because no ack came from the device.
  case outboxResent = "outbox_resent"
  /// Documents sent from the outbox and acknowledged by their device.
  case outboxConfirmed = "outbox_confirmed"
  /// Documents sent from the outbox that their device never acknowledged.
  case outboxUnconfirmed = "outbox_unconfirmed"
  /// Documents not sent because they expired or the outbox was full.
  case outboxDropped = "outbox_dropped"
  /// Transactions of the database that holds the state.
  case storeTransactions = "store_transactions"
  /// Changes written to the database that holds the state.
  case storeRows = "store_rows"
  /// Writes to a database that failed.
  case storeFailures = "store_failures"
  /// Readings written to the history.
  case historyRows = "history_rows"
  /// Readings not kept because the history could not be written, or was full.
  case historyDropped = "history_dropped"
  /// Readings of the history replaced by another from the same second.
  case historyReplaced = "history_replaced"
  /// Waterings recorded in the history.
  case waterings
  /// Bytes that the bridge has written to disk.
  case writtenBytes = "written_bytes"
  /// Connections made to the broker.
  case brokerConnects = "broker_connects"
  /// Log lines left out by the rate limit.
  case logOmitted = "log_omitted"

  /// One line of English.
  public var help: String {
    switch self {
    case .messages: "Messages received from sensors and actuators"
    case .unrouted: "Messages received on topics of no configured device"
    case .tooLarge: "Messages left unread because they were larger than 64 KiB"
    case .readings: "Readings that were accepted"
    case .commands: "Messages received from people's devices, such as phones, pages and displays"
    case .notifications: "Notifications sent to people"
    case .heldByBudget: "Times that somebody's daily limit of notifications was reached"
    case .rateLimited: "Commands and questions refused because a device sent too many at once"
    case .undeliverable:
      "Documents not sent because they could not be made, or were too large for their device"
    case .outboxPosted: "Documents put into the outbox, to be sent to devices"
    case .outboxSent: "Documents sent from the outbox and acknowledged by the broker"
    case .outboxResent:
      "Documents sent again, after a restart or a lost connection or because no ack came from the device"
    case .outboxConfirmed: "Documents sent from the outbox and acknowledged by their device"
    case .outboxUnconfirmed: "Documents sent from the outbox that their device never acknowledged"
    case .outboxDropped: "Documents not sent because they expired or the outbox was full"
    case .storeTransactions: "Transactions of the database that holds the state"
    case .storeRows: "Changes written to the database that holds the state"
    case .storeFailures: "Writes to a database that failed"
    case .historyRows: "Readings written to the history"
    case .historyDropped: "Readings not kept because the history could not be written, or was full"
    case .historyReplaced: "Readings of the history replaced by another from the same second"
    case .waterings: "Waterings recorded in the history"
    case .writtenBytes: "Bytes that the bridge has written to disk"
    case .brokerConnects: "Connections made to the broker"
    case .logOmitted: "Log lines left out by the rate limit"
    }
  }
}

/// Names in ``BridgeCounters/by``.
public enum BridgeCountBy: String, Sendable, Hashable, CaseIterable {
  /// Readings that were rejected.
  case refusals
  /// Changes of reminders, such as opened, sent or done.
  case reminders
  /// Acks sent to devices.
  case answers
  /// Messages from devices that were ignored without an answer.
  case ignored
  /// Entries in the log of leases, such as runs granted, commands sent, troubles and proofs.
  case leaseEvents = "lease_events"
  /// Waterings that have ended.
  case leasesEnded = "leases_ended"
  /// Questions that devices asked about the history.
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
    case .reminders: "Changes of reminders, such as opened, sent or done"
    case .answers: "Acks sent to devices"
    case .ignored: "Messages from devices that were ignored without an answer"
    case .leaseEvents:
      "Entries in the log of leases, such as runs granted, commands sent, troubles and proofs"
    case .leasesEnded: "Waterings that have ended"
    case .questions: "Questions that devices asked about the history"
    }
  }
}

/// Names in ``BridgeCounters/gauges``.
public enum BridgeGauge: String, Sendable, Hashable, CaseIterable {
  /// 1 while the bridge is connected to the broker, else 0.
  case brokerConnected = "broker_connected"
  /// When the bridge last connected to the broker, in seconds since 1970; absent while it is not connected.
  case brokerConnectedSince = "broker_connected_since_seconds"
  /// Version of MQTT in use, 5 or 3 (3.1.1); absent while the bridge is not connected.
  case brokerVersion = "broker_mqtt_version"
  /// 1 while the bridge's clock is known to be set, else 0.
  case clockSet = "clock_set"
  /// 1 while everything that must survive a restart is on the disk, else 0.
  case storeDurable = "store_durable"
  /// 1 while another bridge is heard on the same topics, else 0.
  case otherBridge = "other_bridge"
  /// Documents in the outbox that the broker has not acknowledged yet.
  case outboxWaiting = "outbox_waiting"
  /// Documents that the broker has received and their device has not acknowledged yet.
  case outboxAwaiting = "outbox_awaiting"
  /// Retained documents that are still to be sent.
  case retainedWaiting = "retained_waiting"
  /// Plants in the config.
  case plants
  /// Plants below their dry limit.
  case plantsDry = "plants_dry"
  /// Plants whose soil moisture is unknown.
  case plantsUnknown = "plants_unknown"
  /// Reminders that are open now.
  case remindersOpen = "reminders_open"
  /// Sensors in the config.
  case sensors
  /// Sensors that are silent, unreadable or offline.
  case sensorsSilent = "sensors_silent"
  /// Valves that are open, or not yet proved to be closed.
  case leasesOpen = "leases_open"
  /// Resident memory of the process.
  case residentBytes = "resident_bytes"
  /// Part of the resident memory that is the process's own: no files and nothing shared.
  case privateBytes = "private_bytes"

  /// One line of English.
  public var help: String {
    switch self {
    case .brokerConnected: "1 while the bridge is connected to the broker, else 0"
    case .brokerConnectedSince:
      "When the bridge last connected to the broker, in seconds since 1970; absent while it is not connected"
    case .brokerVersion: "Version of MQTT in use, 5 or 3 (3.1.1); absent while the bridge is not connected"
    case .clockSet: "1 while the bridge's clock is known to be set, else 0"
    case .storeDurable: "1 while everything that must survive a restart is on the disk, else 0"
    case .otherBridge: "1 while another bridge is heard on the same topics, else 0"
    case .outboxWaiting: "Documents in the outbox that the broker has not acknowledged yet"
    case .outboxAwaiting: "Documents that the broker has received and their device has not acknowledged yet"
    case .retainedWaiting: "Retained documents that are still to be sent"
    case .plants: "Plants in the config"
    case .plantsDry: "Plants below their dry limit"
    case .plantsUnknown: "Plants whose soil moisture is unknown"
    case .remindersOpen: "Reminders that are open now"
    case .sensors: "Sensors in the config"
    case .sensorsSilent: "Sensors that are silent, unreadable or offline"
    case .leasesOpen: "Valves that are open, or not yet proved to be closed"
    case .residentBytes: "Resident memory of the process"
    case .privateBytes: "Part of the resident memory that is the process's own: no files and nothing shared"
    }
  }
}
