import GardenCore
import GardenWords

/// What goes wrong: its word in documents, and the texts that people read of it.
extension Renderer {
  static func spelled(_ trouble: ValveTrouble) -> (word: String, title: TextKey, text: TextKey) {
    switch trouble {
    case .didNotOpen: ("did_not_open", .valveDidNotOpen, .valveDidNotOpenText)
    case .didNotClose: ("did_not_close", .valveDidNotClose, .valveDidNotCloseText)
    case .shortOfWater: ("short_of_water", .valveShortOfWater, .valveShortOfWaterText)
    case .leaking: ("leaking", .valveLeaking, .valveLeakingText)
    case .stuckOpen: ("stuck_open", .valveStuckOpen, .valveStuckOpenText)
    case .stateLies: ("state_lies", .valveStateLies, .valveStateLiesText)
    case .noFlow: ("no_flow", .valveNoFlow, .valveNoFlowText)
    case .didNotReachSoil: ("did_not_reach_soil", .valveDidNotReachSoil, .valveDidNotReachSoilText)
    case .flowsClosed: ("flows_closed", .valveFlowsClosed, .valveFlowsClosedText)
    case .tooLittle: ("too_little", .valveTooLittle, .valveTooLittleText)
    case .closedLate: ("closed_late", .valveClosedLate, .valveClosedLateText)
    }
  }

  static func text(_ why: Interruption) -> TextKey {
    switch why {
    case .bridgeStopped: .interruptedBridgeStopped
    case .clock: .interruptedClock
    case .restart: .interruptedRestart
    case .configuration: .interruptedConfiguration
    case .interlock: .interruptedInterlock
    case .limit: .interruptedLimit
    case .closedItself: .interruptedClosedItself
    case .store: .interruptedStore
    case .quietHours: .interruptedQuietHours
    case .master: .interruptedMaster
    case .emergencyStop: .interruptedEmergencyStop
    case .maintenance: .interruptedMaintenance
    case .switchedOff: .interruptedSwitchedOff
    case .longest: .interruptedLongest
    }
  }

  static func spelled(_ failure: HeatFailure) -> (word: String, text: TextKey) {
    switch failure {
    case .noEffect: ("no_effect", .heatingNoEffect)
    case .didNotSwitchOn: ("did_not_switch_on", .heatingDidNotSwitchOn)
    case .blind: ("blind", .heatingBlind)
    case .refused: ("refused", .heatingRefused)
    case .noAnswer: ("no_answer", .heatingNoAnswer)
    }
  }

  static func keys(of trouble: HeatTrouble) -> (title: TextKey, text: TextKey) {
    switch trouble {
    case .stuckOn: (.heatStuckOn, .heatStuckOnText)
    case .didNotSwitchOn: (.heatDidNotSwitchOn, .heatDidNotSwitchOnText)
    case .blind: (.heatBlind, .heatBlindText)
    case .noEffect: (.heatNoEffect, .heatNoEffectText)
    }
  }

  static func keys(of facts: SensorFacts) -> (title: TextKey, text: TextKey) {
    switch facts.trouble {
    case .silent: (.sensorTroubleSilent, .sensorTroubleSilentText)
    case .refused: (.sensorTroubleRefused, .sensorTroubleRefusedText)
    case .unreadable: (.sensorTroubleUnreadable, .sensorTroubleUnreadableText)
    case .offline: (.sensorTroubleOffline, .sensorTroubleOfflineText)
    case .missing: (.sensorTroubleMissing, .sensorTroubleMissingText)
    case .faulty: (.sensorTroubleFaulty, .sensorTroubleFaultyText)
    case .alarm: (.sensorTroubleAlarm, .sensorTroubleAlarmText)
    case .batteryLow where facts.battery == nil: (.sensorTroubleBatteryLow, .sensorTroubleBatteryLowSaid)
    case .batteryLow: (.sensorTroubleBatteryLow, .sensorTroubleBatteryLowText)
    case .suspect(let finding): keys(of: finding.kind)
    }
  }

  private static func keys(of suspicion: Suspicion) -> (title: TextKey, text: TextKey) {
    switch suspicion {
    case .frozen: (.sensorTroubleFrozen, .sensorTroubleFrozenText)
    case .twofold: (.sensorTroubleTwofold, .sensorTroubleTwofoldText)
    case .jumping: (.sensorTroubleJumping, .sensorTroubleJumpingText)
    case .driven: (.sensorTroubleDriven, .sensorTroubleDrivenText)
    case .unplugged: (.sensorTroubleUnplugged, .sensorTroubleUnpluggedText)
    case .rescaled: (.sensorTroubleRescaled, .sensorTroubleRescaledText)
    case .inverted: (.sensorTroubleInverted, .sensorTroubleInvertedText)
    case .swapped: (.sensorTroubleSwapped, .sensorTroubleSwappedText)
    case .exchanged: (.sensorTroubleExchanged, .sensorTroubleExchangedText)
    case .draining: (.sensorTroubleDraining, .sensorTroubleDrainingText)
    }
  }
}
