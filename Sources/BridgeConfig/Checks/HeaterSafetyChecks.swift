internal import DeviceFamilies
internal import GardenCore

extension ValveSafetyChecks {
  /// Completes the relay of a heater whose binding holds.
  func complete(heater draft: inout ActuatorDraft, _ driver: any DeviceDriver) {
    draft.plan.kind = .heater(hasDeviceTimer: driver.hasDeviceTimer)
    guard let safety = draft.safety else { return }
    checkHeaterTimer(safety, draft, driver)
    if driver.hasDeviceTimer {
      draft.plan.timerMax = [driver.timerMax, safety.timerMax?.value].compactMap(\.self).min()
    }
    draft.plan.evidence = safety.plan
    draft.plan.evidence.powerMeter = meter(safety.powerMeter, measures: [.power])
  }

  private func checkHeaterTimer(
    _ safety: ValveSafetyDraft, _ draft: ActuatorDraft, _ driver: any DeviceDriver
  ) {
    if driver.hasDeviceTimer {
      guard let accepted = safety.noDeviceTimer else { return }
      problems.warning(
        at: accepted.position, "\(accepted.path): the heater has a timer of its own",
        help: "delete the line, so that a device without one is noticed if it ever takes this place")
      return
    }
    if let longest = safety.timerMax {
      problems.error(
        at: longest.position, "\(longest.path): the heater has no timer of its own, as it is bound here")
    }
    if safety.noDeviceTimer != nil { return }
    let way = draft.binding.map { Self.wayOut($0.family) } ?? Self.otherDevice
    problems.error(
      at: draft.id.position,
      "the heater \(quoted(draft.id.value)) has no timer of its own: if the bridge, the broker or the network "
        + "fails while it is on, it heats until somebody pulls its plug",
      help: "\(way); or, to live with that, write 'no_device_timer: accepted' below it")
  }
}
