/// How holds and signs and the rest of the garden hear of each other.
extension Garden {
  /// A topic of an interlock spoke.
  mutating func signed(
    _ index: InterlockIndex, _ report: SignReport, at now: Moment, into effects: inout [Effect]
  ) {
    withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
      waterings.signed(index, report, plan: plan, at: now, effects: &effects, news: &news)
    }
    showHolds(at: now, into: &effects)
  }

  /// Emergency stop without a command: a signal to the bridge's process.
  mutating func stopped(by device: DeviceID?, at now: Moment, into effects: inout [Effect]) {
    _ = withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
      waterings.stopAll(by: device, plan: plan, at: now, effects: &effects, news: &news)
    }
    openReminder(NoticeKey.stopped, .stopped, subject: device ?? "", quantity: nil, at: now, into: &effects)
    showHolds(at: now, into: &effects)
  }

  mutating func stopAll(_ head: CommandHead, at now: Moment, into effects: inout [Effect]) -> Outcome {
    let before = waterings.interlocks.holds.first { $0.kind == .emergency }
    stopped(by: head.device, at: now, into: &effects)
    guard let before else {
      return Outcome(
        id: head.id, device: head.device, code: .accepted, message: "everything is told to close")
    }
    return Outcome(
      id: head.id, device: head.device, code: .alreadyDone, message: "already stopped; told to close again",
      by: before.by)
  }

  mutating func hold(
    _ head: CommandHead, _ valve: String, at now: Moment, into effects: inout [Effect]
  ) -> Outcome {
    guard plan.actuators.contains(where: { $0.id == valve && $0.isValve }) else {
      return Outcome(id: head.id, device: head.device, code: .refused, message: "no valve is called so")
    }
    let isNew = withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
      waterings.hold(valve, by: head.device, plan: plan, at: now, effects: &effects, news: &news)
    }
    showHolds(at: now, into: &effects)
    return Outcome(
      id: head.id, device: head.device, code: isNew ? .accepted : .alreadyDone,
      message: isNew ? "locked for maintenance" : "already locked for maintenance")
  }

  mutating func release(
    _ head: CommandHead, _ valve: String?, at now: Moment, into effects: inout [Effect]
  ) -> Outcome {
    let released = withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
      waterings.release(valve, by: head.device, plan: plan, at: now, effects: &effects, news: &news)
    }
    if released?.kind == .emergency {
      closeReminder(NoticeKey.stopped, .cancelled, by: head.device, at: now, into: &effects)
    }
    showHolds(at: now, into: &effects)
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
  mutating func judgeSigns(reading sensor: Int? = nil, at now: Moment, into effects: inout [Effect]) {
    guard !plan.interlocks.isEmpty else { return }
    if let sensor, isSettled(sensor, at: now) { return }
    let values = plan.interlocks.indices.map { i -> Double? in
      guard case .value(_, let quantity, _, _, _) = plan.interlocks[i].sign else { return nil }
      return Fusion.of(quantity, probes: signProbes[i], sensors: sensors, quorum: 1, at: now.uptime).value
    }
    withWaterings(at: now, into: &effects) { waterings, plan, _, effects, news in
      waterings.step(plan, now, &effects, &news) { waterings, step in
        for i in values.indices where i < waterings.interlocks.signs.count {
          waterings.measured(i, values[i], &step)
        }
        waterings.nameSigns(&step)
      }
    }
    showHolds(at: now, into: &effects)
  }

  /// Whether what this sensor says changes no interlock. Allocates nothing.
  private func isSettled(_ sensor: Int, at now: Moment) -> Bool {
    for i in plan.interlocks.indices {
      guard case .value(_, let quantity, _, _, _) = plan.interlocks[i].sign,
        signProbes[i].contains(where: { $0.sensor == sensor })
      else { continue }
      let value = Fusion.of(quantity, probes: signProbes[i], sensors: sensors, quorum: 1, at: now.uptime)
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
  mutating func showHolds(at now: Moment, isStart: Bool = false, into effects: inout [Effect]) {
    let picture = holdPicture
    guard isStart || picture != shownHolds else { return }
    let isOfferAnother = !isStart && picture.holds != shownHolds?.holds
    shownHolds = picture
    effects.append(.publish(.hold(picture)))
    if isOfferAnother { offersChanged(at: now, into: &effects) }
  }

  /// Why the rule may not water this plant although it is dry; `nil`: nothing keeps it.
  func ruleRefusal(_ plant: PlantID) -> String? { waterings.interlocks.refusals[plant]?.interlock.text }
}

/// What is held closed, and what the interlocks say, for pages and devices.
package struct HoldPicture: Sendable, Hashable {
  package struct Sign: Sendable, Hashable {
    package var id: String
    package var name: String
    package var standing: SignStanding
    package var since: Timestamp
  }
  package var holds: [HoldMemory]
  /// Valves that the config locks.
  package var locked: [String]
  package var signs: [Sign]
}
