/// Judges rooms and greenhouses: out of range with hysteresis and dwell, told once per episode.
package struct Places: Sendable, Hashable {
  private var judges: [BandJudge]
  /// What the last news said, per place; unknown keeps it: silence closes no episode.
  private var told: [Standing]

  package init(plan: GardenPlan, at now: Moment) {
    judges = plan.places.map { _ in BandJudge(since: now.wall) }
    told = plan.places.map { _ in .unknown }
  }

  package func standing(of place: Int) -> Standing { judges[place].standing }
  /// What was told of it last, in this process; unknown: nothing yet.
  func lastTold(of place: Int) -> Standing { told[place] }
  package func since(of place: Int) -> Timestamp { judges[place].since }

  /// Takes the fused temperature of a place, °C; `nil`: unknown. To be called when it changes and on ticks.
  package mutating func judge(place: Int, value: Double?, controls: Controls, _ turn: inout Turn) {
    let band = turn.plan.places[place].temperature
    _ = judges[place].judge(value, against: band, at: turn.now)
    let standing = judges[place].standing
    guard standing != .unknown, standing != told[place] else { return }
    let isFirst = told[place] == .unknown
    told[place] = standing
    switch standing {
    case .fine: turn.news.append(.placeBack(place: place))
    case .low, .high:
      let subject = Self.subject(place, value, isLow: standing == .low, controls, turn.plan)
      turn.news.append(.placeLeft(place: place, isLow: standing == .low, isFirst: isFirst, subject))
    case .unknown: return
    }
  }

  /// The slider notification of a place as it stands, for repeating it; `nil` without a thermostat.
  package static func subject(
    _ place: Int, _ value: Double?, isLow: Bool, _ controls: Controls, _ plan: GardenPlan
  ) -> NoticeSubject? {
    let room = plan.places[place]
    guard let thermostat = room.thermostat,
      let limit = isLow ? room.temperature.below : room.temperature.above,
      let picture = controls.picture(of: "\(plan.actuators[Int(thermostat.position)].id)-setpoint")
    else { return nil }
    return .setpoint(picture, placeName: room.name, value: value, limit: limit, isLow: isLow, facts: nil)
  }

  /// When the dwell of a waiting change is over; `nil`: nothing waits.
  package func nextDeadline(plan: GardenPlan) -> Uptime? {
    zip(judges, plan.places).compactMap { $0.deadline($1.temperature) }.min()
  }

  /// The new plan is in force: places keep their episode by id.
  package mutating func adopt(_ plan: GardenPlan, from old: GardenPlan, at now: Moment) {
    let before = self
    self = Places(plan: plan, at: now)
    for (i, place) in plan.places.enumerated() {
      guard let j = old.places.firstIndex(where: { $0.id == place.id }), j < before.judges.count else {
        continue
      }
      judges[i] = before.judges[j]
      told[i] = before.told[j]
    }
  }
}
