/// All runs of water, each inside a lease: its end holds on the monotonic clock, is remembered before the valve opens,
/// and closing is repeated until the valve itself says that it is closed.
///
/// The caller checks role, repeats and age of a command, remembers and acknowledges outcomes, and tells people the
/// ``News``. One run per valve and per plant at a time.
package struct Waterings: Sendable, Hashable {
  /// Oldest first: live ones, unproved ones, and closed ones whose activity is still shown (at most one per plant).
  var leases: [Lease]
  var valves = Valves()
  var masters = Masters()
  /// End of the last run in this boot, per plant: the pause holds whatever the wall clock does.
  var lastEnds: [PlantID: Uptime] = [:]
  package internal(set) var interlocks = Interlocks()
  /// The next uptime at which time alone changes anything; `nil`: only an event can.
  package internal(set) var wake: Uptime?

  /// `memory`: as remembered; nothing happens before ``start(facts:alarms:_:)``.
  package init(memory: [LeaseMemory]) {
    leases = memory.map { Lease(memory: $0) }
  }

  /// All that must survive.
  package var memory: [LeaseMemory] { leases.map(\.memory) }

  /// The activities that should be retained, as last published.
  package var pictures: [Picture] {
    leases.filter { !$0.hasLeftTheScreens }.map { .activity($0.picture) }
  }

  /// Water of that plant is on its way, running, or not yet proved closed.
  package func isWatering(_ plant: PlantID) -> Bool { run(of: plant) != nil }

  /// The activity of the plant's run that has not got its final state.
  package func run(of plant: PlantID) -> UniqueID? {
    leases.first { $0.memory.plant == plant && $0.memory.activityEndedAt == nil }?.memory.activity.id
  }

  /// What the valve last said, live, in this process.
  package func isOpen(_ valve: String) -> Bool? { valves.isOpen(valve) }

  /// How the plant's valve is: by its run as long as that is not proved closed, else by the valve's last word.
  func standing(of plant: PlantID, valve: String) -> ValveStanding? {
    switch leases.first(where: { $0.memory.plant == plant && $0.memory.phase != .closed })?.memory.phase {
    case .opening: return .opening
    case .running: return .open
    case .closing: return .closing
    case .closed, nil: return isOpen(valve).map { $0 ? .open : .closed }
    }
  }

  /// When the plant's run is meant to end; `nil`: none is on its way or running.
  func runEnds(of plant: PlantID) -> Timestamp? {
    leases.first { $0.memory.plant == plant && $0.isLive }?.memory.endsAt
  }

  /// Name or dates of a plant changed: the next step of its activity shows it.
  package mutating func factsChanged(_ facts: PlantFacts) {
    for i in leases.indices where leases[i].memory.plant == facts.id { leases[i].facts = facts }
  }

  func holder(of valve: String) -> Int? { leases.holder(of: valve) }
}

extension [Lease] {
  /// The lease that holds the valve: every one but those proved closed.
  func holder(of valve: String) -> Int? {
    firstIndex { $0.memory.actuator == valve && $0.memory.phase != .closed }
  }
}
