/// The durable trail of a lease: a line at every step.
extension Lease {
  func trail(_ kind: LeaseEvent.Kind, _ text: String, by: DeviceID? = nil, _ turn: inout Turn) {
    let isLost = !turn.link.carries && (kind == .openSent || kind == .closeSent)
    turn.effects.append(
      .trail(
        LeaseEvent(
          lease: memory.id, actuator: memory.actuator, plant: memory.plant, kind: isLost ? .notSent : kind,
          by: by,
          text: String(
            (isLost ? text + ": no link to the broker" : text).prefix(WateringLimits.storyTextMax)),
          at: turn.now)))
  }

  func grantTrail(_ turn: inout Turn) {
    var text = memory.reason == .person ? "asked for" : "dry, by rule"
    text += ": for \(duration.wholeSeconds) s"
    if let litres = memory.untilLitres { text += " or \(litres.tenths) l" }
    if let moisture = memory.untilMoisture { text += " or until \(moisture.tenths) %" }
    if let moisture = memory.moistureAtStart { text += "; moisture \(moisture.tenths) %" }
    trail(.granted, text, by: memory.by, &turn)
  }

  /// Why it ended, and what it gave until then.
  func endTrail(_ interlocks: Interlocks, _ turn: inout Turn) {
    var text = endWords(interlocks)
    text += "; \((duration - memory.left).wholeSeconds) s of \(duration.wholeSeconds) s"
    if let litres = memory.litres { text += ", \(litres.tenths) l" }
    trail(.ended, text, by: memory.endedBy, &turn)
  }

  func endWords(_ interlocks: Interlocks) -> String {
    if let trouble = memory.trouble { return trouble.text }
    switch memory.end {
    case .time: return "time"
    case .moisture: return "moisture reached"
    case .volume: return memory.interruption == nil ? "volume reached" : "its most litres reached"
    case .interlock: return interlockWords(interlocks)
    case .person:
      return memory.endedBy.map { "stopped by \($0)" }
        ?? "interrupted\(memory.interruption.map { ": \($0.words)" } ?? "")"
    case .failure, nil: return memory.interruption.map { "interrupted: \($0.words)" } ?? "failure"
    }
  }

  /// `36 s instead of 5 s, 7 l`; empty where it closed when it was told.
  var overrunText: String {
    guard let overrun else { return "" }
    let litres = litres.map { ", \($0.tenths) l" } ?? ""
    return
      "\(overrun.isSeen ? "" : "at most ")\(overrun.ran.wholeSeconds) s instead of \(overrun.meant.wholeSeconds) s\(litres)"
  }

  /// A hold says who; anything else has a name.
  private func interlockWords(_ interlocks: Interlocks) -> String {
    let name = memory.interlock ?? ""
    if let hold = interlocks.hold(on: memory.actuator).map({ Reason($0) }), hold.shortName == name {
      return hold.description
    }
    return "interlock \(name)"
  }

  /// People hear of it.
  func tell(_ trouble: ValveTrouble, _ turn: inout Turn) {
    if let valve = turn.valve(memory.actuator) {
      turn.news.append(.valveTrouble(valve, trouble, plant: memory.plant))
    }
    trail(.trouble, trouble.text, &turn)
    turn.log(trouble.mayRunWater ? .alarm : .warning, valve: memory.actuator, trouble.text)
  }
}
