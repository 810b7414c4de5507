import GardenCore
import LoamKit

/// The two retained pictures of a plant: the compact one for displays and the whole one for `explain`.
extension Renderer {
  /// The broker forgets a plant that nobody renews for so long.
  static var plantHolds: Duration { .days(7) }

  func plant(_ picture: PlantPicture, at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable] {
    do throws(DocumentError) {
      let id = try name(SubjectName.self, picture.id)
      let end = now.wall + Self.plantHolds
      let failures = retain(
        state(picture), on: .plant(id), until: end, at: now, into: &outgoing, shorten: leaveOut)
      return failures
        + retain(detail(id, picture, at: now), on: .detail(id), until: end, at: now, into: &outgoing) {
          detail, _ in detail.sensors.popLast() != nil
        }
    } catch {
      return failed(nil, "plant \(picture.id)", error)
    }
  }

  private func state(_ picture: PlantPicture) -> LoamKit.PlantState {
    let moisture = picture.moisture
    var marks = ""
    if picture.hasOpenReminder { marks += "r" }
    if picture.isWatering { marks += "w" }
    if picture.isBatteryLow { marks += "l" }
    if picture.neverWatered { marks += "n" }
    let condition = condition(picture)
    return LoamKit.PlantState(
      n: Shortening.name(picture.name, 24, otherwise: picture.id), s: condition,
      m: Measure.number(moisture.value, digits: 1, in: 0...100),
      c: Measure.number(picture.temperature.value, digits: 1, in: -100...150),
      u: Measure.number(picture.light?.value, digits: 0, in: 0...1e6),
      e: Measure.number(picture.conductivity?.value, digits: 0, in: 0...1e6),
      b: Measure.number(picture.batteryPercent, digits: 0, in: 0...100),
      d: Measure.number(picture.dryBelow, digits: 1, in: 0...100), l: moment(picture.lastWatering),
      x: picture.nextWatering.map(moment),
      t: (moisture.value == nil ? picture.temperature : moisture).measuredAt.map(moment),
      y: condition == .unknown || condition == .stale ? moisture.reason.map(word) : nil,
      f: marks.isEmpty ? nil : marks, r: picture.revision)
  }

  /// The most urgent thing first: water, heat and cold, then the rest.
  private func condition(_ picture: PlantPicture) -> LoamKit.PlantState.Condition {
    let light = picture.light?.standing
    let food = picture.conductivity?.standing
    if picture.moisture.standing == .low { return .dry }
    if picture.temperature.standing == .low { return .cold }
    if picture.temperature.standing == .high { return .hot }
    if picture.moisture.standing == .high { return .wet }
    if light == .low { return .dark }
    if light == .high { return .bright }
    if food == .low { return .hungry }
    if food == .high { return .salty }
    if picture.moisture.standing == .fine { return .ok }
    return picture.moisture.reason == .silent ? .stale : .unknown
  }

  private func word(_ reason: UnknownReason) -> LoamKit.PlantState.Reason {
    switch reason {
    case .noSensor: .none
    case .neverHeard: .never
    case .silent: .silent
    case .offline: .offline
    case .unreadable: .unreadable
    case .noQuorum: .quorum
    case .ageUnknown: .age
    case .clock: .clock
    case .refused: .refused
    }
  }

  /// The least needed first; a name of many-byte characters gives way last.
  private func leaveOut(_ state: inout LoamKit.PlantState, _ excess: Int) -> Bool {
    let numbers: [WritableKeyPath<LoamKit.PlantState, Double?>] = [\.e, \.u, \.b, \.d, \.c]
    if let path = numbers.first(where: { state[keyPath: $0] != nil }) {
      state[keyPath: path] = nil
    } else if state.t != nil {
      state.t = nil
    } else if state.n.count > 1 {
      state.n.removeLast()
    } else {
      return false
    }
    return true
  }

  private func detail(
    _ id: SubjectName, _ picture: PlantPicture, at now: Moment
  ) -> PlantDetail {
    var judgements = [
      judgement("moisture", picture.moisture), judgement("temperature", picture.temperature),
    ]
    if let light = picture.light { judgements.append(judgement("light", light)) }
    if let conductivity = picture.conductivity {
      judgements.append(judgement("conductivity", conductivity))
    }
    return PlantDetail(
      id: id, name: Shortening.name(picture.name, 64, otherwise: picture.id), judgements: judgements,
      battery: Measure.number(picture.batteryPercent, digits: 0, in: 0...100),
      dryBelow: Measure.number(picture.dryBelow, digits: 1, in: 0...100), last: moment(picture.lastWatering),
      next: picture.nextWatering.map(moment), neverWatered: picture.neverWatered ? true : nil,
      because: String(Shortening.cleaned(picture.because).unicodeScalars.prefix(500)),
      line: picture.dryLine?.line, key: picture.dryLine.map { Shortening.name($0.key, 200) },
      sensors: picture.sensors.prefix(32).map(sensor), rev: picture.revision, ts: moment(now.wall),
      watering: picture.watering.flatMap(watering),
      picture: picture.kind.flatMap { PlantDetail.Picture(rawValue: $0.rawValue) })
  }

  private func judgement(_ quantity: String, _ judgement: Judgement) -> PlantDetail.Judgement {
    let standing: PlantDetail.Standing =
      switch judgement.standing {
      case .unknown: .unknown
      case .low: .low
      case .fine: .fine
      case .high: .high
      }
    return PlantDetail.Judgement(
      quantity: quantity, standing: standing, reason: judgement.reason.map(word),
      since: moment(judgement.since), value: Measure.number(judgement.value, digits: 2, in: -1e6...1e6),
      at: judgement.measuredAt.map(moment),
      low: Measure.number(judgement.below, digits: 2, in: -1e6...1e6),
      high: Measure.number(judgement.above, digits: 2, in: -1e6...1e6))
  }

  private func watering(_ picture: WateringPicture) -> PlantDetail.Watering? {
    guard let valve = SubjectName(picture.valve) else { return nil }
    return PlantDetail.Watering(
      valve: valve, seconds: Int(clamping: picture.duration.wholeSeconds),
      secondsMax: Int(clamping: picture.durationMax.wholeSeconds),
      litres: Measure.number(picture.litres, digits: 2, in: 0...1e6), automatic: picture.isAutomatic,
      state: picture.valveState.map(word), ends: picture.endsAt.map(moment))
  }

  private func word(_ valve: ValveStanding) -> PlantDetail.Watering.State {
    switch valve {
    case .closed: .closed
    case .opening: .opening
    case .open: .open
    case .closing: .closing
    }
  }

  private func sensor(_ picture: SensorPicture) -> PlantDetail.Sensor {
    var refused: [String: Int] = [:]
    for refusal in Refusal.allCases where Int(refusal.rawValue) < picture.refusals.count {
      let count = picture.refusals[Int(refusal.rawValue)]
      if count > 0 { refused["\(refusal.name)"] = Int(clamping: count) }
    }
    return PlantDetail.Sensor(
      id: picture.id, online: picture.isOnline,
      values: picture.values.compactMap { value in
        guard let number = Measure.number(value.value, digits: 2, in: -1e6...1e6) else { return nil }
        return PlantDetail.Sensor.Value(
          quantity: "\(value.quantity.name)", value: number,
          raw: Measure.number(value.raw, digits: 3, in: -1e9...1e9), at: value.measuredAt.map(moment),
          fresh: value.isFresh)
      }, refused: refused, lastRefusal: picture.lastRefusal.map { "\($0.name)" })
  }
}
