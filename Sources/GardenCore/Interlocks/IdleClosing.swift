/// A valve that no run holds, told to close with the waits of a lease until it says that it is closed.
struct IdleClosing: Sendable, Hashable {
  var valve: String
  var sent = 0
  var sentAt = Uptime(milliseconds: 0)
  let since: Uptime
  /// We opened it: silence is a reason to wake people.
  let mayBeOpen: Bool
  var saidTrouble = false

  var againAt: Uptime {
    let waits = WateringLimits.closeWaits
    return sent == 0 ? since : sentAt + (sent <= waits.count ? waits[sent - 1] : WateringLimits.closeEvery)
  }
}

extension Waterings {
  /// Closes a valve that no run holds, and goes on until it reports closed.
  mutating func closeWithoutRun(_ valve: String, mayBeOpen: Bool = false, _ step: inout WateringStep) {
    let mayBeOpen =
      mayBeOpen || isOpen(valve) == true || interlocks.closings.contains { $0.valve == valve && $0.mayBeOpen }
    interlocks.closings.removeAll { $0.valve == valve }
    interlocks.closings.append(IdleClosing(valve: valve, since: step.now.uptime, mayBeOpen: mayBeOpen))
    sendIdleClose(interlocks.closings.count - 1, &step)
  }

  mutating func repeatIdleCloses(_ step: inout WateringStep) {
    for i in interlocks.closings.indices {
      if step.now.uptime >= interlocks.closings[i].againAt { sendIdleClose(i, &step) }
      nameIdleTrouble(i, &step)
    }
  }

  /// Whatever was sent into the void is sent anew.
  mutating func restartIdleCloses(_ step: inout WateringStep) {
    for i in interlocks.closings.indices {
      interlocks.closings[i].sent = 0
      sendIdleClose(i, &step)
    }
  }

  private mutating func sendIdleClose(_ i: Int, _ step: inout WateringStep) {
    interlocks.closings[i].sent += 1
    interlocks.closings[i].sentAt = step.now.uptime
    guard let valve = step.valve(interlocks.closings[i].valve) else { return }
    step.effects.append(.command(ActuatorCommand(actuator: valve, deed: .close)))
  }

  private mutating func nameIdleTrouble(_ i: Int, _ step: inout WateringStep) {
    let closing = interlocks.closings[i]
    guard !closing.saidTrouble, let valve = step.valve(closing.valve) else { return }
    let patience = WateringLimits.closeProofWithin(step.plan.actuators[Int(valve.position)])
    guard step.now.uptime - closing.since >= patience else { return }
    interlocks.closings[i].saidTrouble = true
    step.log(
      closing.mayBeOpen ? .alarm : .warning, closing.valve, "did not report closed; closing is repeated")
    if closing.mayBeOpen { step.news.append(.trouble(valve, .didNotClose, plant: nil)) }
  }

  /// The valve itself said so, live.
  mutating func idleClosed(_ valve: String) { interlocks.closings.removeAll { $0.valve == valve } }
}
