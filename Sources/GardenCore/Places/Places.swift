/// What happened to a place's temperature.
package enum PlaceNews: Sendable, Hashable {
  /// It left its range: one episode begins. `place` is the position in `plan.places`. `subject`: the slider to offer;
  /// `nil` where the place has no thermostat whose setpoint can be moved here.
  case left(place: Int, isLow: Bool, NoticeSubject?)
  /// Back in range, or known to be in range after a restart: take the notification back.
  case back(place: Int)
}

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
  package mutating func judge(
    place: Int, value: Double?, controls: Controls, plan: GardenPlan, at now: Moment, news: inout [PlaceNews]
  ) {
    let band = plan.places[place].temperature
    _ = judges[place].judge(value, against: band, at: now)
    let standing = judges[place].standing
    guard standing != .unknown, standing != told[place] else { return }
    told[place] = standing
    switch standing {
    case .fine: news.append(.back(place: place))
    case .low, .high:
      let subject = Self.subject(place, value, isLow: standing == .low, controls, plan)
      news.append(.left(place: place, isLow: standing == .low, subject))
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
