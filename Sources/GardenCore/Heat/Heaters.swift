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
  var isLinkUp = true
  var linkSince = Uptime(milliseconds: .min / 2)
  let boot: BootID

  package init(plan: GardenPlan, memory: [HeaterMemory], boot: BootID, at now: Moment) {
    self.boot = boot
    heaters = plan.heaters.indices.compactMap { position in
      let id = plan.id(of: plan.heaters[position])
      return Heater(position, plan, memory: memory.first { $0.id == id }, boot: boot, at: now)
    }
  }

  /// Only heaters that were ever on, or in trouble, have something to remember.
  package var memory: [HeaterMemory] {
    heaters.map(\.memory).filter { $0.lease != nil || $0.trouble != nil }
  }

  package func pictures(at now: Moment) -> [Picture] {
    heaters.map { .heater($0.shown ?? $0.picture(at: now)) }
  }

  package var isEmpty: Bool { heaters.isEmpty }

  func position(of id: String) -> Int? { heaters.firstIndex { $0.id == id } }

  /// The next uptime at which time alone changes something.
  func addDeadlines(to next: inout Earliest) {
    for heater in heaters { heater.addDeadlines(to: &next, linkSince: linkSince, isLinkUp: isLinkUp) }
  }

  /// After a restart: every heater is told to switch off, whatever was remembered or is retained.
  package mutating func start(
    plan: GardenPlan, at now: Moment, effects: inout [Effect], news: inout [HeatNews]
  ) {
    step(plan, now, &effects, &news) { heaters, step in
      for h in heaters.heaters.indices { heaters.begin(h, &step) }
    }
  }

  /// Takes a heater into care: off first.
  mutating func begin(_ h: Int, _ step: inout HeatStep) {
    if heaters[h].isOn {
      switchOff(h, .away, &step)
    } else {
      restartOff(h, &step)
    }
    show(h, &step)
  }

  package mutating func linkChanged(
    _ isUp: Bool, plan: GardenPlan, at now: Moment, effects: inout [Effect], news: inout [HeatNews]
  ) {
    if isLinkUp != isUp { linkSince = now.uptime }
    isLinkUp = isUp
    guard isUp else { return }
    step(plan, now, &effects, &news) { heaters, step in
      for h in heaters.heaters.indices {
        if !heaters.heaters[h].isOn, !heaters.heaters[h].isSeenOff { heaters.sendOffAgain(h, &step) }
      }
    }
  }

  /// The bridge goes down: nothing of ours heats on.
  package mutating func suspend(
    plan: GardenPlan, at now: Moment, effects: inout [Effect], news: inout [HeatNews]
  ) {
    step(plan, now, &effects, &news) { heaters, step in
      for h in heaters.heaters.indices {
        if heaters.heaters[h].isOn {
          heaters.switchOff(h, .away, &step)
        } else if !heaters.heaters[h].isSeenOff {
          heaters.sendOff(h, &step)
        }
      }
    }
  }

  /// The command did not leave, because the store could not keep its lease. `lease` nil: the command named none.
  package mutating func notDurable(
    _ actuator: ActuatorIndex, _ lease: UniqueID?, plan: GardenPlan, at now: Moment, effects: inout [Effect],
    news: inout [HeatNews]
  ) {
    guard let h = heaters.firstIndex(where: { $0.plan.actuator == actuator }), heaters[h].isOn,
      lease == nil || lease == heaters[h].memory.lease
    else { return }
    step(plan, now, &effects, &news) { heaters, step in
      heaters.heaters[h].notBefore = now.uptime + HeatLimits.retryAfter
      heaters.switchOff(h, .failure, &step)
    }
  }

  /// Runs `body` and hands its effects and news to the caller in order.
  mutating func step<Result>(
    _ plan: GardenPlan, _ now: Moment, _ effects: inout [Effect], _ news: inout [HeatNews],
    _ body: (inout Heaters, inout HeatStep) -> Result
  ) -> Result {
    var step = HeatStep(plan, now)
    let result = body(&self, &step)
    if !step.effects.isEmpty { effects.append(contentsOf: step.effects) }
    if !step.news.isEmpty { news.append(contentsOf: step.news) }
    return result
  }
}

/// What the rest of the garden must know of a step: it changes reminders.
package enum HeatNews: Sendable, Hashable {
  /// The trouble of that heater turned; `nil`: all is well.
  case trouble(String, HeatTrouble?)
}

/// What one call works with.
struct HeatStep {
  let plan: GardenPlan
  let now: Moment
  var effects: [Effect] = []
  var news: [HeatNews] = []

  init(_ plan: GardenPlan, _ now: Moment) {
    self.plan = plan
    self.now = now
  }

  mutating func log(_ level: LogLine.Level, _ heater: String, _ text: String) {
    effects.append(.log(LogLine(level, "heater \(heater)", text)))
  }
}
