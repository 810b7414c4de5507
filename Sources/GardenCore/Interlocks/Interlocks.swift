/// What stands between a wish for water and an open valve: holds of people, signs from outside, limits of a day, supplies.
///
/// Everything here fails toward closed: what is not known blocks the rule, what was reserved counts as used, and a hold ends only
/// when somebody releases it.
package struct Interlocks: Sendable, Hashable {
  package internal(set) var holds: [HoldMemory]
  /// In the order of ``GardenPlan/interlocks``.
  var signs: [SignState]
  var days: [ValveDayMemory]
  var masters: [MasterState] = []
  /// End of the last run in this boot, per valve: a pause holds whatever the wall clock does.
  var lastEnds: [String: Uptime] = [:]
  /// Why the rule may not water, per plant; said once until it changes.
  var refusals: [PlantID: RuleRefusal] = [:]

  /// Nothing is held, nothing is known.
  init() {
    holds = []
    signs = []
    days = []
  }

  init(plan: GardenPlan, memory: GardenMemory, at now: Moment) {
    holds = memory.holds
    days = memory.valveDays
    signs = plan.interlocks.map { interlock in
      SignState(interlock, kept: memory.interlocks.first { $0.id == interlock.id }, at: now)
    }
    for i in days.indices {
      guard let ended = days[i].endedAt else { continue }
      // A time in the future counts as now: a clock that was wrong must not lock a valve for a year.
      let passed = now.isWallTrusted ? max(.zero, now.wall - ended) : .zero
      lastEnds[days[i].valve] = now.uptime + (.zero - passed)
    }
  }

  /// Emergency stop: neither water nor heat.
  package var isStopped: Bool { holds.contains { $0.kind == .emergency } }

  func hold(on valve: String) -> HoldMemory? {
    holds.first { $0.valve == nil } ?? holds.first { $0.valve == valve }
  }

  package func standing(_ i: Int, plan: GardenPlan, at now: Moment) -> SignStanding {
    guard signs.indices.contains(i), plan.interlocks.indices.contains(i) else {
      return .unknown(.neverHeard)
    }
    return signs[i].standing(plan.interlocks[i], at: now.uptime)
  }

  /// The new plan is in force: what has the same id keeps what is known of it.
  mutating func adopt(_ plan: GardenPlan, memory: GardenMemory, at now: Moment) {
    let before = signs
    signs = plan.interlocks.map { interlock in
      before.first { $0.id == interlock.id }
        ?? SignState(interlock, kept: memory.interlocks.first { $0.id == interlock.id }, at: now)
    }
    func isValve(_ id: String) -> Bool { plan.actuators.contains { $0.id == id && $0.isValve } }
    lastEnds = lastEnds.filter { isValve($0.key) }
    refusals = refusals.filter { entry in plan.plants.contains { $0.id == entry.key } }
  }

  /// The moments at which something here changes by itself.
  func addDeadlines(plan: GardenPlan, to next: inout Earliest) {
    for (sign, interlock) in zip(signs, plan.interlocks) {
      next.addLook(at: sign.deadline(interlock, after: next.lookedAt))
    }
    for refusal in refusals.values { next.addLook(at: refusal.askAgainAt) }
  }
}

/// What kept the rule from watering a plant.
struct RuleRefusal: Sendable, Hashable {
  static let pause: Duration = .seconds(60)
  var interlock: Interlock
  /// When the rule is asked again.
  var askAgainAt: Uptime
}
