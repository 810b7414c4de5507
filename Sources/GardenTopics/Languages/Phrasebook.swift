package import LoamKit

/// One language. Every sentence a person reads is written here, so that adding a language is one file like
/// `English.swift` and one line in ``Languages/all``.
///
/// Numbers with their units and dates come ready for the reader (°C or °F, the site's day); the phrasebook only puts
/// them into sentences. Plant names are shown as they are and never inflected.
package protocol Phrasebook: Sendable {
  /// BCP 47 tag.
  var tag: String { get }
  /// Whether a locale like `zh-TW` means this language. The tag comes lowercased, with hyphens.
  func understands(_ locale: String) -> Bool
  /// A day and the month's name, as the template `dMMMM` has it.
  func day(month: Int, day: Int) -> String
  /// A button's title by its key in the app's string catalogue; `nil`: no such button.
  func button(_ titleKey: String) -> String?

  /// One plant wants water.
  func water(_ facts: WaterWords) -> Alert
  /// Several plants want water; `names` most urgent first.
  func digest(names: [String]) -> Alert
  /// "Done" was answered, but the probe saw no rise.
  func noRise(plant: String, moisture: String, last: String) -> Alert
  /// A quantity is beyond a limit; `value` and `limit` with their units.
  func climate(plant: String, _ trouble: ClimateTrouble, value: String, limit: String) -> Alert
  /// A place left its range. `setpoint` is what `device` is set to, where that is known.
  func setpoint(place: String, isCold: Bool, value: String, limit: String, device: String, setpoint: String?)
    -> Alert
  /// A sensor cannot be relied on.
  func sensor(_ id: String, plant: String, _ trouble: SensorWords) -> Alert
  /// A valve did not do what it was told.
  func valve(_ name: String, plant: String?, _ trouble: ValveWords) -> Alert
  /// Everything is closed and held. `by` nil: by a signal on the hub's machine.
  func stopped(by name: String?) -> Alert
  /// A heater did not do what it was told, or nobody knows how warm its place is.
  func heater(_ name: String, place: String?, _ trouble: HeaterWords) -> Alert

  /// A countdown ran to its end. With a plant it can be marked as watered.
  func timeUp(plant: String?) -> Alert

  /// What the slider of a plant's dry limit sets.
  var dryLimitTitle: String { get }
  /// What the slider of a thermostat sets.
  var setpointTitle: String { get }
  /// The title of a watering that runs, or has ended.
  func watering(_ plant: String, _ phase: WateringWords) -> String
  /// The title of a countdown that runs, or has ended; `plant` nil: for none in particular.
  func countdown(_ plant: String?, _ phase: CountdownWords) -> String
  /// The body of the alert with which a watering starts.
  var wateringHasStarted: String { get }
  /// The body of the alert with which a countdown starts.
  var countdownHasStarted: String { get }
  /// What a countdown without a plant is called.
  var countdownName: String { get }
  /// What something is called in another program that shows the device's own name in front.
  func entity(_ name: EntityWord) -> String
}

/// The facts of a watering reminder, ready to be put into a sentence.
package struct WaterWords: Sendable, Hashable {
  package var plant: String
  /// `18%`; `nil`: due by the calendar, without a reading.
  package var moisture: String?
  /// `30%`.
  package var limit: String?
  /// A day, or a time of today.
  package var since: String?
  package var last: String
  package var next: String
  package var neverWatered: Bool
}

package enum ClimateTrouble: Sendable, Hashable, CaseIterable {
  case dry, wet, cold, hot, dark, bright, hungry, salty
}

package enum SensorWords: Sendable, Hashable, CaseIterable { case silent, unreadable, batteryLow, offline }

package enum ValveWords: Sendable, Hashable, CaseIterable {
  case didNotOpen, didNotClose, shortOfWater, leaking, stuckOpen, stateLies, noFlow, didNotReachSoil
  case flowsClosed, tooLittle
}

package enum HeaterWords: Sendable, Hashable, CaseIterable {
  case stuckOn, didNotSwitchOn, blind, noEffect
}

package enum WateringWords: Sendable, Hashable {
  case opening, running, closing, finished, moistEnough, failed
  /// By whom, where that is known.
  case stopped(by: String?)
  case interrupted(InterruptionWords)
  case unknown
}

package enum CountdownWords: Sendable, Hashable {
  case counting, timeUp
  /// By whom, where that is known.
  case stopped(by: String?)
  case interrupted(InterruptionWords)
}

package enum InterruptionWords: Sendable, Hashable, CaseIterable {
  case bridgeStopped, clock, restart, configuration, interlock
}
