import GardenCore

/// What goes wrong during a lease: some faults by seed, at any time of it, in any company.
extension LeaseSimulation {
  /// Plans the faults of a lease that begins at `begin`.
  mutating func plot(around plant: Int, from begin: Int64) {
    let span: Int64 = chance(0.5) ? 40_000 : 700_000
    deadliness = [0, 0, 0, 0.01, 0.05, 0.4][Int(random.next() % 6)]
    if !agenda.contains(where: { if case .round = $0.task { true } else { false } }) {
      agenda.append((begin + between(0, 30_000), .round))
    }
    for _ in 0..<Int(random.next() % 5) {
      plot(Int(random.next() % 18), plant, at: begin + between(-2000, span))
    }
    agenda.append((begin + span, .wakes))
  }

  private mutating func plot(_ fault: Int, _ plant: Int, at begin: Int64) {
    let at = max(begin, time + 1)
    let short = at..<(at + between(500, chance(0.5) ? 5000 : 400_000))
    switch fault {
    case 0: valves[plant].deaf = short
    case 1: valves[plant].mute = short
    case 2: valves[plant].lying = short
    case 3: valves[plant].jammed = short
    case 4: valves[plant].slow = short
    case 5: valves[plant].stuttering = short
    case 6: agenda.append((at, .happens(.kill(isUnsaved: false))))
    case 7:
      agenda.append((at, .happens(.suspend)))
      agenda.append((at, .happens(.kill(isUnsaved: false))))
    case 8: breakRoad(short)
    case 9: freezeRoad(short)
    case 10:
      let hour: Int64 = 3_600_000
      let shift = [hour, -hour, 8760 * hour, -8760 * hour][Int(random.next() % 4)]
      agenda.append((at, .happens(.clock(by: .milliseconds(shift)))))
    case 11: startIn1970(short)
    case 12:
      agenda.append((at, .happens(.disk(isFull: true))))
      agenda.append((short.upperBound, .happens(.disk(isFull: false))))
    case 13: agenda.append((at, .happens(.reload)))
    case 14:
      // Another bridge is in charge for a while.
      agenda.append((at, .happens(.openings(barredBy: .otherBridge))))
      agenda.append((short.upperBound, .happens(.openings(barredBy: nil))))
    case 16: valves[plant].hangs = 1
    case 15: repeatCommand(plant, at: at)
    default:
      commands.append(.stop(CommandHead(id: UniqueID(high: 0, low: 0), device: "", at: now.wall), plant: ""))
      agenda.append((at, .happens(.stop(label: commands.count - 1, plant: LeasePlan.plants[plant]))))
    }
  }

  /// The broker is killed, and comes back.
  private mutating func breakRoad(_ window: Range<Int64>) {
    guard time >= road.healthyFrom else { return }
    road.broken = window
    agenda.append((window.lowerBound, .happens(.link(isUp: false))))
    agenda.append((window.upperBound + between(100, 5000), .happens(.link(isUp: true))))
  }

  /// The network stands still. Both ends notice when it takes too long.
  private mutating func freezeRoad(_ window: Range<Int64>) {
    guard time >= road.healthyFrom else { return }
    road.frozen = window
    guard window.upperBound - window.lowerBound >= LeaseRoad.patience else { return }
    agenda.append((window.lowerBound + LeaseRoad.patience, .happens(.link(isUp: false))))
    agenda.append((window.upperBound + between(100, 5000), .happens(.link(isUp: true))))
  }

  /// The clock is lost, and found again.
  private mutating func startIn1970(_ window: Range<Int64>) {
    let back = Duration.milliseconds(-(wallOffset + window.lowerBound))
    agenda.append((window.lowerBound, .happens(.clockTrusted(false))))
    agenda.append((window.lowerBound, .happens(.clock(by: back))))
    agenda.append((window.upperBound, .happens(.clock(by: .zero - back))))
    agenda.append((window.upperBound, .happens(.clockTrusted(true))))
  }

  /// A message comes twice, or too late.
  private mutating func repeatCommand(_ plant: Int, at: Int64) {
    if !commands.isEmpty, chance(0.6) {
      agenda.append((at, .happens(.again(label: Int(random.next() % UInt64(commands.count))))))
      return
    }
    commands.append(.stop(CommandHead(id: UniqueID(high: 0, low: 0), device: "", at: now.wall), plant: ""))
    let isOld = chance(0.5)
    agenda.append(
      (
        at,
        .happens(
          .water(
            label: commands.count - 1, plant: LeasePlan.plants[plant], .seconds(30),
            age: isOld ? .milliseconds(between(62_000, 900_000)) : .zero,
            expires: isOld ? nil : .milliseconds(-between(1, 60_000))))
      ))
  }
}
