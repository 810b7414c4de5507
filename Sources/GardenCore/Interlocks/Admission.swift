/// A run that somebody wants.
struct RunWish: Sendable, Hashable {
  var valve: ActuatorIndex
  var reason: LeaseMemory.Reason
  /// Without the lead of a master valve.
  var duration: Duration
  /// Litres at which it is to end; `nil`: by time alone.
  var litres: Double?
}

extension Interlocks {
  func paused(_ actuator: ActuatorPlan, at now: Moment) -> Reason? {
    let pause = actuator.limits.pauseMin
    guard pause > .zero, let ended = lastEnds[actuator.id], now.uptime - ended < pause else { return nil }
    return Reason(.pause, until: now.wall + (ended + pause - now.uptime))
  }

  func usedUp(_ wish: RunWish, _ actuator: ActuatorPlan, _ plan: GardenPlan, at now: Moment) -> Reason? {
    let today = plan.site.calendar.local(now.wall).dayNumber
    // A day in the future is a clock that was wrong: what was used then still counts.
    let day = days.first { $0.valve == actuator.id && $0.dayNumber >= today }
    let (open, litres) = (day?.openSum ?? .zero, day?.litresSum ?? 0)
    if let most = actuator.limits.dayMax, open + wish.duration > most {
      return Reason(
        .dayMax, asked: wish.duration.inSeconds, used: open.inSeconds, most: most.inSeconds)
    }
    if actuator.limits.boundsLitres, !actuator.evidence.measuresWater {
      return Reason(.noMeter)
    }
    if let most = actuator.limits.dayLitresMax, litres >= most || litres + (wish.litres ?? 0) > most {
      return Reason(.dayLitres, asked: wish.litres, used: litres, most: most)
    }
    return nil
  }

  /// `mayLinger`: before a run also what nobody knows, and what has cleared a while ago, is asked.
  func interlock(_ wish: RunWish, _ plan: GardenPlan, at now: Moment, mayLinger: Bool) -> Reason? {
    var doubt: Reason?
    for (i, interlock) in plan.interlocks.enumerated()
    where interlock.valves.contains(wish.valve) && (wish.reason == .rule || interlock.isStrict) {
      guard mayLinger || interlock.endsRuns else { continue }
      switch status(i, plan: plan, at: now) {
      case .clear: continue
      case .blocks: return Reason(.interlock, name: interlock.name, id: interlock.id)
      case .lingers(let until) where mayLinger:
        return Reason(
          .interlockLingers, name: interlock.name, id: interlock.id,
          until: now.wall + (until - now.uptime))
      case .unknown where mayLinger:
        doubt = doubt ?? Reason(.interlockUnknown, name: interlock.name, id: interlock.id)
      case .lingers, .unknown: continue
      }
    }
    return doubt
  }
}

extension Duration {
  var inSeconds: Double { Double(wholeSeconds) }
}
