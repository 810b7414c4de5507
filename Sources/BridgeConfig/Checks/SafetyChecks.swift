internal import DeviceFamilies
internal import GardenCore

/// Asks of each valve and heater how it stops when nobody tells it to, and looks up the meters that watch it.
struct SafetyChecks {
  private let roster: Roster
  let problems: Problems
  /// Meters of flow and of power, once for each valve that names them.
  private let meters: [String]

  init(_ roster: Roster, _ problems: Problems) {
    self.roster = roster
    self.problems = problems
    meters = roster.valves.flatMap { Set($0.safety?.meters.map(\.value) ?? []) }
  }

  /// Completes the plan of a valve, or of a heater's relay, whose binding holds.
  func complete(_ draft: inout ActuatorDraft, _ driver: any DeviceDriver) {
    draft.plan.kind =
      draft.plan.isHeater
      ? .heater(hasDeviceTimer: driver.hasDeviceTimer) : .valve(hasDeviceTimer: driver.hasDeviceTimer)
    draft.plan.hearsRarely = driver.hearsRarely
    guard let safety = draft.safety else { return }
    checkTimer(safety, draft, driver)
    if driver.hasDeviceTimer {
      draft.plan.timerMax = [driver.timerMax, safety.timerMax?.value].compactMap(\.self).min()
    }
    draft.plan.evidence = safety.plan
    if let water = safety.water {
      checkOwnFlow(water, driver)
      checkSilence(water, safety, draft, driver)
      draft.plan.evidence.flowMeter = meter(water.flowMeter, measures: [.flow, .volume])
      checkProof(water, safety, driver)
    }
    draft.plan.evidence.powerMeter = meter(safety.powerMeter, measures: [.power])
  }

  private func checkTimer(_ safety: SafetyDraft, _ draft: ActuatorDraft, _ driver: any DeviceDriver) {
    let noun = safety.words.noun
    if driver.hasDeviceTimer {
      guard let accepted = safety.noDeviceTimer else { return }
      return deleteLine(accepted, "the \(noun) has a timer of its own")
    }
    if let longest = safety.timerMax {
      problems.error(
        at: longest.position, "\(longest.path): the \(noun) has no timer of its own, as it is bound here")
    }
    if safety.noDeviceTimer != nil { return }
    let way =
      draft.binding?.family.closesByItself
      ?? "use a device that closes by itself after a time that it is told"
    problems.error(
      at: draft.id.position,
      "the \(noun) \(quoted(draft.id.value)) has no timer of its own: if the bridge, the broker or the network "
        + "fails \(safety.words.fate)",
      help: "\(way); or, to live with that, write 'no_device_timer: accepted' below it")
  }

  /// A valve that says closed and is not: its timer ends that, or its meter tells it. With neither nobody knows.
  private func checkSilence(
    _ water: SafetyDraft.WaterEvidence, _ safety: SafetyDraft, _ draft: ActuatorDraft,
    _ driver: any DeviceDriver
  ) {
    let hasMeter = safety.namesWaterMeter || safety.powerMeter != nil
    if let accepted = water.noMeter {
      if hasMeter { return deleteLine(accepted, "the valve has a meter") }
      if driver.hasDeviceTimer { deleteLine(accepted, "the valve has a timer of its own") }
      return
    }
    guard let timer = safety.noDeviceTimer, !driver.hasDeviceTimer, !hasMeter else { return }
    problems.warning(
      at: timer.position,
      "the valve \(quoted(draft.id.value)) has neither a timer of its own nor a meter: if it says closed and is not, "
        + "water runs and nobody learns of it",
      help:
        "name a sensor in its pipe with flow_meter, or of its pump with power_meter; or, to live with that, "
        + "write 'no_meter: accepted' below it")
  }

  /// A valve whose word never proves that it is closed needs what does.
  private func checkProof(
    _ water: SafetyDraft.WaterEvidence, _ safety: SafetyDraft, _ driver: any DeviceDriver
  ) {
    let line = water.reportsClosed
    guard !line.value else { return }
    if !driver.hasDeviceTimer {
      problems.error(
        at: line.position, "\(line.path): the valve has no timer of its own, so nothing proves it closed")
    } else if !water.reportsFlow.value, !safety.meters.contains(where: isItsOwn) {
      guard let shared = safety.meters.first else {
        problems.error(
          at: line.position, "\(line.path): nothing else proves the valve closed",
          help: "name a sensor in its pipe with flow_meter, or of its pump with power_meter")
        return
      }
      problems.error(
        at: shared.position,
        "\(shared.path): other valves share this meter, so while one of them runs nothing proves this one closed",
        help: "a valve with 'reports_closed: false' needs a meter of its own")
    }
  }

  private func isItsOwn(_ meter: Placed<String>) -> Bool {
    meters.count { $0 == meter.value } == 1
  }

  private func deleteLine(_ accepted: Placed<Bool>, _ why: String) {
    problems.warning(
      at: accepted.position, "\(accepted.path): \(why)",
      help: "delete the line, so that a device without one is noticed if it ever takes this place")
  }

  private func checkOwnFlow(_ water: SafetyDraft.WaterEvidence, _ driver: any DeviceDriver) {
    guard water.reportsFlow.value, !driver.canReportFlow else { return }
    problems.error(
      at: water.reportsFlow.position,
      "\(water.reportsFlow.path): no report of this valve says how much water flows while it is open",
      help: "name a sensor in its pipe with flow_meter")
  }

  private func meter(_ name: Placed<String>?, measures wanted: [Quantity]) -> SensorIndex? {
    name.flatMap { roster.sensor($0, measures: wanted) }
  }
}

extension ActuatorPlan {
  fileprivate var isHeater: Bool { if case .heater = kind { true } else { false } }
}
