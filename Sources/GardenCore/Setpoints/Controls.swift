/// Every value that people can move: dry limits of plants, and setpoints of devices.
///
/// - A limit is in force at once. The slider wins over the config until that line of the file is edited.
/// - What a heater of ours keeps is in force at once too, and survives as a limit does.
/// - A setpoint is asked of its device, and in force is only what the device itself reports. A report never causes a
///   command, so nothing can echo; a restart sends no old value but what its device still has time to answer.
///
/// Revisions rise when a move is accepted, when the device turns it down or does not answer, when somebody moves the
/// value at the device, and when the config is edited. A device that does what it was told keeps the revision.
package struct Controls: Sendable, Hashable {
  var controls = Rows<Control>()
  /// Where each stands in `controls`.
  private var positions: [ControlID: Int] = [:]
  /// Per plant position the index of its dry limit in `controls`; -1: none.
  private var limits: [Int] = []
  /// Per actuator position the index of its setpoint in `controls`; -1: none.
  private var setpoints: [Int] = []
  /// Per heater position the index of its setpoint in `controls`; -1: none.
  private var targets: [Int] = []
  /// What is remembered of controls that the plan does not have (a plant commented out for a week).
  private var strangers: [ControlMemory] = []
  var fallbacks: [FallbackWatch] = []
  /// The bridge goes down: what devices say from here on changes nothing.
  var isSuspended = false

  package init(
    plan: GardenPlan, memory: [ControlMemory], fallbacks: [FallbackMemory] = [], at now: Moment
  ) {
    strangers = memory
    self.fallbacks = fallbacks.map { FallbackWatch(memory: $0) }
    define(plan, now)
    for i in controls.indices { controls[i].published = controls[i].snapshot }
  }

  /// All that must survive.
  package var memory: [ControlMemory] { controls.filter(\.isRemembered).map(\.memory) + strangers }
  package var snapshots: [Snapshot] { controls.map { .control($0.snapshot) } }

  package func snapshot(of id: ControlID) -> ControlSnapshot? {
    position(id).map { controls[$0].snapshot }
  }
  /// Who moved it last; `nil`: the device itself, the config, or nobody.
  func mover(of id: ControlID) -> DeviceID? { position(id).flatMap { controls[$0].memory.by } }
  /// `nil`: there is no such control.
  package func roleNeeded(_ id: ControlID) -> Role? { position(id).map { controls[$0].definition.role } }
  /// `nil`: there is no such control.
  func position(_ id: ControlID) -> Int? { positions[id] }

  /// The dry limit in force, percent; `nil`: the plant has none. `plantPosition`: in `plan.plants`.
  package func dryBelow(plantPosition: Int, plan: GardenPlan) -> Double? {
    guard limits.indices.contains(plantPosition), limits[plantPosition] >= 0 else {
      return plan.plants[plantPosition].moisture.below
    }
    return controls[limits[plantPosition]].memory.value
  }

  /// The slider of that plant's dry limit; `nil`: it has none.
  func limit(ofPlant position: Int) -> ControlSnapshot? {
    guard limits.indices.contains(position), limits[position] >= 0 else { return nil }
    return controls[limits[position]].snapshot
  }

  /// The slider of that thermostat; `nil`: it has none.
  func setpoint(of actuator: ActuatorIndex) -> Control? {
    let i = Int(actuator.position)
    return setpoints.indices.contains(i) && setpoints[i] >= 0 ? controls[setpoints[i]] : nil
  }

  /// What that key tells an asker of; `nil`: nothing was refused, or it is over.
  func refusal(of key: String) -> ControlSnapshot? {
    controls.first { NoticeKey.refusal($0.memory.id) == key && $0.phase.isRefusal }?.snapshot
  }

  /// °C that a heater of ours shall keep; `position`: in `plan.heaters`. `nil`: it has no slider.
  package func target(ofHeater position: Int) -> Double? {
    guard targets.indices.contains(position), targets[position] >= 0 else { return nil }
    return controls[targets[position]].memory.value
  }

  /// After a restart: publishes every control, and asks devices for what the config newly says.
  package mutating func start(_ turn: inout Turn) {
    for i in controls.indices { askAgain(i, &turn) }
    settleWithConfig(&turn)
    awaitFallbacks(&turn)
    for i in controls.indices { publish(i, &turn) }
  }

  /// The new plan is in force: sliders keep their state by id; an edited line wins over a slider once.
  package mutating func adopt(_ turn: inout Turn) {
    let before = self
    strangers = memory
    define(turn.plan, turn.now)
    for i in controls.indices {
      guard let old = before.position(controls[i].memory.id).map({ before.controls[$0] }) else { continue }
      controls[i].phase = old.phase
      controls[i].pending = old.pending
      controls[i].movedAt = old.movedAt
      controls[i].refused = old.refused
      controls[i].published = old.published
    }
    settleWithConfig(&turn)
    awaitFallbacks(&turn)
    for i in controls.indices { publish(i, &turn) }
  }

  private mutating func define(_ plan: GardenPlan, _ now: Moment) {
    var found: [Control] = []
    found.reserveCapacity(plan.plants.count + plan.actuators.count + plan.heaters.count)
    var known = Dictionary(strangers.map { ($0.id, $0) }) { first, _ in first }
    defer { strangers.removeAll { known[$0.id] == nil } }
    limits = Array(repeating: -1, count: plan.plants.count)
    for (position, plant) in plan.plants.enumerated() {
      guard let definition = ControlDefinition(plant) else { continue }
      limits[position] = found.count
      found.append(control(definition, &known, now))
    }
    setpoints = Array(repeating: -1, count: plan.actuators.count)
    for (position, actuator) in plan.actuators.enumerated() {
      guard let definition = ControlDefinition(actuator, at: position, plan) else { continue }
      setpoints[position] = found.count
      found.append(control(definition, &known, now))
    }
    targets = Array(repeating: -1, count: plan.heaters.count)
    for (position, heater) in plan.heaters.enumerated() {
      guard let definition = ControlDefinition(heater, plan) else { continue }
      targets[position] = found.count
      found.append(control(definition, &known, now))
    }
    controls = Rows(found)
    positions = Dictionary(found.indices.map { (found[$0].memory.id, $0) }) { first, _ in first }
  }

  private func control(
    _ definition: ControlDefinition, _ known: inout [ControlID: ControlMemory], _ now: Moment
  ) -> Control {
    if let memory = known.removeValue(forKey: definition.id) {
      return Control(definition: definition, memory: memory, isRemembered: true)
    }
    var memory = ControlMemory(
      id: definition.id, value: definition.configured ?? definition.range.lowerBound, revision: 1,
      overrode: nil, changedAt: now.wall, by: nil)
    if case .setpoint = definition.kind {
      memory.isReported = false
    } else {
      memory.overrode = definition.configured
    }
    return Control(definition: definition, memory: memory, isRemembered: false)
  }

  /// Where the file was edited since, the file wins: a limit at once, a setpoint by a command that counts as sent
  /// only when the device answers it.
  private mutating func settleWithConfig(_ turn: inout Turn) {
    for i in controls.indices {
      let definition = controls[i].definition
      let isEdited = definition.configured != controls[i].memory.overrode
      switch definition.kind {
      case .limit, .target:
        guard let configured = definition.configured else { continue }
        guard isEdited || !definition.range.contains(controls[i].memory.value) else { continue }
        controls[i].memory.value = configured
        controls[i].memory.overrode = configured
        controls[i].memory.by = nil
        controls[i].memory.revision += 1
        controls[i].memory.changedAt = turn.now.wall
        remember(i, &turn)
      case .setpoint:
        guard isEdited else { continue }
        if let configured = definition.configured, let actuator = controls[i].actuator(in: turn.plan) {
          forgetFallback(turn.plan.actuators[Int(actuator.position)].id, &turn)
          ask(i, configured, by: Controls.config, actuator, &turn)
        } else {
          controls[i].memory.overrode = nil
          remember(i, &turn)
        }
      }
    }
  }

  /// The link to the broker is up (again): what no device has answered is sent anew.
  package mutating func linkCameUp(_ turn: inout Turn) {
    awaitFallbacks(&turn)
    for i in controls.indices {
      guard let actuator = controls[i].actuator(in: turn.plan) else { continue }
      if let pending = controls[i].pending {
        controls[i].pending?.sentAt = turn.now.uptime
        controls[i].pending?.wasRepeated = false
        turn.effects.append(.command(ActuatorCommand(actuator: actuator, action: .setpoint(pending.value))))
      } else if let configured = controls[i].definition.configured, configured != controls[i].memory.overrode
      {
        ask(i, configured, by: Controls.config, actuator, &turn)
        publish(i, &turn)
      }
    }
  }

  mutating func correct(_ correct: ClockWatch.Correction, _ turn: inout Turn) {
    for i in controls.indices {
      let before = controls[i]
      controls[i].memory.changedAt = correct(before.memory.changedAt)
      if let refused = before.refused { controls[i].refused?.at = correct(refused.at) }
      guard controls[i] != before else { continue }
      // What an earlier process asked keeps its time: nobody knows how long ago that was.
      if before.pending != nil {
        remember(i, &turn)
      } else if before.isRemembered {
        turn.remember(.control(controls[i].memory))
      }
      publish(i, &turn)
    }
  }

  mutating func publish(_ i: Int, _ turn: inout Turn) {
    let snapshot = controls[i].snapshot
    turn.effects.append(.publish(.control(snapshot)))
    turn.news.append(.controlShown(snapshot, from: controls[i].published))
    controls[i].published = snapshot
  }

  /// Who asks where the config file does.
  package static let config: DeviceID = "config"

  /// A move that was acknowledged must not be lost with the process, and must not come hours later either.
  private mutating func askAgain(_ i: Int, _ turn: inout Turn) {
    guard let asked = controls[i].memory.asked else { return }
    let passed = turn.now.wall - asked.at
    let hasTime = turn.now.isWallTrusted && passed >= .zero && passed <= controls[i].definition.answerWithin
    if hasTime, let actuator = controls[i].actuator(in: turn.plan) {
      ask(i, asked.value, by: asked.by, actuator, &turn)
    } else {
      giveUp(i, asked.value, by: asked.by, &turn)
      remember(i, &turn)
    }
  }

  mutating func remember(_ i: Int, _ turn: inout Turn) {
    controls[i].isRemembered = true
    controls[i].memory.asked = controls[i].pending.map {
      .init(value: $0.value, by: $0.by, at: turn.now.wall - (turn.now.uptime - $0.sentAt))
    }
    turn.remember(.control(controls[i].memory))
  }

  /// Sends the value to the device and waits for its own report.
  mutating func ask(_ i: Int, _ value: Double, by: DeviceID, _ actuator: ActuatorIndex, _ turn: inout Turn) {
    var pending = Control.Pending(value: value, by: by, sentAt: turn.now.uptime)
    if let old = controls[i].pending {
      pending.superseded = Array((old.superseded + [old.value]).suffix(8))
    }
    turn.effects.append(.command(ActuatorCommand(actuator: actuator, action: .setpoint(value))))
    // A device that already stands there may have nothing to report.
    if let reported = controls[i].value, controls[i].definition.isSame(reported, value),
      controls[i].pending == nil
    {
      controls[i].phase = .settled
      controls[i].memory.overrode = controls[i].definition.configured
    } else {
      controls[i].pending = pending
      controls[i].phase = .accepted(value, by: by)
    }
    remember(i, &turn)
  }
}
