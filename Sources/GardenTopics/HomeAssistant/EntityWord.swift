/// What Home Assistant shows: the name of an entity behind that of its plant or device, by its key in the languages' files.
package enum EntityWord: String, Sendable, CaseIterable {
  case moisture, temperature, conductivity, light, connection
  case battery = "entity_battery"
  case lastWatering = "entity_last_watering"
  case nextWatering = "entity_next_watering"
  case problem = "entity_problem"
  case plantsDue = "entity_plants_due"
  case done = "action_water_done"
  case later = "action_water_later"
  case tomorrow = "action_water_tomorrow"
  case dryLimit = "control_limit"
  case setpoint = "control_setpoint"
  case heating = "entity_heating"
  case watering = "entity_watering"
  case wateringEnds = "entity_watering_ends"
  case wateringProgress = "entity_watering_progress"
  case silentSensors = "entity_silent_sensors"
  case software = "entity_software"
  case hold = "entity_hold"
  case emergencyStop = "emergency"
  case releaseStop = "entity_release_stop"
  case reminder = "entity_reminder"
}
