import GardenCore
import LoamKit

/// The two retained snapshots of a plant: the compact one for displays and the whole one for `explain`.
extension Renderer {
  /// The broker forgets a plant that nobody renews for so long.
  static var plantHolds: Duration { .days(7) }

  func plant(_ snapshot: PlantSnapshot, at now: Moment, into outgoing: inout [Outgoing]) -> [Undeliverable] {
    do throws(DocumentError) {
      let id = try name(SubjectName.self, snapshot.id)
      let end = now.wall + Self.plantHolds
      let failures = retain(
        state(snapshot, at: now), on: .plant(id), until: end, at: now, into: &outgoing, shorten: leaveOut)
      return failures
        + retain(detail(id, snapshot, at: now), on: .detail(id), until: end, at: now, into: &outgoing) {
          detail, _ in detail.sensors.popLast() != nil
        }
    } catch {
      return failed(nil, "plant \(snapshot.id)", error)
    }
  }

  private func state(_ snapshot: PlantSnapshot, at now: Moment) -> LoamKit.PlantState {
    let moisture = snapshot.moisture
    var marks = ""
    if snapshot.hasOpenReminder { marks += "r" }
    if snapshot.isWatering { marks += "w" }
    if snapshot.isBatteryLow { marks += "l" }
    if snapshot.neverWatered { marks += "n" }
    switch snapshot.next.because {
    case .due: marks += "d"
    case .calendar: marks += "k"
    case .learned, .unknown: break
    }
    let condition = condition(snapshot)
    let forecast = snapshot.forecast.map(forecast)
    return LoamKit.PlantState(
      n: Shortening.name(snapshot.name, 24, otherwise: snapshot.id), s: condition,
      m: Measure.number(moisture.value, digits: 1, in: 0...100, beside: [moisture.below, moisture.above]),
      c: Measure.number(
        snapshot.temperature.value, digits: 1, in: -100...150,
        beside: [snapshot.temperature.below, snapshot.temperature.above]),
      u: Measure.number(
        snapshot.light?.value, digits: 0, in: 0...1e6,
        beside: [snapshot.light?.below, snapshot.light?.above]),
      e: Measure.number(
        snapshot.conductivity?.value, digits: 0, in: 0...1e6,
        beside: [snapshot.conductivity?.below, snapshot.conductivity?.above]),
      b: Measure.number(snapshot.batteryPercent, digits: 0, in: 0...100),
      d: Measure.number(snapshot.dryBelow, digits: 1, in: 0...100), l: moment(snapshot.lastWatering),
      x: snapshot.next.known.map { moment($0.date(at: now.wall)) }, a: forecast?.earliest,
      z: forecast?.latest,
      t: (moisture.value == nil ? snapshot.temperature : moisture).measuredAt.map(moment),
      y: condition == .unknown || condition == .stale ? moisture.reason.map(word) : nil,
      f: marks.isEmpty ? nil : marks, r: snapshot.revision)
  }

  /// The most urgent thing first: water, heat and cold, then the rest.
  func condition(_ snapshot: PlantSnapshot) -> LoamKit.PlantState.Condition {
    let light = snapshot.light?.status
    let food = snapshot.conductivity?.status
    if snapshot.moisture.status == .low { return .dry }
    if snapshot.temperature.status == .low { return .cold }
    if snapshot.temperature.status == .high { return .hot }
    if snapshot.moisture.status == .high { return .wet }
    if light == .low { return .dark }
    if light == .high { return .bright }
    if food == .low { return .hungry }
    if food == .high { return .salty }
    if snapshot.moisture.status == .fine { return .ok }
    return snapshot.moisture.reason == .silent ? .stale : .unknown
  }

  private func word(_ reason: UnknownReason) -> LoamKit.PlantState.Reason {
    switch reason {
    case .noSensor: .none
    case .neverHeard: .never
    case .silent: .silent
    case .offline: .offline
    case .unreadable, .suspect: .unreadable
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
    } else if state.a != nil {
      (state.a, state.z) = (nil, nil)
    } else if state.t != nil {
      state.t = nil
    } else if state.n.count > 1 {
      state.n.removeLast()
    } else {
      return false
    }
    return true
  }

