/// What is wrong with a valve. The raw values are stored.
package enum ValveTrouble: UInt8, Sendable, Hashable, CaseIterable {
  case didNotOpen = 0
  /// No word of closing came; whether water runs is not known.
  case didNotClose
  /// The device flags that no water comes.
  case shortOfWater
  /// The device flags a leak.
  case leaking
  /// It was told to close and still says open, or water still flows.
  case stuckOpen
  /// It says closed while the meter sees water.
  case stateLies
  /// Told to open, but no meter sees water.
  case noFlow
  /// Water ran, but the soil did not get wetter.
  case didNotReachSoil
  /// Water flows though no run is on through the meter.
  case flowsClosed
  /// The time of a run by volume was over before the volume came.
  case tooLittle
  /// It is closed, but water ran well after it was told to close.
  case closedLate

  /// Water may be running where it should not: told again and again until a person answers.
  package var mayRunWater: Bool {
    switch self {
    case .didNotClose, .leaking, .stuckOpen, .stateLies, .flowsClosed: true
    case .didNotOpen, .shortOfWater, .noFlow, .didNotReachSoil, .tooLittle, .closedLate: false
    }
  }

  /// English, after the valve's name, for the log and the lease's trail.
  package var text: String {
    switch self {
    case .didNotOpen: "did not report open"
    case .didNotClose: "did not report closed; closing is repeated"
    case .shortOfWater: "reports that no water comes"
    case .leaking: "reports a leak"
    case .stuckOpen: "stuck open; closing is repeated"
    case .stateLies: "says closed, but the meter sees water; closing is repeated"
    case .noFlow: "was told to open, but no meter saw water"
    case .didNotReachSoil: "gave water, but it did not reach the soil"
    case .flowsClosed: "water flows though no run is on"
    case .tooLittle: "gave too little water in its time"
    case .closedLate: "closed late"
    }
  }
}
