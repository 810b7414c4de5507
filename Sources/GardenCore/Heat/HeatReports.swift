extension Heaters {
  /// A relay spoke. A retained report proves nothing and switches nothing.
  package mutating func report(
    _ report: ValveReport, of actuator: ActuatorIndex, plan: GardenPlan, at now: Moment,
    effects: inout [Effect], news: inout [HeatNews]
  ) {
    guard !report.wasRetained, let isOn = report.isOpen,
      let h = heaters.firstIndex(where: { $0.plan.actuator == actuator })
    else { return }
    step(plan, now, &effects, &news) { heaters, step in
      if isOn { heaters.saidOn(h, &step) } else { heaters.saidOff(h, &step) }
      heaters.show(h, &step)
    }
  }

  private mutating func saidOn(_ h: Int, _ step: inout HeatStep) {
    heaters[h].saysOn = true
    if heaters[h].isOn {
      guard heaters[h].seenOnAt == nil else { return }
      heaters[h].seenOnAt = step.now.uptime
      tell(h, .reported, "says on", &step)
      calm(h, .didNotSwitchOn, &step)
    } else if heaters[h].isSeenOff {
      step.log(.notice, heaters[h].id, "is on, and no run of ours is: switched off")
      restartOff(h, &step)
    }
  }

  private mutating func saidOff(_ h: Int, _ step: inout HeatStep) {
    if heaters[h].isOn {
      // Before it said on, this is the state of before the command took effect.
      guard heaters[h].seenOnAt != nil else { return }
      tell(h, .reported, "says off", &step)
      // Told all the same: a late repeat of an old report would look alike.
      switchOff(h, .device, &step)
    }
    heaters[h].saysOn = false
    proveOff(h, &step)
  }

  /// A live value of a power meter, W.
  package mutating func powerMeasured(
    _ sensor: SensorIndex, _ watts: Double, plan: GardenPlan, at now: Moment, effects: inout [Effect],
    news: inout [HeatNews]
  ) {
    for h in heaters.indices where heaters[h].powerMeter == sensor {
      heaters[h].power = watts
      if heaters[h].drawsPower && heaters[h].isOn { heaters[h].drewPower = true }
      guard !heaters[h].isOn, heaters[h].isSeenOff == heaters[h].drawsPower else { continue }
      step(plan, now, &effects, &news) { heaters, step in
        if heaters.heaters[h].drawsPower {
          step.log(.warning, heaters.heaters[h].id, "says off and draws power: switched off")
          heaters.restartOff(h, &step)
        } else {
          heaters.proveOff(h, &step)
        }
        heaters.show(h, &step)
      }
    }
  }
}
