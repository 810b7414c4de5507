import GardenCore
import GardenSimulation

/// Water moves only inside a lease, and unknown never waters.
struct ValveWatchdog {
  let plan: GardenPlan
  private(set) var opens = 0
  private(set) var ruleOpens = 0
  private var closesSince: [Int: Timestamp] = [:]

  /// After its lease a valve that listens is closed within this time: its delay, and one repeated close.
  static let overrunMax: Duration = .seconds(90)
  /// As long as a valve is not proved closed, a close is sent at least this often.
  static let closeEvery: Duration = .seconds(75)

  init(plan: GardenPlan) { self.plan = plan }

  mutating func commanded(
    _ command: ActuatorCommand, memory: GardenMemory, at now: Moment
  ) -> [String] {
    let actuator = Int(command.actuator.position)
    guard plan.actuators.indices.contains(actuator) else { return ["command to nobody"] }
    let id = plan.actuators[actuator].id
    switch command.action {
    case .setpoint(let value):
      guard case .thermostat(let range, _, _) = plan.actuators[actuator].kind, range.contains(value) else {
        return ["setpoint \(value) for \(id)"]
      }
      return []
    case .close:
      closesSince[actuator] = now.wall
      return []
    case .open(let runs):
      opens += 1
      guard let lease = memory.leases.first(where: { $0.actuator == id && $0.phase != .closed }) else {
        return ["\(id) opened without a remembered lease"]
      }
      var problems: [String] = []
      if now.wall + runs > lease.endsAt + .seconds(1) { problems.append("\(id) opened beyond its lease") }
      if lease.phase == .closing { problems.append("\(id) opened while closing") }
      if lease.reason == .rule, lease.phase == .opening {
        ruleOpens += 1
        let plant = memory.plants.first { $0.id == lease.plant }
        let status = plant?.statuses.first { $0.quantity == .moisture }?.status
        if status != .low {
          problems.append("\(lease.plant) watered by rule while \(String(describing: status))")
        }
      }
      return problems
    }
  }

  /// Looks at the real water.
  func look(_ world: SimulatedWorld, memory: GardenMemory, at now: Moment) -> [String] {
    var problems: [String] = []
    for lease in memory.leases where lease.phase != .closed {
      guard let actuator = plan.actuators.firstIndex(where: { $0.id == lease.actuator }),
        actuator < world.valves.count
      else { continue }
      let over = now.wall - lease.endsAt
      let valve = world.valves[actuator]
      if over > Self.overrunMax, valve.isOpen, valve.character.deafness == 0 {
        problems.append("\(lease.actuator) is open \(over.wholeSeconds) s after its lease")
      }
      if over > Self.closeEvery, lease.phase == .closing,
        closesSince[actuator].map({ now.wall - $0 > Self.closeEvery }) ?? true
      {
        problems.append("\(lease.actuator) is not told to close")
      }
    }
    for (i, valve) in world.valves.enumerated() where valve.isOpen && valve.character.deafness == 0 {
      guard let openedAt = valve.openedAt, now.wall - openedAt > .minutes(30) else { continue }
      problems.append("\(plan.actuators[i].id) has been open since \(openedAt.seconds)")
    }
    return problems
  }
}
