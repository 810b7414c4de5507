/// What a device can be shown as a test.
package enum SimulatedMatter: String, Sendable, Hashable, CaseIterable {
  case notification, offer, digest, check, climate, slider, sensor, alarm, heater
  case timeUp = "time-up"
  case withdraw, activity, countdown, ack, reply, message
}

/// Effects for one device, as the garden would have them, with the plan's names; nothing of it has happened.
package struct SimulatedGarden {
  /// One effect, so long after the first.
  package typealias Step = (after: Duration, effect: Effect)

  private let plan: GardenPlan
  private let device: DeviceID
  private let began: Timestamp
  private var dice: SplitMix64

  package init(_ plan: GardenPlan, device: DeviceID, began: Timestamp, seed: UInt64) {
    self.plan = plan
    self.device = device
    self.began = began
    dice = SplitMix64(seed: seed)
  }

  /// - Parameters:
  ///   - ack: the code of an ack.
  ///   - command: what an ack answers; `nil`: something that nobody sent.
  package mutating func steps(of matter: SimulatedMatter, ack: Outcome.Code, to command: UniqueID?) -> [Step]
  {
    let plants = plan.plants.isEmpty ? [PlantPlan(id: "basil", name: "Basil")] : plan.plants
    let (plant, place) = (plants[0], plan.places.first?.name ?? "Greenhouse")
    func tell(_ subject: NoticeSubject, _ urgency: Notice.Urgency = .active) -> [Step] {
      [(.zero, .notify(notice(matter, subject, urgency)))]
    }
    switch matter {
    case .notification: return tell(.water(thirst(plant)))
    case .offer:
      var thirst = thirst(plant)
      thirst.plant.offer = thirst.plant.offer ?? WaterOffer(duration: .seconds(120))
      return tell(.water(thirst))
    case .digest: return tell(.digest(plants.prefix(3).map(thirst)))
    case .check: return tell(.noRiseSeen(thirst(plant)))
    case .climate: return tell(.climate(facts(plant), .temperature, .low, value: 6.5, limit: 12))
    case .slider:
      return tell(.setpoint(control, placeName: place, value: 6.5, limit: 8, isLow: true, facts: nil))
    case .sensor:
      let lastHeard = began - .hours(30)
      return tell(
        .sensor(SensorFacts(measures: plant.name, trouble: .silent, lastHeard: lastHeard, batteryLow: 15)),
        .passive)
    case .alarm:
      let valve = plan.actuators.first { if case .valve = $0.kind { true } else { false } }
      return tell(
        .valve(
          name: valve?.name ?? "Valve", .stuckOpen, plant: facts(plant),
          sight: ValveSight(isHeld: true, flows: true)), .timeSensitive)
    case .heater:
      let name = plan.heaters.first.flatMap { plan.actuator($0.actuator)?.name } ?? "Heater"
      return tell(.heater(name: name, .stuckOn, placeName: place, value: 31, target: 21), .timeSensitive)
    case .timeUp: return tell(.timeUp(facts(plant)), .timeSensitive)
    case .withdraw:
      let notice = notice(matter, .water(thirst(plant)), .active)
      let pause = Duration.seconds(3)
      let withdrawal = Withdrawal(
        id: newID(), note: notice.id, key: notice.key, reason: .done, by: other, at: began + pause,
        devices: [device])
      return [(.zero, .notify(notice)), (pause, .withdraw(withdrawal))]
    case .activity: return run(.watering, of: plant)
    case .countdown: return run(.countdown, of: plant)
    case .ack: return [(.zero, .acknowledge(outcome(ack, to: command ?? newID(), plant)))]
    case .message: return [(.zero, .deliver(message(about: plant)))]
    // No effect: who asks is answered by whoever was asked.
    case .reply: return []
    }
  }

  /// A key of its own: what the bridge has shown stays on the screen.
  private mutating func notice(
    _ matter: SimulatedMatter, _ subject: NoticeSubject, _ urgency: Notice.Urgency
  ) -> Notice {
    Notice(
      id: newID(), key: "test-\(matter.rawValue)", revision: 1, dueSince: began - .minutes(30), sentAt: began,
      expires: began + .minutes(10), urgency: urgency, subject: subject, devices: [device],
      ringing: [device])
  }

  /// Of a plant with an id of its own: no real reminder gives way to it.
  private mutating func run(_ kind: ActivitySnapshot.Kind, of plant: PlantPlan) -> [Step] {
    let (id, began, pause) = (newID(), began, Duration.seconds(2))
    var shown = facts(plant)
    shown.id = "simulated"
    let phases: [ActivitySnapshot.Phase] =
      kind == .watering
      ? [.opening, .running, .running, .finished] : [.counting, .counting, .counting, .timeUp]
    let end = phases.count - 1
    return phases.enumerated().map { number, phase in
      let at = began + pause * number
      let snapshot = ActivitySnapshot(
        id: id, kind: kind, plant: shown, state: number == end ? .ended : .active, phase: phase,
        progress: Double(number) / Double(end), sequence: number + 1, at: at, startedAt: began,
        endsBy: began + ActivityLimits.updates, staleAt: at + .minutes(5), endsAt: began + pause * end)
      let step: ActivityStep.Kind = number == 0 ? .start : number == end ? .end : .update
      return (
        at - began,
        .activity(ActivityStep(kind: step, snapshot: snapshot, devices: [device], hasBegun: number == 1))
      )
    }
  }

  private func outcome(_ code: Outcome.Code, to command: UniqueID, _ plant: PlantPlan) -> Outcome {
    let next = Next(began + plant.wateringInterval, .calendar)
    return Outcome(
      id: command, device: device, code: code, why: code == .refused ? Reason(.emergencyStop) : nil,
      by: code == .alreadyDone ? other : nil,
      detail: code == .accepted ? .plant(plant.id, last: began, next: next) : .none)
  }

  /// The head of a question that the device did not ask.
  package mutating func question(_ id: UniqueID?) -> CommandHead {
    CommandHead(id: id ?? newID(), device: device, at: began)
  }

  /// From another device of the same person, where there is one.
  private mutating func message(about plant: PlantPlan) -> AppMessage {
    let sender = plan.companions(of: device).first?.id ?? other
    return AppMessage(
      CommandHead(id: newID(), device: sender, at: began), .guaranteed, to: device, identifier: "Simulated",
      content: "{\"plant\":\"\(plant.id)\"}")
  }

  /// No slider of the bridge: moving it moves nothing.
  private var control: ControlSnapshot {
    ControlSnapshot(
      id: "simulated-setpoint", kind: .setpoint(actuator: "simulated", place: nil), name: "Heater",
      unit: "°C",
      range: 5...25, step: 0.5, value: 14, revision: 1, phase: .settled, changedAt: began,
      roleNeeded: .operator)
  }

  private func thirst(_ plant: PlantPlan) -> Thirst {
    let limit = plant.moisture.below
    return Thirst(
      plant: facts(plant), moisture: limit.map { $0 * 0.7 }, limit: limit,
      drySince: limit.map { _ in began - .hours(2) }, dueSince: began - .hours(2))
  }

  private func facts(_ plant: PlantPlan) -> PlantFacts {
    var facts = PlantFacts(
      id: plant.id, name: plant.name, last: began - .days(7), next: Next(began - .hours(2), .due),
      neverWatered: false)
    facts.offer = plant.watering.map { WaterOffer(duration: $0.duration, litres: $0.litres) }
    return facts
  }

  /// Who answered first.
  private var other: DeviceID { plan.devices.first { $0.id != device }?.id ?? "another-device" }

  private mutating func newID() -> UniqueID { UniqueID(at: began, random: &dice) }
}
