/// Two-point controllers: relays that heat a place under the bridge's own thermostat, each run inside a lease.
///
/// - On only where the temperature is known and too low, the relay is proved off, its pause is over, nothing holds it
///   and the broker can be reached. The lease is remembered in the batch that switches on.
/// - Off on every other path, and repeated with the waits of a closing valve until the relay itself says so, and its
///   power meter does not say otherwise.
/// - A restart never goes on heating: everything is switched off first. What the device's own timer does not end,
///   the next start does.
package struct Heaters: Sendable, Hashable {
  var heaters: [Heater] = []
  /// Per sensor the heaters that read it.
  private(set) var readers: [[Int]] = []

  package init(plan: GardenPlan, memory: [HeaterMemory], boot: BootID, at now: Moment) {
    heaters = plan.heaters.indices.compactMap { position in
      let id = plan.id(of: plan.heaters[position])
      return Heater(position, plan, memory: memory.first { $0.id == id }, boot: boot, at: now)
    }
  }

  /// Only heaters that were ever on, or in trouble, have something to remember.
  package var memory: [HeaterMemory] {
    heaters.map(\.memory).filter { $0.lease != nil || $0.trouble != nil }
  }

  package func snapshots(at now: Moment) -> [Snapshot] {
    heaters.map { .heater($0.shown ?? $0.snapshot(at: now)) }
  }

  package var isEmpty: Bool { heaters.isEmpty }

  func position(of id: String) -> Int? { heaters.firstIndex { $0.id == id } }

  /// Works out which probes count for which heater, after the plan changed.
  mutating func connect(_ sensors: inout Sensors) {
    readers = [[Int]](repeating: [], count: sensors.count)
    for h in heaters.indices {
      for probe in heaters[h].probes where probe.mask & Quantity.temperature.bit != 0 {
        sensors[probe.sensor].wanted |= Quantity.temperature.bit
        if !readers[probe.sensor].contains(h) { readers[probe.sensor].append(h) }
      }
    }
  }

  /// After a restart: every heater is told to switch off, whatever was remembered or is retained.
  package mutating func start(_ turn: inout Turn) {
    for kept in turn.memory.heaters where !turn.plan.hasHeater(kept.id) {
      if kept.phase != .off {
        turn.log(.alarm, heater: kept.id, "not in the configuration any more; it was not proved off")
      }
      turn.remember(.noHeater(id: kept.id))
    }
    for h in heaters.indices { begin(h, &turn) }
  }

  /// Takes a heater into care: off first.
  mutating func begin(_ h: Int, _ turn: inout Turn) {
    if heaters[h].isOn {
      switchOff(h, .away, &turn)
    } else {
      restartOff(h, &turn)
    }
    show(h, &turn)
  }

  package mutating func linkCameUp(_ turn: inout Turn) {
    for h in heaters.indices {
      guard !heaters[h].isOn, !heaters[h].isSeenOff else { continue }
      heaters[h].drive.startOver()
      offAgain(h, &turn)
    }
  }

  /// A run keeps its own pace: its dates lie as far from now as its uptimes.
  mutating func correct(_ correct: ClockWatch.Correction, _ turn: inout Turn) {
    for h in heaters.indices {
      guard let shown = heaters[h].shown else { continue }
      let since = correct(shown.since)
      guard since != shown.since else { continue }
      heaters[h].shown?.since = since
      turn.effects.append(.publish(.heater(heaters[h].shown ?? shown)))
    }
    for h in heaters.indices where heaters[h].memory.lease != nil {
      let before = heaters[h].memory
      var onAt = correct(before.onAt)
      guard onAt != before.onAt else { continue }
      if before.boot == turn.boot { onAt = turn.now.wall - (turn.now.uptime - before.on) }
      heaters[h].memory.onAt = onAt
      heaters[h].memory.endsAt = before.endsAt + (onAt - before.onAt)
      remember(h, &turn)
      show(h, &turn)
    }
  }

  /// The bridge goes down: nothing of ours heats on.
  package mutating func suspend(_ turn: inout Turn) {
    for h in heaters.indices {
      if heaters[h].isOn {
        switchOff(h, .away, &turn)
      } else if !heaters[h].isSeenOff {
        offAgain(h, &turn)
      }
    }
  }

  /// The command did not leave, because the store could not keep its lease. `lease` nil: the command named none.
  package mutating func notDurable(_ actuator: ActuatorIndex, _ lease: UniqueID?, _ turn: inout Turn) {
    guard let h = heaters.firstIndex(where: { $0.plan.actuator == actuator }), heaters[h].isOn,
      lease == nil || lease == heaters[h].memory.lease
    else { return }
    heaters[h].notBefore = turn.now.uptime + HeatLimits.retryAfter
    switchOff(h, .failure, &turn)
  }
}
