internal import DeviceFamilies
internal import GardenCore

/// Asks of each valve how it closes when nobody tells it to, and looks up the meters that watch it.
struct ValveSafetyChecks {
  private let roster: Roster
  let problems: Problems

  init(_ roster: Roster, _ problems: Problems) {
    self.roster = roster
    self.problems = problems
  }

  /// Completes the plan of a valve whose binding holds.
  func complete(_ draft: inout ActuatorDraft, _ driver: any DeviceDriver) {
    draft.plan.kind = .valve(hasDeviceTimer: driver.hasDeviceTimer)
    guard let safety = draft.safety else { return }
    checkTimer(safety, draft, driver)
    if driver.hasDeviceTimer {
      draft.plan.timerMax = [driver.timerMax, safety.timerMax?.value].compactMap(\.self).min()
    }
    draft.plan.evidence = safety.plan
    checkOwnFlow(safety, draft, driver)
    draft.plan.evidence.flowMeter = meter(safety.flowMeter, measures: [.flow, .volume])
    draft.plan.evidence.powerMeter = meter(safety.powerMeter, measures: [.power])
  }

  private func checkTimer(
    _ safety: ValveSafetyDraft, _ draft: ActuatorDraft, _ driver: any DeviceDriver
  ) {
    if driver.hasDeviceTimer {
      guard let accepted = safety.noDeviceTimer else { return }
      problems.warning(
        at: accepted.position, "\(accepted.path): the valve has a timer of its own",
        help: "delete the line, so that a device without one is noticed if it ever takes this place")
      return
    }
    if let longest = safety.timerMax {
      problems.error(
        at: longest.position, "\(longest.path): the valve has no timer of its own, as it is bound here")
    }
    if safety.noDeviceTimer != nil { return }
    let family = draft.binding?.family
    problems.error(
      at: draft.id.position,
      "the valve \(quoted(draft.id.value)) has no timer of its own: if the bridge, the broker or the network fails "
        + "while it is open, it stays open until somebody closes it by hand",
      help: "\(family.map(Self.wayOut) ?? Self.otherDevice); or, to live with that, write "
        + "'no_device_timer: accepted' below it")
  }

  static let otherDevice = "use a device that closes by itself after a time that it is told"

  /// How a valve of that family is made to close by itself.
  static func wayOut(_ family: FamilyName) -> String {
    switch family {
    case .esphome:
      "put the script of config/esphome-valve.yaml on the node and name its topic with command_topic"
    case .shelly:
      "use a Shelly of the second generation or later, which closes by itself, and at least set auto_off in this one"
    case .template, .chirpstack, .theThingsStack:
      "where the device ends a run itself, put {seconds} or {minutes} into 'open' and set closes_by_itself: true"
    default: otherDevice
    }
  }

  private func checkOwnFlow(
    _ safety: ValveSafetyDraft, _ draft: ActuatorDraft, _ driver: any DeviceDriver
  ) {
    guard safety.reportsFlow.value, !driver.canReportFlow else { return }
    problems.error(
      at: safety.reportsFlow.position,
      "\(safety.reportsFlow.path): no report of this valve says how much water flows while it is open",
      help: "name a sensor in its pipe with flow_meter")
  }

  func meter(_ name: Placed<String>?, measures wanted: [Quantity]) -> SensorIndex? {
    guard let name, let index = roster.sensor(name) else { return nil }
    let sensor = roster.sensors[Int(index.position)]
    if wanted.contains(where: sensor.mayMeasure) { return index }
    let words = wanted.map { "\($0.name)" }.joined(separator: " or ")
    problems.error(
      at: name.position, "\(name.path): the sensor \(quoted(name.value)) has no \(words)",
      help: "say where it stands under its 'fields'")
    return nil
  }
}
