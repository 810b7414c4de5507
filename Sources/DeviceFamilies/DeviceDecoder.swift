package import GardenCore
package import MQTTTypes
package import PayloadJSON

/// Reads the messages of one configured device. Made once per binding from the config; called for each message.
///
/// A decoder knows no clock and does no IO: the same messages in the same order give the same items. Most remember
/// nothing from one message to the next; what a family must remember (the names of a birth, a parent's state) is
/// bounded. It allocates nothing for a message that carries only known fields, never traps on any bytes, and never
/// makes a number out of what is none.
package protocol DeviceDecoder: Sendable {
  /// What to subscribe to. A message arrives with the position of the source whose filter it matched.
  var sources: [DeviceSource] { get }

  /// Appends what the message says. A message that is not about this device (one topic may carry many) appends nothing.
  mutating func decode(
    _ payload: PayloadReader, source: Int, context: DecodeContext, into items: inout [DecodedItem])

  /// What to send when a message ended in ``DecodedItem/asks``: the device is asked to say all it has.
  var question: MQTTPublication? { get }
}

extension DeviceDecoder {
  package var question: MQTTPublication? { nil }
}

/// A topic filter that a device speaks on.
package struct DeviceSource: Sendable, Hashable {
  package var filter: TopicFilter
  package init(filter: TopicFilter) { self.filter = filter }
}

/// What a decoder may know beside the bytes.
package struct DecodeContext: Sendable {
  /// When the message arrived.
  package var arrival: Timestamp
  package var wasRetained: Bool
  /// For times that come without a zone (Tasmota `Time`, rtl_433 `time`).
  package var calendar: SiteCalendar
  package init(arrival: Timestamp, wasRetained: Bool, calendar: SiteCalendar) {
    self.arrival = arrival
    self.wasRetained = wasRetained
    self.calendar = calendar
  }
}

/// One thing that a message said. Plain bits.
package enum DecodedItem: Sendable, Hashable {
  /// Canonical unit, finite, calibrated; not yet checked for plausibility. `raw`: before calibration.
  case value(Quantity, Double, raw: Double?, measuredAt: Timestamp?, mayBeCached: Bool)
  /// A field (or, with `nil`, the whole message) that belongs to this device and is no value.
  case refused(Quantity?, Refusal)
  case online(Bool)
  case batteryLow(Bool)
  /// The device says that the probe of this quantity is broken: it has no value, whatever stands there.
  case fault(Quantity, DeviceWord)
  /// The device's own alarm, beside values that stand; `nil`: it is over.
  case alarm(DeviceWord?)
  /// An alarm's word that is no alarm by itself: a device's usual one, or one that nobody knows (``UsualWords``).
  case said(OwnWord)
  /// Whether the device is fed from outside.
  case supply(isExternal: Bool)
  case valve(ValveReport)
  /// A thermostat's setpoint, °C.
  case setpoint(Double)
  /// What an interlock's topic says; `nil`: neither of its words.
  case interlock(blocks: Bool?)
  /// The message cannot be understood without more: ``DeviceDecoder/question`` is to be sent. A decoder asks no more
  /// than once in ten seconds of ``DecodeContext/arrival``.
  case asks
}

/// A device that can be told something.
package protocol DeviceDriver: DeviceDecoder {
  /// Whether ``publications(for:)`` of an open command makes the device close by itself.
  var hasDeviceTimer: Bool { get }
  /// The longest run that one open command can set on the device. A longer run is an open that is repeated in time, which the
  /// device takes as a new run; `nil`: no bound that a run could reach.
  var timerMax: Duration? { get }
  /// Its reports can say how much water flows or has flowed.
  var canReportFlow: Bool { get }
  /// It may be told a few things a day, and hears them after its next uplink.
  var hearsRarely: Bool { get }
  /// The family's own messages for a command, in order; never retained. Empty where the device cannot do it.
  func publications(for action: ActuatorCommand.Action) -> [MQTTPublication]
  /// The same at a time, for families whose messages must say when they were made.
  func publications(for action: ActuatorCommand.Action, at time: Timestamp) -> [MQTTPublication]
}

extension DeviceDriver {
  package var timerMax: Duration? { nil }
  package var canReportFlow: Bool { false }
  package var hearsRarely: Bool { false }

  package func publications(for action: ActuatorCommand.Action, at time: Timestamp) -> [MQTTPublication] {
    publications(for: action)
  }
}
