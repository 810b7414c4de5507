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
    case .stopped: "Watering stopped: \(plant)"
    case .failed: "Watering failed: \(plant)"
    }
  }
}
