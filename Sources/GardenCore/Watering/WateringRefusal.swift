/// What became of the rule "a dry plant is watered".
package enum RuleVerdict: Sendable, Hashable {
  case started(UniqueID)
  case refused(WateringRefusal)
}

/// Why no water was started.
package enum WateringRefusal: Sendable, Hashable {
  case unknownPlant
  /// The plant has no valve.
  case noValve
  /// Only a person starts it.
  case notAutomatic
  /// Fine, or too wet.
  case notDry
  /// Unknown moisture never waters.
  case moistureUnknown
  /// Too soon after the last run.
  case paused
  /// The valve, or the plant, has a run.
  case busy
  /// The valve's last run is over and not proved closed, or it is open without one: it is being closed.
  case closing
  /// Shorter than a second, longer than the plant's `duration_max` or the life of an activity, or more than its `litres_max`.
  case outOfRange
  /// Something forbids it.
  case interlock(Interlock)
  /// Litres were asked for, and nothing measures them.
  case noMeter
  /// The wall clock is not believable: the end could not be kept across a restart.
  case clock
  /// The store cannot write the lease.
  case notDurable
  /// Another bridge is in charge.
  case otherBridge

  package var code: Outcome.Code {
    switch self {
    case .unknownPlant: .unknownPlant
    case .noValve, .noMeter, .notAutomatic, .notDry, .moistureUnknown, .paused, .notDurable, .otherBridge:
      .refused
    case .busy, .closing: .busy
    case .outOfRange: .outOfRange
    case .interlock(let why): why.code
    case .clock: .badTime
    }
  }

  /// English, for the one who asked.
  package var message: String {
    switch self {
    case .unknownPlant: "no such plant"
    case .noValve: "this plant has no valve"
    case .notAutomatic: "only a person waters this plant"
    case .notDry: "the plant is not dry"
    case .moistureUnknown: "moisture is unknown"
    case .paused: "the pause after the last run is not over"
    case .busy: "a run is on"
    case .closing: "the valve is not proved closed yet; it is being closed"
    case .outOfRange: "too short, or more than the plant's duration_max or litres_max allows"
    case .noMeter: "no meter measures the litres of this valve"
    case .interlock(let why): why.text
    case .clock: "the clock is not set yet"
    case .notDurable: "the bridge cannot write to its disk, so it opens no valve"
    case .otherBridge: "another bridge is in charge of this broker; this one opens no valve"
    }
  }
}

extension OpeningBar {
  var refusal: WateringRefusal {
    switch self {
    case .store: .notDurable
    case .otherBridge: .otherBridge
    }
  }

  var heldBack: String {
    switch self {
    case .store: "the open command was held back: its lease could not be written to the disk"
    case .otherBridge: "the open command was held back: another bridge is in charge"
    }
  }
}
