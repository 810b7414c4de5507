/// What a valve gave today. A run counts with its whole length as soon as it is granted; the true length stands once it ended.
extension Waterings {
  /// After every step: writes what changed of the sums, of valves that have limits of a day.
  mutating func countUse(_ turn: inout Turn) {
    for i in leases.indices {
      guard let p = turn.valve(leases[i].memory.actuator),
        turn.plan.actuators[Int(p.position)].limits.counts
      else { continue }
      count(i, &turn)
    }
  }

  private mutating func count(_ i: Int, _ turn: inout Turn) {
    let lease = leases[i]
    let memory = lease.memory
    let day = turn.plan.site.calendar.local(memory.openedAt).dayNumber
    var entry =
      interlocks.days.first { $0.valve == memory.actuator }
      ?? ValveDayMemory(valve: memory.actuator, dayNumber: day)
    if entry.lease != memory.id {
      // An older lease that is still shown was counted when it was the last.
      guard lease.isLive || entry.lease == nil else { return }
      entry.begin(memory.id, day: day)
    }
    if lease.isLive {
      entry.leaseOpen = lease.duration
      entry.leaseLitres = lease.litresEnd ?? 0
    } else if entry.endedAt == nil {
      entry.leaseOpen = max(.zero, min(lease.closedFrom - memory.opened, lease.duration))
      entry.leaseLitres = lease.litres ?? 0
      entry.endedAt = turn.now.wall
      interlocks.lastEnds[memory.actuator] = turn.now.uptime
    } else if memory.phase == .closed {
      // What still ran out until it was proved closed.
      entry.leaseLitres = max(entry.leaseLitres, lease.litres ?? 0)
    }
    guard !interlocks.days.contains(entry) else { return }
    interlocks.days.removeAll { $0.valve == entry.valve }
    interlocks.days.append(entry)
    turn.remember(.valveDay(entry))
  }

  /// A run ends by volume where the valve's own limits, or what is left of the day, are less than the plant's.
  mutating func boundLitres(_ i: Int, _ plan: GardenPlan) {
    let memory = leases[i].memory
    guard let limits = plan.actuators.first(where: { $0.id == memory.actuator })?.limits else { return }
    let today = plan.site.calendar.local(memory.openedAt).dayNumber
    let day = interlocks.days.first { $0.valve == memory.actuator && $0.dayNumber >= today }
    let before = day.map { $0.lease == memory.id ? $0.litres : $0.litresSum } ?? 0
    let bounds = [leases[i].litresMax, limits.runLitresMax, limits.dayLitresMax.map { max(0, $0 - before) }]
    leases[i].litresMax = bounds.compactMap(\.self).min()
  }
}
