/// The durable story of a lease: a line at every step.
extension Waterings {
  func story(_ i: Int, _ kind: LeaseEvent.Kind, _ text: String, by: DeviceID? = nil, _ turn: inout Turn) {
    let memory = leases[i].memory
    let isLost = !turn.link.carries && (kind == .openSent || kind == .closeSent)
    turn.effects.append(
      .story(
        LeaseEvent(
          lease: memory.id, actuator: memory.actuator, plant: memory.plant, kind: isLost ? .notSent : kind,
          by: by,
          text: String(
            (isLost ? text + ": no link to the broker" : text).prefix(WateringLimits.storyTextMax)),
          at: turn.now)))
  }

  /// Closing may go on for days: after the first dozen every power of two is told.
  func closeStory(_ i: Int, number n: Int, _ turn: inout Turn) {
    guard turn.valve(leases[i].memory.actuator) != nil, n <= 12 || n.nonzeroBitCount == 1 else { return }
    let why = doubt(i, &turn).map { ": \($0)" } ?? ""
    story(i, .closeSent, n == 1 ? "close" : "close again, number \(n)\(why)", &turn)
  }

  func grantStory(_ i: Int, _ turn: inout Turn) {
    let memory = leases[i].memory
    var text = memory.reason == .person ? "asked for" : "dry, by rule"
    text += ": for \(leases[i].duration.wholeSeconds) s"
    if let litres = memory.untilLitres { text += " or \(litres.tenths) l" }
    if let moisture = memory.untilMoisture { text += " or until \(moisture.tenths) %" }
    if let moisture = memory.moistureAtStart { text += "; moisture \(moisture.tenths) %" }
    story(i, .granted, text, by: memory.by, &turn)
  }

  /// Why it ended, and what it gave until then.
  func endStory(_ i: Int, _ turn: inout Turn) {
    let memory = leases[i].memory
    var text = endWords(memory)
    text += "; \((leases[i].duration - memory.left).wholeSeconds) s of \(leases[i].duration.wholeSeconds) s"
    if let litres = memory.litres { text += ", \(litres.tenths) l" }
    story(i, .ended, text, by: memory.endedBy, &turn)
  }

  func endWords(_ memory: LeaseMemory) -> String {
    if let trouble = memory.trouble { return trouble.text }
    switch memory.end {
    case .time: return "time"
    case .moisture: return "moisture reached"
    case .volume: return "volume reached"
    case .interlock: return interlockWords(memory)
    case .person:
      return memory.endedBy.map { "stopped by \($0)" }
        ?? "interrupted\(memory.interruption.map { ": \($0)" } ?? "")"
    case .failure, nil: return "failure"
    }
  }

  /// A hold says who; anything else has a name.
  private func interlockWords(_ memory: LeaseMemory) -> String {
    let name = memory.interlock ?? ""
    if let hold = interlocks.hold(on: memory.actuator), Interlock(hold).name == name { return hold.words }
    return "interlock \(name)"
  }
}
