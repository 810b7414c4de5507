/// All valves, lease or not, and the meters in the pipes and at the pumps: what they showed in this process. Only live reports count.
struct Valves: Sendable, Hashable {
  private var all: [ValveState] = []
  var meters: [Meter] = []

  var indices: Range<Int> { all.indices }

  subscript(position: Int) -> ValveState {
    // No _read: Swift 6.3 lets what is taken of a large struct outlive the coroutine that lends it.
    get { all[position] }
    _modify { yield &all[position] }
  }

  func position(_ id: String) -> Int? { all.firstIndex { $0.id == id } }

  /// Its position; from here on it is known.
  mutating func watch(_ id: String) -> Int {
    if let known = position(id) { return known }
    all.append(ValveState(id: id))
    return all.count - 1
  }

  /// The new plan is in force: what it does not have is forgotten.
  mutating func adopt(_ plan: GardenPlan) {
    all.removeAll { valve in !plan.actuators.contains { $0.id == valve.id && $0.isValve } }
    meters.removeAll { meter in !plan.sensors.contains { $0.id == meter.id } }
    for m in meters.indices { meters[m].leak = LeakWatch() }
  }

  /// What was told of a valve by a meter that it no longer has is over: nothing could ever take it back.
  static func endUnmetered(_ turn: inout Turn) {
    for a in turn.plan.actuators.indices where turn.plan.actuators[a].isValve {
      let plan = turn.plan.actuators[a].evidence
      let told = turn.memory.reminder(NoticeKey.valve(turn.plan.actuators[a].id))?.trouble
      let isOver =
        switch told {
        case .flowsClosed: plan.flowMeter == nil
        case .tooLittle: !plan.measuresWater
        case .noFlow: !plan.hasCorroboration
        default: false
        }
      if isOver, let told { turn.news.append(.valveTroubleOver(ActuatorIndex(a), told)) }
    }
  }

  /// What the valve last said, live, in this process.
  func isOpen(_ id: String) -> Bool? { position(id).flatMap { all[$0].drive.isOpen } }

  /// It was told to close, and that is not proved.
  func isClosing(_ id: String) -> Bool { position(id).map { all[$0].drive.isClosing } ?? false }

  /// Those that are not proved closed, or whose word alone proves it and that were not told again yet.
  var unsettled: [String] { all.filter { $0.drive.isClosing || $0.reassertion?.sent == 0 }.map(\.id) }

  /// From the first wait on. What people were told of it stays told. `told`: they know that it is not closed.
  mutating func beginClosing(_ w: Int, told: ValveTrouble? = nil, _ turn: inout Turn) {
    all[w].told = told ?? (all[w].drive.isClosing ? all[w].told : nil)
    all[w].reassertion = nil
    all[w].drive.close(turn.valve(all[w].id), &turn)
  }

  /// It is proved closed: that it is not is told no more, and nothing else that is told offers to stop it. `isNews`: nobody knew.
  static func tellClosed(_ id: String, _ told: ValveTrouble?, isNews: Bool = true, _ turn: inout Turn) {
    guard let valve = turn.valve(id) else { return }
    if let told, told.isUnproved { turn.news.append(.valveTroubleOver(valve, told)) }
    if isNews, turn.memory.reminder(NoticeKey.valve(id)) != nil { turn.news.append(.valveClosed(valve)) }
  }

  /// Water that somebody let in at the valve itself is a watering like any other.
  mutating func closedByHand(_ w: Int, _ leases: [Lease], _ turn: inout Turn) {
    guard let since = self[w].openedByHandAt else { return }
    self[w].openedByHandAt = nil
    let (length, until) = (turn.now.uptime - since, turn.now.wall)
    guard leases.holder(of: self[w].id) == nil, turn.now.isWallTrusted, length >= WateringLimits.handMin,
      let valve = turn.valve(self[w].id)
    else { return }
    for plant in turn.plan.plants where plant.watering?.valve == valve {
      turn.effects.append(.watered(.byHand(plant.id, from: until - length, until: until, &turn.dice)))
      turn.news.append(.runEnded(plant.id, at: until, hadWater: true))
    }
  }
}

// Meters.
extension Valves {
  func knownMeter(_ id: String, _ kind: Meter.Kind) -> Int? {
    meters.firstIndex { $0.id == id && $0.kind == kind }
  }

  mutating func meter(_ id: String, _ kind: Meter.Kind) -> Int {
    if let known = knownMeter(id, kind) { return known }
    meters.append(Meter(id: id, kind: kind))
    return meters.count - 1
  }

  /// Where a run's litres were counted up to before this process, so that nothing that flowed meanwhile is lost.
  func counterOfRuns(on m: Int, _ leases: [Lease], _ turn: Turn) -> Double? {
    guard meters[m].kind == .water else { return nil }
    for a in turn.plan.actuators.indices where passes(a, m, turn.plan) {
      if let i = leases.holder(of: turn.plan.actuators[a].id), let counter = leases[i].counter {
        return counter
      }
    }
    return nil
  }

  /// The valve's water passes that meter.
  func passes(_ a: Int, _ m: Int, _ plan: GardenPlan) -> Bool {
    guard plan.actuators[a].isValve, let sensor = plan.actuators[a].evidence.meter(meters[m].kind) else {
      return false
    }
    let s = Int(sensor.position)
    return plan.sensors.indices.contains(s) && plan.sensors[s].id == meters[m].id
  }

  /// From where on a reading shows water: the least that one of its valves asks.
  func limit(of m: Int, _ plan: GardenPlan) -> Double {
    var least = Double.infinity
    for a in plan.actuators.indices where passes(a, m, plan) {
      let evidence = plan.actuators[a].evidence
      least = min(least, meters[m].kind == .power ? evidence.powerMin : evidence.flowMin)
    }
    return least
  }
}

extension EvidencePlan {
  func meter(_ kind: Meter.Kind) -> SensorIndex? { kind == .power ? powerMeter : flowMeter }
}

extension Meter {
  /// Litres that the reading adds.
  mutating func take(_ reading: Reading, limit: Double, from start: Double?, at seen: Uptime) -> Double {
    guard reading.quantity == .volume else {
      show(reading.value, limit: limit, at: seen)
      return 0
    }
    return count(reading.value, from: start, at: seen)
  }
}
