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
  func paused(_ actuator: ActuatorPlan, at now: Moment) -> Interlock? {
    let pause = actuator.limits.pauseMin
    guard pause > .zero, let ended = lastEnds[actuator.id], now.uptime - ended < pause else { return nil }
    let left = Duration.seconds((pause - (now.uptime - ended)).wholeSeconds + 1)
    return Interlock(.pause, "pause_min", "the valve's pause is not over for \(left.words)")
  }

  func usedUp(_ wish: RunWish, _ actuator: ActuatorPlan, _ plan: GardenPlan, at now: Moment) -> Interlock? {
    let today = plan.site.calendar.local(now.wall).dayNumber
    // A day in the future is a clock that was wrong: what was used then still counts.
    let day = days.first { $0.valve == actuator.id && $0.dayNumber >= today }
    let (open, litres) = (day?.openSum ?? .zero, day?.litresSum ?? 0)
    if let most = actuator.limits.dayMax, open + wish.duration > most {
      return Interlock(
        .dayMax, "day_max",
        "the valve was open \(open.rounded.words) of \(most.words) today; \(wish.duration.words) more is too much"
      )
    }
    if actuator.limits.boundsLitres, !actuator.evidence.measuresWater {
      return Interlock(.dayLitres, "day_litres", "the valve's litres are limited, and no meter measures them")
    }
    if let most = actuator.limits.dayLitresMax, litres >= most || litres + (wish.litres ?? 0) > most {
      return Interlock(
        .dayLitres, "day_litres", "the valve gave \(litres.tenths) l of \(most.tenths) l today")
    }
    return nil
  }

  /// `mayLinger`: before a run also what nobody knows, and what has cleared a while ago, is asked.
  func interlock(_ wish: RunWish, _ plan: GardenPlan, at now: Moment, mayLinger: Bool) -> Interlock? {
    var doubt: Interlock?
    for (i, interlock) in plan.interlocks.enumerated()
    where interlock.valves.contains(wish.valve) && (wish.reason == .rule || interlock.isStrict) {
      guard mayLinger || interlock.endsRuns else { continue }
      switch status(i, plan: plan, at: now) {
      case .clear: continue
      case .blocks: return Interlock(.interlock, interlock.id, "\(interlock.name) blocks")
      case .lingers(let until) where mayLinger:
        let left = Duration.seconds((until - now.uptime).wholeSeconds + 1)
        return Interlock(
          .interlock, interlock.id, "\(interlock.name) cleared, and blocks for \(left.words) more")
      case .unknown(let why) where mayLinger:
        doubt = doubt ?? Interlock(.unknown, interlock.id, "\(interlock.name) is unknown: \(why.words)")
      case .lingers, .unknown: continue
      }
    }
    return doubt
  }
}

extension Duration {
  /// To whole seconds.
  var rounded: Duration { .seconds(wholeSeconds) }
}
