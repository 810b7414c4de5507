// A reload may give a valve or a heater another device under the same name. What it leaves behind would stay open, or go on heating.

extension GardenPlan {
  /// As the present plan must be left for this one: what moved to another device counts as dropped, and so is closed while its old
  /// driver is still there.
  package func leaving(_ moved: Set<String>) -> GardenPlan {
    var plan = self
    for a in actuators.indices where moved.contains(actuators[a].id) {
      if case .thermostat = actuators[a].kind { continue }
      plan.actuators[a].id = ""
    }
    return plan
  }
}
