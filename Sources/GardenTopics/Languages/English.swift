package import GardenCore
package import LoamKit

package struct English: Phrasebook {
  /// As in the United States: `Nov 22`, `1:32 PM`.
  private let isMonthFirst: Bool

  package init() { isMonthFirst = false }
  private init(isMonthFirst: Bool) { self.isMonthFirst = isMonthFirst }

  package var tag: String { "en" }
  package func understands(_ locale: String) -> Bool { locale == "en" || locale.hasPrefix("en-") }

  /// Source: Unicode CLDR 48, `dateFormatItem` `MMMd` and `timeFormats` of the English locales.
  package func regional(_ locale: String) -> any Phrasebook {
    Self(isMonthFirst: ["us", "ca", "ph", "pr", "gu", "as", "vi"].contains { locale.hasSuffix("-\($0)") })
  }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  package func day(month: Int, day: Int) -> String {
    guard Self.months.indices.contains(month - 1) else { return "\(day)" }
    return isMonthFirst ? "\(Self.months[month - 1]) \(day)" : "\(day) \(Self.months[month - 1])"
  }

  package func time(hour: Int, minute: Int) -> String {
    guard isMonthFirst else { return ClockTime.text(hour: hour, minute: minute) }
    let text = ClockTime.text(hour: (hour + 11) % 12 + 1, minute: minute)
    return (text.hasPrefix("0") ? String(text.dropFirst()) : text) + (hour < 12 ? " AM" : " PM")
  }

  package func daysAgo(_ days: Int) -> String { "\(days) day\(days == 1 ? "" : "s") ago" }

  package func button(_ titleKey: String) -> String? {
    switch titleKey {
    case "NotificationAction_Done": "Done"
    case "NotificationAction_Later": "Later"
    case "NotificationAction_Tomorrow": "Tomorrow"
    case "NotificationAction_Start": "Water now"
    case "NotificationAction_Stop": "Stop watering"
    case "NotificationAction_Seen": "Seen"
    case "NotificationAction_Release": "Release"
    case "NotificationAction_CountdownStart": "Start countdown"
    case "NotificationAction_CountdownStop": "Stop countdown"
    default: nil
    }
  }

  package func water(_ thirst: WaterWords) -> Alert {
    let last = thirst.last.map { "Last watered \($0)." } ?? "No watering recorded yet."
    return Alert(title: thirst.plant, subtitle: "Needs watering", body: "\(reading(thirst)) \(last)")
  }

  private func reading(_ thirst: WaterWords) -> String {
    if thirst.isWord {
      guard let since = thirst.drySince else { return "Due since \(thirst.dueSince), by the calendar." }
      return thirst.moisture == nil
        ? "Dry since \(since). No reading now." : "The probe says dry, since \(since)."
    }
    let limit = thirst.limit.map { ", limit \($0)" } ?? ""
    guard let since = thirst.drySince else {
      let moisture = thirst.moisture.map { "Soil moisture \($0)\(limit). " } ?? ""
      return "\(moisture)Due since \(thirst.dueSince), by the calendar."
    }
    guard let moisture = thirst.moisture else { return "Dry since \(since)\(limit). No reading now." }
    return "Soil moisture \(moisture)\(limit). Dry since \(since)."
  }

  package func offer(after body: String, time: String, litres: String?) -> String {
    "\(body) Water now: \(litres.map { "\($0) l, \(time) at most" } ?? time)."
  }

  package func length(seconds: Int) -> String {
    seconds % 60 == 0 || seconds >= 600 ? "\((seconds + 30) / 60) min" : "\(seconds) s"
  }

  package func digest(_ plants: [WaterWords], more: Int) -> Alert {
    let lines = plants.map { thirst in
      guard let since = thirst.drySince else { return "\(thirst.plant): due since \(thirst.dueSince)" }
      if thirst.isWord { return "\(thirst.plant): dry since \(since)" }
      let limit = thirst.limit.map { " (limit \($0))" } ?? ""
      return "\(thirst.plant): \(thirst.moisture ?? "no reading")\(limit) since \(since)"
    }
    return Alert(
      title: plants.count + more == 1
        ? "1 plant needs watering" : "\(plants.count + more) plants need watering",
      subtitle: plants.count + more == 1 ? nil : "Most urgent first",
      body: (lines + (more > 0 ? ["\(more) more"] : [])).joined(separator: "; "))
  }

  package func noRise(_ thirst: WaterWords) -> Alert {
    let limit = thirst.limit.map { ", limit \($0)" } ?? ""
    let found = thirst.moisture.map { "still \($0)\(limit)" } ?? "unknown"
    let marked = thirst.last.map { "Marked as watered \($0)" } ?? "Marked as watered"
    let soil = thirst.isWord ? "the probe still says dry" : "soil moisture is \(found)"
    return Alert(
      title: thirst.plant, subtitle: "The probe saw no water",
      body: "\(marked), but \(soil). Please check the plant and the probe.")
  }

  package func climate(plant: String, _ trouble: ClimateTrouble, _ evidence: EvidenceWords) -> Alert {
    let (subtitle, what) =
      switch trouble {
      case .dry: ("Too dry", "Soil moisture")
      case .wet: ("Too wet", "Soil moisture")
      case .cold: ("Too cold", "Temperature")
      case .hot: ("Too warm", "Temperature")
      case .dark: ("Too dark", "Light")
      case .bright: ("Too bright", "Light")
      case .hungry: ("Needs fertiliser", "Soil conductivity")
      case .salty: ("Too much fertiliser", "Soil conductivity")
      }
    return Alert(title: plant, subtitle: subtitle, body: reading(what, evidence))
  }

  private func reading(_ what: String, _ evidence: EvidenceWords) -> String {
    guard let value = evidence.value else {
      return "\(what): no reading now, limit \(evidence.limit), since \(evidence.since)."
    }
    return "\(what) \(value), limit \(evidence.limit), since \(evidence.since)."
  }

  package func setpoint(
    place: String, isCold: Bool, _ evidence: EvidenceWords, device: String, setpoint: String?, mayChange: Bool
  ) -> Alert {
    let present = setpoint.map { "\(device) is set to \($0)." } ?? "\(device) has not reported its setting."
    return Alert(
      title: place, subtitle: isCold ? "Too cold" : "Too warm",
      body: "\(reading("Temperature", evidence)) \(present)\(mayChange ? " Change it?" : "")")
  }

  package func sensor(_ sensor: SensorWords) -> Alert {
    let heard = sensor.lastHeard.map { "Last heard \($0)." } ?? "Nothing usable heard until \(sensor.since)."
    let (subtitle, body) =
      switch sensor.trouble {
      case .silent: ("Sensor is silent", "\(heard) Check its battery and reception.")
      case .refused:
        ("Sensor cannot be heard", "The broker refuses its topic. \(heard) Check the broker's access rules.")
      case .unreadable:
        ("Sensor is unreadable", "Its values cannot be true. \(heard) Check its cable and calibration.")
      case .batteryLow:
        (
          "Sensor battery is low",
          sensor.battery.map { "Battery \($0), limit \(sensor.batteryLow), since \(sensor.since)." }
            ?? "It has said so since \(sensor.since)."
        )
      case .offline: ("Sensor is offline", "\(heard) Check its power and its connection.")
      case .twofold:
        (
          "Sensor leaps",
          "Its moisture leaps between two levels since \(sensor.since). Look for a second probe with its id, or a loose cable."
        )
      case .faulty(let word): ("Sensor is faulty", "It reports: \(word). \(heard) Check it.")
      case .alarm(let word): ("Sensor alarm", "It reports: \(word). Since \(sensor.since).")
      }
    let action = sensor.trouble == .batteryLow ? " Please replace it." : ""
    return Alert(
      title: sensor.name.map { "\(sensor.measures): \($0)" } ?? sensor.measures, subtitle: subtitle,
      body: body + action)
  }

  package func valve(_ name: String, plant: String?, _ trouble: ValveTrouble, since: String) -> Alert {
    let (subtitle, body) = words(trouble)
    let whose = plant.map { " Plant: \($0)." } ?? ""
    return Alert(title: name, subtitle: subtitle, body: "\(body)\(whose) Since \(since).")
  }

  private func words(_ trouble: ValveTrouble) -> (subtitle: String, body: String) {
    switch trouble {
    case .didNotOpen: ("Valve did not open", "No water is flowing.")
    case .didNotClose: ("Valve did not close", "Water may still be running. Please close the tap.")
    case .shortOfWater: ("No water", "The valve is open, but no water comes.")
    case .leaking: ("Leak", "The valve reports a leak. Please check it.")
    case .stuckOpen: ("Valve is stuck open", "Water is running. Please close the tap by hand now.")
    case .stateLies:
      ("Water still runs", "The valve says closed, but water flows. Please close the tap by hand now.")
    case .noFlow:
      (
        "Water did not reach the soil",
        "The valve opened, but no water flows. Please check tap, pump and hose."
      )
    case .didNotReachSoil:
      (
        "Water did not reach the soil",
        "Water ran, but the soil did not get wetter. Please check hose and dripper."
      )
    case .flowsClosed:
      ("Leak", "Water flows though the valves are closed. Please close the main tap by hand now.")
    case .tooLittle:
      ("Too little water", "The time was over before all the water came. Please check pressure and filter.")
    }
  }

  package func heater(
    _ name: String, place: String?, _ trouble: HeatTrouble, _ evidence: EvidenceWords
  ) -> Alert {
    let (subtitle, body) =
      switch trouble {
      case .stuckOn: ("Heater did not switch off", "It may still be heating. Please pull its plug.")
      case .didNotSwitchOn:
        ("Heater does not answer", "It is too cold, and the heater does not say that it is on.")
      case .blind: ("Temperature is unknown", "No thermometer can be relied on, so the heater stays off.")
      case .noEffect: ("Heating has no effect", "The heater is on, but it is not getting warmer.")
      }
    let found = evidence.value.map { "Temperature \($0), target" } ?? "Target"
    return Alert(
      title: place.map { "\(name), \($0)" } ?? name, subtitle: subtitle,
      body: "\(body) \(found) \(evidence.limit). Since \(evidence.since).")
  }

  package func stopped(by name: String?, since: String) -> Alert {
    Alert(
      title: "Emergency stop",
      subtitle: name.map { "By \($0), \(since)" } ?? "By a signal on Loam's machine, \(since)",
      body:
        "Valves are being closed and heaters switched off. Nothing opens or heats until somebody releases the stop."
    )
  }

  package func timeUp(plant: String?, at time: String, mayAnswer: Bool) -> Alert {
    guard let plant else { return Alert(title: "Time is up", body: "The countdown ended: \(time).") }
    return Alert(
      title: plant, subtitle: "Time is up",
      body: "The countdown ended: \(time)." + (mayAnswer ? " Mark the plant as watered?" : ""))
  }

  package var dryLimitTitle: String { "Water below" }
  package var setpointTitle: String { "Temperature" }
  package func wateringHasStarted(until end: String) -> String { "Watering has started; it ends by \(end)." }
  package func wateringFailed(_ trouble: ValveTrouble) -> String { words(trouble).body }

  package func watering(_ plant: String, _ phase: WateringWords) -> String {
    switch phase {
    case .opening: "Opening the valve: \(plant)"
    case .running: "Watering \(plant)"
    case .closing: "Closing the valve: \(plant)"
    case .finished: "\(plant) watered"
    case .moistEnough: "\(plant) is moist enough"
    case .stopped(let person):
      person.map { "Watering stopped by \($0): \(plant)" } ?? "Watering stopped: \(plant)"
    case .failed: "Watering failed: \(plant)"
    case .didNotOpen: "The valve did not open: \(plant)"
    case .interrupted(let why): "Watering interrupted, \(reason(why)): \(plant)"
    case .unknown: "How the watering ended is not known: \(plant)"
    }
  }

  package func countdownHasStarted(until end: String) -> String {
    "The countdown has started; it ends at \(end)."
  }
  package var countdownName: String { "Countdown" }

  package func countdown(_ plant: String?, _ phase: CountdownWords) -> String {
    let title =
      switch phase {
      case .counting: "Countdown"
      case .timeUp: "Time is up"
      case .stopped(let person): person.map { "Countdown stopped by \($0)" } ?? "Countdown stopped"
      case .interrupted(let why): "Countdown interrupted, \(reason(why))"
      }
    return plant.map { "\(title): \($0)" } ?? title
  }

  private func reason(_ why: Interruption) -> String {
    switch why {
    case .bridgeStopped: "Loam went down"
    case .clock: "the clock was wrong"
    case .restart: "after a power cut"
    case .configuration: "the configuration changed"
    case .interlock: "an interlock is on"
    }
  }
}
