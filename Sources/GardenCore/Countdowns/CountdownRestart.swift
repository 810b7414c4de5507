/// A countdown across restarts. The fourth seed article's rule, left = left at quit − time away, by the monotonic clock
/// where it is the same boot, by the wall clock where it is another and can be believed; never more than was left.
extension Countdowns {
  /// `facts`: of all plants.
  mutating func start(facts: [PlantFacts], _ turn: inout Turn) {
    // What is due now is for the tick that follows at once: a start tells nobody anything anew.
    defer { wake = turn.now.uptime }
    for i in runs.indices {
      runs[i].facts = facts.first { $0.id == runs[i].memory.plant }
      runs[i].updatedAt = turn.now.uptime + (.zero - ActivitySteps.gapMin)
      if let ended = runs[i].activity.endedAt {
        let since = turn.now.isWallTrusted ? max(.zero, turn.now.wall - ended) : .zero
        runs[i].removeAt = turn.now.uptime + max(.zero, Self.dismissal - since)
        turn.effects.append(.publish(.activity(runs[i].snapshot)))
        continue
      }
      resume(i, &turn)
    }
  }

  private mutating func resume(_ i: Int, _ turn: inout Turn) {
    guard let left = leftNow(runs[i].memory, turn) else {
      runs[i].memory.ends = turn.now.uptime + runs[i].memory.left
      runs[i].memory.boot = turn.boot
      return end(i, .interruption, by: nil, why: .clock, &turn)
    }
    if runs[i].memory.boot != turn.boot {
      let ends = turn.now.uptime + left
      let moved = ends - runs[i].memory.ends
      runs[i].activity.started = runs[i].activity.started + moved
      runs[i].memory.ends = ends
      runs[i].memory.boot = turn.boot
    }
    if left <= .zero { return finish(i, &turn) }
    turn.effects.append(.publish(.activity(runs[i].snapshot)))
    remember(i, &turn)
  }

  /// `nil`: no clock can say.
  private func leftNow(_ memory: CountdownMemory, _ turn: Turn) -> Duration? {
    let now = turn.now
    if memory.boot == turn.boot { return min(memory.ends - now.uptime, memory.duration) }
    // A second or two of lead comes from rounding of steps; more means that the clock went back.
    guard now.isWallTrusted, now.wall >= memory.activity.lastUpdateAt - .seconds(2) else { return nil }
    return min(memory.endsAt - now.wall, memory.left)
  }

  /// The bridge goes down: what is left is written, so that a start in another boot knows it.
  mutating func suspend(_ turn: inout Turn) {
    for i in runs.indices where runs[i].isRunning {
      keepTime(i, turn.now)
      remember(i, &turn)
    }
  }

  /// A new plan: a countdown of a plant that it no longer has is broken off.
  mutating func adopt(facts: [PlantFacts], _ turn: inout Turn) {
    defer { settle(&turn) }
    for i in runs.indices {
      guard let plant = runs[i].memory.plant else { continue }
      let known = facts.first { $0.id == plant }
      runs[i].facts = known ?? runs[i].facts
      if known == nil && runs[i].isRunning {
        end(i, .interruption, by: nil, why: .configuration, &turn)
      }
    }
  }
}
