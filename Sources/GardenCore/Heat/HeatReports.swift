extension Heaters {
  /// A relay spoke. A retained report proves nothing and switches nothing.
  package mutating func report(_ report: ValveReport, of actuator: ActuatorIndex, _ turn: inout Turn) {
    guard !report.wasRetained, let isOn = report.isOpen,
      let h = heaters.firstIndex(where: { $0.plan.actuator == actuator })
    else { return }
    if isOn { saidOn(h, &turn) } else { saidOff(h, &turn) }
    show(h, &turn)
  }

  private mutating func saidOn(_ h: Int, _ turn: inout Turn) {
    let before = heaters[h].drive
    heaters[h].drive.heard(isOpen: true, at: turn.now.uptime)
    if heaters[h].isOn {
      guard before.saidAt == nil else { return }
      tell(h, .reported, "says on", &turn)
      calm(h, .didNotSwitchOn, &turn)
    } else if before.isProvedClosed {
      turn.log(.notice, heater: heaters[h].id, "is on, and no run of ours is: switched off")
      restartOff(h, &turn)
    }
  }

  private mutating func saidOff(_ h: Int, _ turn: inout Turn) {
    if heaters[h].isOn {
      // Before it said on, this is the state of before the command took effect.
      guard heaters[h].seenOnAt != nil else { return }
      tell(h, .reported, "says off", &turn)
      // Told all the same: a late repeat of an old report would look alike.
      switchOff(h, .device, &turn)
    }
    heaters[h].drive.heard(isOpen: false, at: turn.now.uptime)
    proveOff(h, &turn)
  }

  /// A live value of a power meter, W.
  package mutating func powerMeasured(_ sensor: SensorIndex, _ watts: Double, _ turn: inout Turn) {
    for h in heaters.indices where heaters[h].powerMeter == sensor {
      heaters[h].power = watts
      if heaters[h].drawsPower && heaters[h].isOn { heaters[h].drewPower = true }
      guard !heaters[h].isOn, heaters[h].isSeenOff == heaters[h].drawsPower else { continue }
      if heaters[h].drawsPower {
        turn.log(.warning, heater: heaters[h].id, "says off and draws power: switched off")
        restartOff(h, &turn)
      } else {
        proveOff(h, &turn)
      }
      show(h, &turn)
    }
  }
}
