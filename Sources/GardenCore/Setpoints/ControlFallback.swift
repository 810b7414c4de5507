/// Thermostats that shall not be left alone at a high setpoint: the bridge asks for their fallback when it goes down, and for what
/// they kept before when it is back.
///
/// Only a clean stop can ask. Whoever moves the value meanwhile, here or at the device, wins; nothing is asked twice in one run.
struct FallbackWatch: Sendable, Hashable {
  var memory: FallbackMemory
  /// What the device was asked for when the bridge went down, °C.
  var fallback: Double?
  /// A device that says nothing is asked without having spoken then.
  var askAt: Uptime?
  var wasAsked = false

  /// A device has this long to say where it stands, before it is asked blindly.
  static let patience: Duration = .seconds(60)
}

extension Controls {
  /// The bridge goes down.
  package mutating func suspend(_ turn: inout Turn) {
    for i in controls.indices {
      guard let actuator = controls[i].actuator(in: turn.plan) else { continue }
      let device = turn.plan.actuators[Int(actuator.position)]
      guard let fallback = device.fallback else { continue }
      let known = fallbacks.first { $0.memory.actuator == device.id }?.memory.value
      guard let kept = known ?? controls[i].pending?.value ?? controls[i].value else { continue }
      if known == nil, controls[i].pending == nil, controls[i].definition.isSame(kept, fallback) { continue }
      if controls[i].pending != nil {
        controls[i].pending = nil
        remember(i, &turn)
      }
      if known == nil {
        let memory = FallbackMemory(actuator: device.id, value: kept, since: turn.now.wall)
        fallbacks.append(FallbackWatch(memory: memory, fallback: fallback))
        turn.remember(.fallback(memory))
      }
      turn.effects.append(.command(ActuatorCommand(actuator: actuator, action: .setpoint(fallback))))
      turn.log(.notice, "thermostat \(device.id)", "asked for its fallback; the bridge goes down")
    }
    isSuspended = true
  }

  /// After a start, and with each new link: devices have their time to say where they stand.
  mutating func awaitFallbacks(_ turn: inout Turn) {
    for f in fallbacks.indices.reversed() {
      let id = fallbacks[f].memory.actuator
      guard let device = turn.plan.actuators.first(where: { $0.id == id }), let fallback = device.fallback
      else {
        forgetFallback(id, &turn)
        continue
      }
      fallbacks[f].fallback = fallback
      if !fallbacks[f].wasAsked {
        fallbacks[f].askAt = turn.now.uptime + max(FallbackWatch.patience, device.answerWithin)
      }
    }
  }

  /// A thermostat spoke: at its fallback it is asked for what it kept before; anything else ends the matter.
  mutating func reported(_ i: Int, _ value: Double, _ turn: inout Turn) {
    guard !isSuspended, let f = fallback(of: i) else { return }
    guard let fallback = fallbacks[f].fallback, controls[i].definition.isSame(value, fallback),
      !controls[i].definition.isSame(value, fallbacks[f].memory.value)
    else { return forgetFallback(fallbacks[f].memory.actuator, &turn) }
    restore(i, f, &turn)
  }

  /// When the first of them is asked without having spoken.
  var fallbackDue: Uptime? { isSuspended ? nil : fallbacks.compactMap(\.askAt).min() }

  mutating func tickFallbacks(_ turn: inout Turn) {
    while let due = fallbackDue, due <= turn.now.uptime,
      let f = fallbacks.firstIndex(where: { $0.askAt == due })
    {
      fallbacks[f].askAt = nil
      let i = controls.firstIndex { $0.isSetpoint(of: fallbacks[f].memory.actuator) }
      if let i { restore(i, f, &turn) }
    }
  }

  /// Somebody moved the value: what was kept before is history.
  mutating func forgetFallback(_ actuator: String, _ turn: inout Turn) {
    guard let f = fallbacks.firstIndex(where: { $0.memory.actuator == actuator }) else { return }
    fallbacks.remove(at: f)
    turn.remember(.noFallback(actuator: actuator))
  }

  private mutating func restore(_ i: Int, _ f: Int, _ turn: inout Turn) {
    fallbacks[f].askAt = nil
    guard !fallbacks[f].wasAsked, let actuator = controls[i].actuator(in: turn.plan) else { return }
    fallbacks[f].wasAsked = true
    let value = fallbacks[f].memory.value
    guard controls[i].definition.range.contains(value) else {
      return forgetFallback(fallbacks[f].memory.actuator, &turn)
    }
    ask(i, value, by: controls[i].memory.by ?? Controls.config, actuator, &turn)
    publish(i, &turn)
    turn.log(.info, "thermostat \(fallbacks[f].memory.actuator)", "asked for what it kept before")
  }

  private func fallback(of i: Int) -> Int? {
    fallbacks.firstIndex { controls[i].isSetpoint(of: $0.memory.actuator) }
  }
}
