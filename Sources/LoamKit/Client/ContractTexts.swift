package import GardenWords

// What people read of a word of the contract.

extension Why {
  /// The sentence; `nil`: this version has none.
  package func words(_ words: Phrasebook, _ name: String?, _ clock: (EpochSeconds) -> String) -> String? {
    func amount(_ value: Double?) -> String? {
      value.map { value in
        unit == .litres
          ? words(.litresOf, ["value": words.number(value, digits: 1)])
          : words.length(seconds: Int64(value))
      }
    }
    return word.text.map { text in
      words(
        text,
        [
          "name": name, "valve": valve?.text, "by": by?.text, "asked": amount(asked), "used": amount(used),
          "most": amount(most), "until": until.map(clock),
        ])
    }
  }
}

extension Why.Word {
  package var text: TextKey? {
    switch self {
    case .noValve: .reasonNoValve
    case .unknownValve: .reasonUnknownValve
    case .running: .reasonRunning
    case .closing: .reasonClosing
    case .amount: .reasonAmount
    case .noMeter: .reasonNoMeter
    case .clock: .reasonClock
    case .disk: .reasonDisk
    case .otherBridge: .reasonOtherBridge
    case .emergencyStop: .reasonEmergencyStop
    case .maintenance: .reasonMaintenance
    case .runMax: .reasonRunMax
    case .runLitres: .reasonRunLitres
    case .supply: .reasonSupply
    case .supplyClosing: .reasonSupplyClosing
    case .master: .reasonMaster
    case .pause: .reasonPause
    case .dayMax: .reasonDayMax
    case .dayLitres: .reasonDayLitres
    case .quietHours: .reasonQuietHours
    case .quietHoursAhead: .reasonQuietHoursAhead
    case .interlock: .reasonInterlock
    case .interlockLingers: .reasonInterlockLingers
    case .interlockUnknown: .reasonInterlockUnknown
    case .rain: .reasonRain
    case .notAsking: .reasonNotAsking
    case .countdownLength: .reasonCountdownLength
    case .countdownRunning: .reasonCountdownRunning
    case .noCountdown: .reasonNoCountdown
    case .countdownNewer: .reasonCountdownNewer
    case .noActivity: .reasonNoActivity
    case .notStopped: .reasonNotStopped
    case .notLocked: .reasonNotLocked
    case .questions: .reasonQuestions
    case .history: .reasonHistory
    case .other: nil
    }
  }
}

extension AckCode {
  /// ``TextKey/codeOther``: what only a program can do wrong has no sentence of its own.
  package var text: TextKey {
    switch self {
    case .alreadyDone: .codeAlreadyDone
    case .outOfRange: .codeOutOfRange
    case .offStep: .codeOffStep
    case .forbidden: .codeForbidden
    case .rateLimited: .codeRateLimited
    case .expired: .codeExpired
    case .stale: .codeStale
    case .unknownNote: .codeUnknownNote
    case .unknownControl: .codeUnknownControl
    case .unknownPlant: .codeUnknownPlant
    case .refused: .codeRefused
    case .busy: .codeBusy
    case .conflict: .codeConflictPlain
    case .accepted, .duplicate, .queued, .badJSON, .tooLarge, .unsupportedVersion, .missingField, .badID,
      .badTime, .badValue, .badUnit, .unknownAction, .unknownRequest, .delivered, .cancelled, .notReachable,
      .unknownMessage:
      .codeOther
    }
  }
}

extension PlantState.Condition {
  package var text: TextKey {
    switch self {
    case .ok: .statusOk
    case .dry: .statusDry
    case .wet: .statusWet
    case .cold: .statusCold
    case .hot: .statusHot
    case .dark: .statusDark
    case .bright: .statusBright
    case .hungry: .statusHungry
    case .salty: .statusSalty
    case .stale: .statusStale
    case .unknown: .statusUnknown
    }
  }
}

extension PlantState.Reason {
  package var text: TextKey {
    switch self {
    case .none: .whyNone
    case .never: .whyNever
    case .silent: .whySilent
    case .offline: .whyOffline
    case .unreadable: .whyUnreadable
    case .quorum: .whyQuorum
    case .age: .whyAge
    case .clock: .whyClock
    case .refused: .whyRefused
    }
  }
}

extension PlantDetail.Forecast.Why {
  package var text: TextKey {
    switch self {
    case .learning: .forecastLearning
    case .steady: .forecastSteady
    case .wide: .forecastWide
    case .soaking: .forecastSoaking
    }
  }
}

extension ControlState.Phase {
  package var text: TextKey {
    switch self {
    case .settled: .phaseSettled
    case .requested: .phaseRequested
    case .accepted: .phaseAccepted
    case .rejected: .phaseRejected
    case .noAnswer: .phaseNoAnswer
    }
  }
}

extension HeaterState.State {
  package var text: TextKey {
    switch self {
    case .off: .heaterOff
    case .switchingOn: .heaterSwitchingOn
    case .on: .heaterOn
    case .switchingOff: .heaterSwitchingOff
    }
  }
}

extension HeaterState.Reason {
  package var text: TextKey {
    switch self {
    case .warm: .heaterWarm
    case .cold: .heaterCold
    case .pausing: .heaterPausing
    case .lingering: .heaterLingering
    case .blind: .heaterBlind
    case .held: .heaterHeld
    case .unproved: .heaterUnproved
    }
  }
}

extension HeaterState.Trouble {
  package var text: TextKey {
    switch self {
    case .stuckOn: .troubleStuckOn
    case .didNotSwitchOn: .troubleDidNotSwitchOn
    case .blind: .troubleBlind
    case .noEffect: .troubleNoEffect
    }
  }
}

extension HoldState.Interlock.State {
  package var text: TextKey {
    switch self {
    case .clear: .interlockClear
    case .blocks: .interlockBlocks
    case .lingers: .interlockLingers
    case .unknown: .interlockUnknown
    }
  }
}

extension HoldState.Interlock.Reason {
  package var text: TextKey {
    switch self {
    case .never: .whyNever
    case .silent: .whySilent
    case .age: .whyAge
    case .unreadable: .whyUnreadable
    case .none: .whyNone
    case .clock: .whyClock
    }
  }
}
