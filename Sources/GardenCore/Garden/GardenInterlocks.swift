/// How holds and signs and the rest of the garden hear of each other.
extension Garden {
  /// A topic of an interlock spoke.
  mutating func signed(_ index: InterlockIndex, _ report: SignReport) {
    waterings.signed(index, report, &turn)
    settleRuns()
    showHolds()
  }

  /// Emergency stop without a command: a signal to the bridge's process.
  mutating func stopped(by device: DeviceID?) {
    _ = waterings.stopAll(by: device, &turn)
    settleRuns()
    openReminder(NoticeKey.stopped, .stopped, subject: device ?? "")
    showHolds()
  }

  mutating func stopAll(_ head: CommandHead) -> Outcome {
    let before = waterings.interlocks.holds.first { $0.kind == .emergency }
    stopped(by: head.device)
    guard let before else {
      return Outcome(
        id: head.id, device: head.device, code: .accepted, message: "everything is told to close")
    }
    return Outcome(
      id: head.id, device: head.device, code: .alreadyDone, message: "already stopped; told to close again",
      by: before.by)
  }

  mutating func hold(_ head: CommandHead, _ valve: String) -> Outcome {
    guard plan.actuators.contains(where: { $0.id == valve && $0.isValve }) else {
      return Outcome(id: head.id, device: head.device, code: .refused, message: "no valve is called so")
    }
    let isNew = waterings.hold(valve, by: head.device, &turn)
    settleRuns()
    showHolds()
    return Outcome(
      id: head.id, device: head.device, code: isNew ? .accepted : .alreadyDone,
      message: isNew ? "locked for maintenance" : "already locked for maintenance")
  }

  mutating func release(_ head: CommandHead, _ valve: String?) -> Outcome {
    let released = waterings.release(valve, by: head.device, &turn)
    settleRuns()
    if released?.kind == .emergency {
      closeReminder(NoticeKey.stopped, .cancelled, by: head.device)
    }
    showHolds()
    guard let released else {
      return Outcome(
        id: head.id, device: head.device, code: .alreadyDone,
        message: valve == nil ? noStop : "the valve was not locked")
    }
    return Outcome(
      id: head.id, device: head.device, code: .accepted,
      message: released.kind == .emergency ? "the emergency stop is over" : "the valve is released")
  }

  /// One who releases the wrong thing is told what is held.
  private var noStop: String {
    let locked = waterings.interlocks.holds.compactMap(\.valve)
    guard let first = locked.first else { return "no emergency stop is on" }
    let more = locked.count > 1 ? " and \(locked.count - 1) more" : ""
    return "no emergency stop is on; locked: \(first)\(more)"
  }

  /// Judges the interlocks that read sensors. On ticks, and when a sensor that one of them reads spoke.
  mutating func judgeSigns(reading sensor: Int? = nil) {
    guard !plan.interlocks.isEmpty else { return }
    if let sensor, isSettled(sensor, at: turn.now) { return }
    let values = plan.interlocks.indices.map { i -> Double? in
      guard case .value(_, let quantity, _, _, _) = plan.interlocks[i].sign else { return nil }
      return Fusion.of(quantity, probes: signProbes[i], sensors: sensors.all, quorum: 1, at: turn.now.uptime)
        .value
    }
    waterings.measured(values, &turn)
    settleRuns()
    showHolds()
  }

  /// Whether what this sensor says changes no interlock. Allocates nothing.
  private func isSettled(_ sensor: Int, at now: Moment) -> Bool {
    for i in plan.interlocks.indices {
      guard case .value(_, let quantity, _, _, _) = plan.interlocks[i].sign,
        signProbes[i].contains(where: { $0.sensor == sensor })
      else { continue }
      let value = Fusion.of(quantity, probes: signProbes[i], sensors: sensors.all, quorum: 1, at: now.uptime)
        .value
      if !waterings.interlocks.signs[i].isSettled(value, plan.interlocks[i], at: now) { return false }
    }
    return true
  }

  /// Works out which sensors interlocks read, after the plan changed.
  mutating func connectSigns() {
    signReaders = [Bool](repeating: false, count: sensors.count)
    signProbes = plan.interlocks.map { interlock in
      guard case .value(let shares, _, _, _, _) = interlock.sign else { return [] }
      return shares.compactMap { Probe($0, sensorCount: sensors.count) }
    }
    for probe in signProbes.joined() {
      signReaders[probe.sensor] = true
      sensors[probe.sensor].wanted |= probe.mask
    }
  }

  var holdPicture: HoldPicture {
    HoldPicture(
      holds: waterings.interlocks.holds,
      locked: plan.actuators.filter { $0.isValve && $0.limits.isLocked }.map(\.id),
      signs: zip(plan.interlocks, waterings.interlocks.signs).map { interlock, sign in
        HoldPicture.Sign(
          id: interlock.id, name: interlock.name, standing: sign.shown ?? .unknown(.neverHeard),
          since: sign.since)
      })
  }

  /// Publishes what is held and what blocks, where that changed.
  mutating func showHolds(isStart: Bool = false) {
    let picture = holdPicture
    guard isStart || picture != shownHolds else { return }
    let isOfferAnother = !isStart && picture.holds != shownHolds?.holds
    shownHolds = picture
    turn.effects.append(.publish(.hold(picture)))
    if isOfferAnother { offersChanged() }
  }

  /// Why the rule may not water this plant although it is dry; `nil`: nothing keeps it.
  func ruleRefusal(_ plant: PlantID) -> String? { waterings.interlocks.refusals[plant]?.interlock.text }
}
