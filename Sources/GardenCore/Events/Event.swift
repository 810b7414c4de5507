/// Everything that can happen to the garden.
package enum Event: Sendable, Hashable {
  /// A sensor measured something.
  case reading(Reading)
  /// A message or a value of that sensor that is no reading. `quantity` nil: the whole message.
  case refused(SensorIndex, Quantity?, Refusal)
  /// The sensor's (or its gateway's) availability topic spoke.
  case availability(SensorIndex, isOnline: Bool)
  /// The broker refuses the subscription to one of the sensor's topics, or grants it again.
  case subscription(SensorIndex, isRefused: Bool)
  /// The sensor says that its battery is low, without a percentage.
  case batteryLow(SensorIndex, Bool)
  /// The device says in its own words that the probe of this quantity is broken, beside its value or in its place.
  case fault(SensorIndex, Quantity, DeviceWord)
  /// The device's own alarm, which takes no value back; `nil`: it is over.
  case alarm(SensorIndex, DeviceWord?)
  /// Whether the device is fed from outside: then what its battery says does not count.
  case supply(SensorIndex, isExternal: Bool)
  /// A person asks for something.
  case command(Command)
  /// A device acknowledged a notification, or that it was taken back (its ack).
  case shown(DeviceID, note: UniqueID, isRead: Bool = true)
  /// Others needed the place of what the device was to get: a notification that never left, or what must arrive and was not acknowledged.
  case untold(DeviceID, note: UniqueID)
  /// There is room again for what a device was not told.
  case reached(DeviceID)
  /// Another bridge, which was first, is certainly there and tells people (`true`), or no longer is.
  case yields(Bool)
  /// The start of an activity does not fit into that device's packets, however short, and it gets no step of it; or a message does not.
  case tooSmall(DeviceID, document: UniqueID)
  /// A device said hello: what it speaks and can take.
  case hello(DeviceID, DeviceProfile)
  /// A device said that it is there, or its last will that it is not; `nil`: it took back what it had said.
  case presence(DeviceID, PresenceReport?)
  /// An app said what its others may know of it; `nil`: it took that back.
  case context(DeviceID, AppReport?)
  /// A device took its hello back: it is forgotten until it says it again.
  case left(DeviceID)
  /// A valve reported its state.
  case valve(ActuatorIndex, ValveReport)
  /// A thermostat reported its setpoint.
  case setpoint(ActuatorIndex, SetpointReport)
  /// The topic of an interlock spoke.
  case interlock(InterlockIndex, InterlockReport)
  /// Something happened to devices that are let in while the bridge runs.
  case account(AccountEvent)
  /// Emergency stop by a signal to the bridge.
  case emergencyStop
  /// The link to the broker came up (`true`) or went down.
  case link(isUp: Bool)
  /// What the history taught of how plants dry; those that are gone by now are left out.
  case learned([PlantID: DryingRecord])
  /// The site's table of UTC offsets was read anew.
  case calendar(SiteCalendar)
  /// The command to open that actuator was held back, because what it rests on could not be written: its lease must end.
  /// `lease` nil: the command named none.
  case leaseNotDurable(ActuatorIndex, lease: UniqueID?)
  /// Whether anything may be opened or switched on at all; `nil`: yes, as at the start.
  case openings(barredBy: OpeningBar?)
  /// Time passed. At least once a second while anything is pending; see ``Garden/nextDeadline``.
  case tick
}

extension Event {
  /// The device that is there, since it said this.
  var speaker: DeviceID? {
    switch self {
    case .command(let command): command.head.device
    case .hello(let device, _), .presence(let device, .some): device
    default: nil
    }
  }
}

/// What a valve said. `nil` = not in this message.
package struct ValveReport: Sendable, Hashable {
  package var isOpen: Bool?
  /// Run time left by the device's own clock.
  package var remaining: Duration?
  /// Volume of the present run, litres.
  package var litres: Double?
  /// Flow, litres per minute.
  package var litresPerMinute: Double?
  /// The device flags that no water comes.
  package var isShortOfWater: Bool?
  /// The device flags a leak.
  package var isLeaking: Bool?
  package var wasRetained: Bool

  package init(
    isOpen: Bool? = nil, remaining: Duration? = nil, litres: Double? = nil, litresPerMinute: Double? = nil,
    isShortOfWater: Bool? = nil, isLeaking: Bool? = nil, wasRetained: Bool = false
  ) {
    self.isOpen = isOpen
    self.remaining = remaining
    self.litres = litres
    self.litresPerMinute = litresPerMinute
    self.isShortOfWater = isShortOfWater
    self.isLeaking = isLeaking
    self.wasRetained = wasRetained
  }
}

/// What a thermostat (or heater) said about its setpoint, in the plan's unit (°C).
package struct SetpointReport: Sendable, Hashable {
  package var value: Double
  package var wasRetained: Bool
  package init(value: Double, wasRetained: Bool = false) {
    self.value = value
    self.wasRetained = wasRetained
  }
}
