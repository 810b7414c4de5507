/// What Home Assistant shows: the name of an entity behind that of its plant or device.
package enum EntityWord: Sendable, Hashable, CaseIterable {
  case moisture, temperature, battery, conductivity, light
  case lastWatering, nextWatering, problem, plantsDue
  case done, later, tomorrow
  case dryLimit, setpoint, heating
  case watering, wateringEnds, wateringProgress
  case connection, silentSensors, software, hold, emergencyStop, releaseStop, reminder
}
