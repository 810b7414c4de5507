package import GardenCore

/// The garden of the lease simulation: three plants with a probe and a valve each. One valve has no timer; one plant is watered by rule.
package enum LeasePlan {
  package static let dryBelow = 30.0
  static let deadband = 5.0
  package static let plants = ["basil", "fern", "moss"]
  static let valves = ["timed", "plain", "auto"]
  package static let timers = [true, false, true]

  package static func make() -> GardenPlan {
    var plan = GardenPlan()
    for i in plants.indices {
      plan.sensors.append(SensorPlan(id: "probe-\(i)"))
      plan.actuators.append(
        ActuatorPlan(id: valves[i], name: valves[i], kind: .valve(hasDeviceTimer: timers[i])))
      plan.plants.append(
        PlantPlan(
          id: plants[i], name: plants[i], shares: [SensorShare(sensor: SensorIndex(i))],
          moisture: BandPlan(below: dryBelow, deadband: deadband, dwell: .zero),
          watering: WateringPlan(
            valve: ActuatorIndex(i), duration: .seconds(200), durationMax: .seconds(600),
            untilMoisture: i == 1 ? nil : 60, isAutomatic: i == 2, pause: .hours(1))))
    }
    plan.people = [
      PersonPlan(
        id: LeaseHappening.person, name: LeaseHappening.person,
        devices: [DevicePlan(id: LeaseHappening.person, name: LeaseHappening.person, role: .operator)])
    ]
    return plan
  }

  /// The same in the words of a diary.
  package static let text = """
    plan basil dry_below 30 deadband 5 dwell_seconds 0 valve timed run 200 max 600 until 60
    plan fern dry_below 30 deadband 5 dwell_seconds 0 valve plain run 200 max 600 no_timer
    plan moss dry_below 30 deadband 5 dwell_seconds 0 valve auto run 200 max 600 until 60 automatic pause 3600
    person \(LeaseHappening.person)
    """
}
