/// What a valve gave today. A run counts with its whole length as soon as it is granted; the true length stands once it ended.
extension Waterings {
  /// After every step: writes what changed of the sums, of valves that have limits of a day.
  mutating func countUse(_ step: inout WateringStep) {
    for i in leases.indices {
      guard let p = step.valve(leases[i].memory.actuator),
        step.plan.actuators[Int(p.position)].limits.counts
      else { continue }
      count(i, &step)
    }
  }

  private mutating func count(_ i: Int, _ step: inout WateringStep) {
    let lease = leases[i]
    let memory = lease.memory
    let day = step.plan.site.calendar.local(memory.openedAt).dayNumber
    var entry =
      interlocks.days.first { $0.valve == memory.actuator }
      ?? ValveDayMemory(valve: memory.actuator, dayNumber: day)
    if entry.lease != memory.id {
      // An older lease that is still shown was counted when it was the last.
      guard lease.isLive || entry.lease == nil else { return }
      entry.begin(memory.id, day: day)
    } else if entry.endedAt != nil {
      return
    }
    entry.leaseOpen =
      lease.isLive ? lease.duration : max(.zero, min(lease.closingSince - memory.opened, lease.duration))
    if !lease.isLive {
      entry.endedAt = step.now.wall
      interlocks.lastEnds[memory.actuator] = step.now.uptime
    }
    guard !interlocks.days.contains(entry) else { return }
    interlocks.days.removeAll { $0.valve == entry.valve }
    interlocks.days.append(entry)
    step.effects.append(.remember(.valveDay(entry)))
  }
}

extension ValveDayMemory {
  /// A new run: the last one is added to the sum, or forgotten with its day.
  mutating func begin(_ lease: UniqueID, day: Int) {
    if day > dayNumber {
      (dayNumber, open, litres) = (day, .zero, 0)
    } else {
      (open, litres) = (openSum, litresSum)
    }
    (self.lease, leaseOpen, leaseLitres, endedAt) = (lease, .zero, 0, nil)
  }
}