  func detail(
    _ id: SubjectName, _ snapshot: PlantSnapshot, heard: [LoamKit.Hearing]? = nil, at now: Moment
  ) -> PlantDetail {
    var evaluations = [
      evaluation("moisture", snapshot.moisture), evaluation("temperature", snapshot.temperature),
    ]
    if let light = snapshot.light { evaluations.append(evaluation("light", light)) }
    if let conductivity = snapshot.conductivity {
      evaluations.append(evaluation("conductivity", conductivity))
    }
    return PlantDetail(
      id: id, name: Shortening.name(snapshot.name, 64, otherwise: snapshot.id), evaluations: evaluations,
      battery: Measure.number(snapshot.batteryPercent, digits: 0, in: 0...100),
      dryBelow: Measure.number(snapshot.dryBelow, digits: 1, in: 0...100),
      last: moment(snapshot.lastWatering),
      next: snapshot.next.known.map { moment($0.date(at: now.wall)) },
      neverWatered: snapshot.neverWatered ? true : nil,
      because: String(Shortening.cleaned(snapshot.because).unicodeScalars.prefix(500)),
      line: snapshot.dryLine.flatMap { $0.file == nil ? $0.line : nil },
      key: snapshot.dryLine.map { Shortening.name($0.key, 200) },
      sensors: snapshot.sensors.prefix(32).map(sensor), rev: snapshot.revision, ts: moment(now.wall),
      forecast: snapshot.forecast.map(forecast),
      watering: snapshot.watering.flatMap(watering),
      picture: snapshot.kind.flatMap { PlantDetail.Picture(rawValue: $0.rawValue) },
      nextBecause: Self.word(snapshot.next.because), heard: heard)
  }

  private func forecast(_ forecast: DryForecast) -> PlantDetail.Forecast {
    switch forecast {
    case .dry(let earliest, _, let latest):
      PlantDetail.Forecast(earliest: moment(earliest), latest: moment(latest))
    case .unknown(let why): PlantDetail.Forecast(unknown: word(why))
    }
  }

  private func word(_ why: DryForecast.Why) -> PlantDetail.Forecast.Why {
    switch why {
    case .learning: .learning
    case .steady: .steady
    case .wide: .wide
    case .soaking: .soaking
    }
  }

  private func word(_ status: ValveStatus) -> PlantDetail.Watering.State {
    switch status {
    case .closed: .closed
    case .opening: .opening
    case .open: .open
    case .closing: .closing
    }
  }

  private func evaluation(_ quantity: String, _ evaluation: Evaluation) -> PlantDetail.Evaluation {
    let status: PlantDetail.Status =
      switch evaluation.status {
      case .unknown: .unknown
      case .low: .low
      case .fine: .fine
      case .high: .high
      }
    return PlantDetail.Evaluation(
      quantity: quantity, status: status, reason: evaluation.reason.map(word),
      since: moment(evaluation.since),
      value: Measure.number(
        evaluation.value, digits: 2, in: -1e6...1e6, beside: [evaluation.below, evaluation.above]),
      at: evaluation.measuredAt.map(moment),
      low: Measure.number(evaluation.below, digits: 2, in: -1e6...1e6),
      high: Measure.number(evaluation.above, digits: 2, in: -1e6...1e6))
  }

  private func watering(_ snapshot: WateringSnapshot) -> PlantDetail.Watering? {
    guard let valve = SubjectName(snapshot.valve) else { return nil }
    return PlantDetail.Watering(
      valve: valve, seconds: Int(clamping: snapshot.duration.wholeSeconds),
      secondsMax: Int(clamping: snapshot.durationMax.wholeSeconds),
      litres: Measure.number(snapshot.litres, digits: 2, in: 0...1e6), automatic: snapshot.isAutomatic,
      state: snapshot.valveState.map(word), ends: snapshot.endsAt.map(moment),
      held: snapshot.held.map(why))
  }

  private func sensor(_ snapshot: SensorSnapshot) -> PlantDetail.Sensor {
    var refused: [String: Int] = [:]
    for refusal in Refusal.allCases where Int(refusal.rawValue) < snapshot.refusals.count {
      let count = snapshot.refusals[Int(refusal.rawValue)]
      if count > 0 { refused["\(refusal.name)"] = Int(clamping: count) }
    }
    return PlantDetail.Sensor(
      id: snapshot.id, online: snapshot.isOnline,
      values: snapshot.values.compactMap { value in
        guard let number = Measure.number(value.value, digits: 2, in: -1e6...1e6) else { return nil }
        return PlantDetail.Sensor.Value(
          quantity: "\(value.quantity.name)", value: number,
          raw: Measure.number(value.raw, digits: 3, in: -1e9...1e9), at: value.measuredAt.map(moment),
          fresh: value.isFresh)
      }, refused: refused, lastRefusal: snapshot.lastRefusal.map { "\($0.name)" })
  }
}
