/// All probes: what they say, how far that may be believed, and what is wrong with them.
struct Sensors: Sendable, Hashable {
  private var rows: Rows<SensorState>
  /// Positions by id.
  private(set) var positions: [String: Int]
  private var savedAt: Uptime
  /// What moved at once of late, of all.
  var exchanges = Exchanges()

  init(plan: GardenPlan, memory: GardenMemory, at now: Moment) {
    let named = Set(memory.reminders.lazy.filter { $0.kind == .sensor }.map(\.subject))
    rows = Rows(
      plan.sensors.map { sensor in
        var state = SensorState(sensor, kept: memory.sensors[sensor.id], at: now)
        state.isNamed = named.contains(sensor.id)
        return state
      })
    positions = Self.positions(rows)
    savedAt = now.uptime
  }

  private static func positions(_ rows: Rows<SensorState>) -> [String: Int] {
    Dictionary(rows.indices.map { (rows[$0].plan.id, $0) }) { first, _ in first }
  }

  var all: [SensorState] { rows.all }
  var count: Int { rows.count }
  var indices: Range<Int> { rows.indices }

  subscript(position: Int) -> SensorState {
    // No _read: Swift 6.3 lets what is taken of a large struct outlive the coroutine that lends it.
    get { rows.all[position] }
    _modify { yield &rows[position] }
  }

  /// `nil`: the plan has no such sensor.
  func position(_ index: SensorIndex) -> Int? {
    let s = Int(index.position)
    return rows.indices.contains(s) ? s : nil
  }

  /// A new plan: what has the same id keeps its state.
  mutating func adopt(_ turn: Turn) {
    let before = self
    rows = Rows(
      turn.plan.sensors.map { sensor in
        guard var state = before.positions[sensor.id].map({ before.rows[$0] }) else {
          return SensorState(sensor, kept: turn.memory.sensors[sensor.id], at: turn.now)
        }
        let old = state
        state.plan = sensor
        for quantity in Quantity.allCases {
          let more = state.patience(of: quantity) - old.patience(of: quantity)
          guard more != .zero else { continue }
          let q = Int(quantity.rawValue)
          if let freshUntil = old.channels[q].freshUntil { state.channels[q].freshUntil = freshUntil + more }
        }
        // It may be elsewhere now; the broker answers for its topics anew.
        state.isRefused = false
        (state.wanted, state.waterEvery) = (0, .zero)
        return state
      })
    positions = Self.positions(rows)
    exchanges = Exchanges()
  }

  mutating func correct(_ correct: ClockWatch.Correction, at now: Moment) {
    for s in rows.indices {
      var channels = rows.all[s].channels
      for q in channels.indices {
        channels[q].measuredAt = channels[q].measuredAt.map { correct($0) }
        if now.isWallTrusted { channels[q].date(silentAfter: rows.all[s].plan.silentAfter, at: now) }
      }
      guard channels != rows.all[s].channels else { continue }
      rows[s].channels = channels
      rows[s].isUnsavedFirst = true
    }
  }
}

// What is looked at again, and when.
extension Sensors {
  var nextDeadline: Uptime? { rows.next }

  mutating func markAll() { rows.markAll() }

  /// Those that are due, and those that were changed since the last tick.
  mutating func takeDue(at now: Uptime) -> [Int] { rows.takeDue(at: now) }

  /// Works out when those are due that were changed; returns them.
  mutating func settleTimes(_ turn: Turn, at now: Moment) -> [Int] {
    let changed = rows.takeUnsettled()
    for s in changed {
      var waiting = Waiting(after: now, lookedAt: turn.lookedAt)
      if rows[s].wanted != 0, isDue(s, turn, &waiting) { waiting.addNow() }
      rows.wake(s, at: waiting.next)
    }
    return changed
  }

  /// A tick has something to do for it. What grows old is asked too: who reads it evaluates anew then.
  private func isDue(_ s: Int, _ turn: Turn, _ waiting: inout Waiting) -> Bool {
    let state = rows[s]
    for quantity in Quantity.allCases where state.wanted & quantity.bit != 0 {
      _ = state.weakness(of: quantity, &waiting)
    }
    return mustWatch(s, turn, &waiting) || state.isUnsavedFirst || state.isUnsaved && mustSave(&waiting)
  }
}

// Sensor values are written together, so that a card lives long.
extension Sensors {
  static let savePause: Duration = .minutes(30)

  /// Writes what came since the last time: at once for a sensor's first values, which is among `due` then, else all sensors together
  /// now and then.
  mutating func save(_ due: [Int], isEnd: Bool = false, _ turn: inout Turn) {
    var waiting = Waiting(at: turn.now)
    let isTime = isEnd || mustSave(&waiting)
    if isTime { savedAt = turn.now.uptime }
    for s in isTime ? Array(rows.indices) : due
    where rows[s].isUnsavedFirst || (isTime && rows[s].isUnsaved) {
      rows[s].isUnsavedFirst = false
      save(s, &turn)
    }
  }

  private func mustSave(_ waiting: inout Waiting) -> Bool { waiting.isDue(savedAt + Self.savePause) }

  /// Writes what is not written yet of one of them.
  mutating func saveNow(_ s: Int, _ turn: inout Turn) {
    if rows[s].isUnsaved { save(s, &turn) }
  }

  private mutating func save(_ s: Int, _ turn: inout Turn) {
    rows[s].isUnsaved = false
    turn.remember(.sensor(rows[s].asMemory))
  }
}
