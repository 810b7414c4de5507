extension English {
  package func entity(_ name: EntityWord) -> String {
    switch name {
    case .moisture: "Soil moisture"
    case .temperature: "Temperature"
    case .battery: "Battery"
    case .conductivity: "Soil conductivity"
    case .light: "Light"
    case .lastWatering: "Last watering"
    case .nextWatering: "Next watering"
    case .problem: "Problem"
    case .plantsDue: "Plants to water"
    case .done: "Done"
    case .later: "Later"
    case .tomorrow: "Tomorrow"
    case .dryLimit: dryLimitTitle
    case .setpoint: "Target temperature"
    case .heating: "Heating"
    case .watering: "Watering"
    case .wateringEnds: "Watering ends"
    case .wateringProgress: "Watering progress"
    case .connection: "Connection"
    case .silentSensors: "Silent sensors"
    case .software: "Software version"
    case .hold: "Hold"
    case .emergencyStop: "Emergency stop"
    case .releaseStop: "Release emergency stop"
    case .reminder: "Reminder"
    }
  }
}
