package import GardenCore
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
  /// The same language as people of that locale write it: the order of day and month, the clock of 12 or 24 hours.
  func regional(_ locale: String) -> any Phrasebook
  /// A day, short: `22 Nov`.
  func day(month: Int, day: Int) -> String
  /// A time of day: `13:32`.
  func time(hour: Int, minute: Int) -> String
  /// `7 days ago`.
  func daysAgo(_ days: Int) -> String
  /// Something with a remark: `22 Nov (7 days ago)`.
  func noted(_ text: String, _ remark: String) -> String
  /// A button's title by its key in the app's string catalogue; `nil`: no such button.
  func button(_ titleKey: String) -> String?

  /// One plant wants water.
  func water(_ thirst: WaterWords) -> Alert
  /// A reminder's body, and behind it what "water now" does: so long, or so many litres and so long at most.
  func offer(after body: String, time: String, litres: String?) -> String
  /// `90 s`, `3 min`.
  func length(seconds: Int) -> String
  /// Several plants want water: the most urgent ones, and how many more there are.
  func digest(_ plants: [WaterWords], more: Int) -> Alert
  /// "Done" was answered, but the probe saw no rise.
  func noRise(_ thirst: WaterWords) -> Alert
  /// A quantity is beyond a limit.
  func climate(plant: String, _ trouble: ClimateTrouble, _ evidence: EvidenceWords) -> Alert
  /// A place left its range. `setpoint` is what `device` is set to, where that is known; `mayChange`: the reader may
  /// change it.
  func setpoint(
    place: String, isCold: Bool, _ evidence: EvidenceWords, device: String, setpoint: String?, mayChange: Bool
  ) -> Alert
  /// A sensor cannot be relied on.
  func sensor(_ sensor: SensorWords) -> Alert
  /// A valve did not do what it was told.
  func valve(_ name: String, plant: String?, _ trouble: ValveTrouble, since: String) -> Alert
  /// Everything is closed and held. `by` nil: by a signal on the bridge's machine.
  func stopped(by name: String?, since: String) -> Alert
  /// A heater did not do what it was told, or nobody knows how warm its place is.
  func heater(_ name: String, place: String?, _ trouble: HeatTrouble, _ evidence: EvidenceWords) -> Alert

  /// A countdown ran to its end. With a plant, who may answer is asked to mark it as watered.
  func timeUp(plant: String?, at: String, mayAnswer: Bool) -> Alert

  /// What the slider of a plant's dry limit sets.
  var dryLimitTitle: String { get }
  /// What the slider of a thermostat sets.
  var setpointTitle: String { get }
  /// The title of a watering that runs, or has ended.
  func watering(_ plant: String, _ phase: WateringWords) -> String
  /// The title of a countdown that runs, or has ended; `plant` nil: for none in particular.
  func countdown(_ plant: String?, _ phase: CountdownWords) -> String
  /// The body of the alert with which a watering starts; `until`: when it ends at the latest.
  func wateringHasStarted(until: String) -> String
  /// The body of the alert with which a countdown starts.
  func countdownHasStarted(until: String) -> String
  /// The body of the alert with which a watering ends that went wrong.
  func wateringFailed(_ trouble: ValveTrouble) -> String
  /// What a countdown without a plant is called.
  var countdownName: String { get }
  /// What something is called in another program that shows the device's own name in front.
  func entity(_ name: EntityWord) -> String
}

extension Phrasebook {
  package func regional(_ locale: String) -> any Phrasebook { self }
  package func noted(_ text: String, _ remark: String) -> String { "\(text) (\(remark))" }
}

/// The facts of a watering reminder, ready to be put into a sentence.
package struct WaterWords: Sendable, Hashable {
  package var plant: String
  /// `18%`; `nil`: no probe can be relied on at the moment.
  package var moisture: String?
  /// `30%`; `nil`: it has no dry limit.
  package var limit: String?
  /// Since when it is dry; `nil`: it is due by the calendar.
  package var drySince: String?
  /// Since when it is due by the calendar.
  package var dueSince: String
  /// `22 Nov (7 days ago)`; `nil`: no watering was ever recorded.
  package var last: String?
  /// Its probe says dry or wet, and no number.
  package var isWord = false
}

/// What shows that something is out of its limits.
package struct EvidenceWords: Sendable, Hashable {
  /// `4 °C`; `nil`: unknown at the moment.
  package var value: String?
  package var limit: String
  package var since: String
}

/// A sensor in trouble.
package struct SensorWords: Sendable, Hashable {
  package enum Trouble: Sendable, Hashable {
    case silent, refused, unreadable, batteryLow, offline, twofold
    /// In the device's own words.
    case faulty(String)
    case alarm(String)
  }
  /// `nil`: it is the only one there, and has no name of its own.
  package var name: String?
  /// The plant or place that it measures.
  package var measures: String
  package var trouble: Trouble
  package var since: String
  /// `11:32`, or `21 Nov (2 days ago)`; `nil`: it never said anything that counts.
  package var lastHeard: String?
  /// `9%`; `nil`: it sends none.
  package var battery: String?
  package var batteryLow: String
}

package enum ClimateTrouble: Sendable, Hashable, CaseIterable {
  case dry, wet, cold, hot, dark, bright, hungry, salty
}

package enum WateringWords: Sendable, Hashable {
  case opening, running, closing, finished, moistEnough, failed, didNotOpen
  /// By whom, where that is known.
  case stopped(by: String?)
  case interrupted(Interruption)
  case unknown
}

package enum CountdownWords: Sendable, Hashable {
  case counting, timeUp
  /// By whom, where that is known.
  case stopped(by: String?)
  case interrupted(Interruption)
}
