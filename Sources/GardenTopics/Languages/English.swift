package import LoamKit

package struct English: Phrasebook {
  package init() {}

  package var tag: String { "en" }
  package func understands(_ locale: String) -> Bool { locale == "en" || locale.hasPrefix("en-") }

  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]

  package func day(month: Int, day: Int) -> String {
    Self.months.indices.contains(month - 1) ? "\(day) \(Self.months[month - 1])" : "\(day)"
  }

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

  package func water(_ facts: WaterWords) -> Alert {
    var reading = "Time to water, by the calendar."
    if let moisture = facts.moisture {
      reading = "Soil moisture \(moisture)"
      if let limit = facts.limit { reading += ", limit \(limit)" }
      if let since = facts.since { reading += ", dry since \(since)" }
      reading += "."
    }
    let dates =
      facts.neverWatered
      ? "Not watered yet. Next: \(facts.next)." : "Last watered: \(facts.last). Next: \(facts.next)."
    return Alert(title: facts.plant, subtitle: "Needs watering", body: "\(reading) \(dates)")
  }

  package func digest(names: [String]) -> Alert {
    Alert(
      title: "\(names.count) plants need watering", subtitle: "Most urgent first",
      body: names.joined(separator: ", "))
  }

  package func noRise(plant: String, moisture: String, last: String) -> Alert {
    Alert(
      title: plant, subtitle: "The probe saw no water",
      body: "Marked as watered on \(last), but soil moisture is still \(moisture). "
        + "Please check the plant and the probe.")
  }

  package func climate(plant: String, _ trouble: ClimateTrouble, value: String, limit: String) -> Alert {
    let (subtitle, what, side) =
      switch trouble {
      case .dry: ("Too dry", "Soil moisture", "below")
      case .wet: ("Too wet", "Soil moisture", "above")
      case .cold: ("Too cold", "Temperature", "below")
      case .hot: ("Too warm", "Temperature", "above")
      case .dark: ("Too dark", "Light", "below")
      case .bright: ("Too bright", "Light", "above")
      case .hungry: ("Needs fertiliser", "Soil conductivity", "below")
      case .salty: ("Too much fertiliser", "Soil conductivity", "above")
      }
    return Alert(title: plant, subtitle: subtitle, body: "\(what) \(value), \(side) the limit of \(limit).")
  }

  package func setpoint(
    place: String, isCold: Bool, value: String, limit: String, device: String, setpoint: String?
  ) -> Alert {
    let reading = "Temperature \(value), \(isCold ? "below" : "above") the limit of \(limit)."
    let present = setpoint.map { "\(device) is set to \($0)." } ?? "\(device) has not reported its setting."
    return Alert(
      title: place, subtitle: isCold ? "Too cold" : "Too warm", body: "\(reading) \(present) Change it?")
  }

  package func sensor(_ id: String, plant: String, _ trouble: SensorWords) -> Alert {
    let (subtitle, body) =
      switch trouble {
      case .silent: ("Sensor is silent", "Nothing has come from \(id) for too long.")
      case .unreadable: ("Sensor is unreadable", "\(id) reports, but none of its values can be true.")
      case .batteryLow: ("Sensor battery is low", "Please replace the battery of \(id).")
      case .offline: ("Sensor is offline", "\(id) has lost its connection.")
      }
    return Alert(title: plant, subtitle: subtitle, body: body)
  }

  package func valve(_ name: String, plant: String?, _ trouble: ValveWords) -> Alert {
    let (subtitle, body) =
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
    return Alert(title: name, subtitle: subtitle, body: plant.map { "\(body) Plant: \($0)." } ?? body)
  }

  package func heater(_ name: String, place: String?, _ trouble: HeaterWords) -> Alert {
    let (subtitle, body) =
      switch trouble {
      case .stuckOn: ("Heater did not switch off", "It may still be heating. Please pull its plug.")
      case .didNotSwitchOn:
        ("Heater does not answer", "It is too cold, and the heater does not say that it is on.")
      case .blind: ("Temperature is unknown", "No thermometer can be relied on, so the heater stays off.")
      case .noEffect: ("Heating has no effect", "The heater is on, but it is not getting warmer.")
      }
    return Alert(title: name, subtitle: subtitle, body: place.map { "\(body) Place: \($0)." } ?? body)
  }

  package func stopped(by name: String?) -> Alert {
    Alert(
      title: "Emergency stop", subtitle: name.map { "By \($0)" } ?? "By a signal on the hub",
      body:
        "Valves are being closed and heaters switched off. Nothing opens or heats until somebody releases the stop."
    )
  }

  package func timeUp(plant: String?) -> Alert {
    guard let plant else { return Alert(title: "Time is up", body: "The countdown has finished.") }
    return Alert(
      title: plant, subtitle: "Time is up", body: "The countdown has finished. Mark the plant as watered?")
  }

  package var dryLimitTitle: String { "Water below" }
  package var setpointTitle: String { "Temperature" }
  package var wateringHasStarted: String { "Watering has started." }

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
    case .interrupted(let why): "Watering interrupted, \(reason(why)): \(plant)"
    case .unknown: "Nobody knows how the watering ended: \(plant)"
    }
  }

  package var countdownHasStarted: String { "The countdown has started." }
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

  private func reason(_ why: InterruptionWords) -> String {
    switch why {
    case .bridgeStopped: "the bridge went down"
    case .clock: "the clock was wrong"
    case .restart: "after a power cut"
    case .configuration: "the configuration changed"
    case .interlock: "an interlock is on"
    }
  }
}
