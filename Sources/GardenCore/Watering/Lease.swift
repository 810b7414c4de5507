/// One run: what is remembered of it, and what only this process knows.
struct Lease: Sendable, Hashable {
  var memory: LeaseMemory
  var facts: PlantFacts
  /// From the plan: the valve closes by itself.
  var hasDeviceTimer = false
  /// From the plan: no longer run can be set on the device.
  var timerMax: Duration?
  /// When the device closes by itself, before the lease ends; `nil`: not before.
  var timerEnds: Uptime?
  /// It was said that the device's timer outlasts the lease.
  var saidTimer = false
  var answerWithin: Duration = .seconds(30)
  var closeProofWithin: Duration = .seconds(60)
  var evidence = EvidencePlan()
  /// From the plan: no more litres, whoever asked.
  var litresMax: Double?
  /// Fused moisture as last told; `nil` while unknown.
  var moisture: Double?

  /// When its valve may open: it waits for the master of its supply.
  var opensAt: Uptime?
  /// When its water was to stop.
  var closedFrom = Uptime(milliseconds: 0)
  /// Since when it has been seen to run, in this process.
  var runningSince = Uptime(milliseconds: 0)
  /// As counted; ``LeaseMemory/litres`` and ``LeaseMemory/counter`` follow with each step that is written.
  var litres: Double?
  var counter: Double?
  /// Litres per minute by which it counts on; `nil`: a counter tells them.
  var flow: Double?
  var creditedAt = Uptime(milliseconds: 0)
  /// When the activity got its final state; late opens are measured from it.
  var endedAt = Uptime(milliseconds: 0)

  var updatedAt = Uptime(milliseconds: 0)
  /// When this process took it over; 0 where it began here.
  var resumedAt = Uptime(milliseconds: 0)
  /// The phase changed since the last step that was sent.
  var owesUpdate = false
  /// When the ended activity leaves the screens; `nil` while it is on, and once it has left.
  var removeAt: Uptime?

  init(memory: LeaseMemory, facts: PlantFacts? = nil) {
    self.memory = memory
    self.facts =
      facts
      ?? PlantFacts(
        id: memory.plant, name: memory.plant, last: memory.openedAt, next: memory.openedAt + .days(1),
        neverWatered: false)
    moisture = memory.moistureAtStart
    litres = memory.litres
    counter = memory.counter
  }

  var isLive: Bool { memory.phase == .opening || memory.phase == .running }
  var duration: Duration { memory.ends - memory.opened }
  /// The valve said open, or a meter saw water.
  var ran: Bool { memory.wasOpen || !memory.evidence.isDisjoint(with: [.water, .power]) }

  /// Never negative, never more than the run.
  func left(at now: Moment) -> Duration { min(max(.zero, memory.ends - now.uptime), duration) }

  mutating func take(_ actuator: ActuatorPlan, _ plan: GardenPlan) {
    if case .valve(let timer) = actuator.kind { hasDeviceTimer = timer }
    timerMax = actuator.timerMax
    answerWithin = actuator.answerWithin
    closeProofWithin = WateringLimits.closeProofWithin(actuator)
    evidence = actuator.evidence
    litresMax = plan.plants.first { $0.id == memory.plant }?.watering?.litresMax
  }
}

extension Lease {
  /// After its activity got the final state.
  func record(at now: Moment) -> WateringRecord {
    WateringRecord(
      id: memory.id, plant: memory.plant, from: memory.openedAt, until: waterEnded(at: now), kind: .valve,
      by: memory.by, end: ending, litres: litres)
  }

  /// When closing began: the wait for the proof is no watering.
  private func waterEnded(at now: Moment) -> Timestamp {
    guard now.isWallTrusted else { return memory.openedAt + max(.zero, duration - memory.left) }
    return memory.end == nil ? now.wall : now.wall - max(.zero, now.uptime - closedFrom)
  }

  private var ending: WateringRecord.End {
    guard let end = memory.end else { return .unknown }
    if memory.trouble != nil { return .failed }
    if memory.interruption != nil { return .interrupted }
    switch end {
    case .time: return .finished
    case .moisture, .volume: return .target
    case .person: return .stopped
    case .interlock: return memory.endedBy == nil ? .interrupted : .stopped
    case .failure: return .failed
    }
  }
}

// Where it is to give a volume.
extension Lease {
  /// At this many litres the run ends; `nil`: no volume bounds it.
  var litresEnd: Double? {
    guard let target = memory.untilLitres else { return litresMax }
    return min(target, litresMax ?? target)
  }

  /// When the present flow will have given the volume.
  var litresEndAt: Uptime? {
    guard isLive, let flow, flow > 0, let most = litresEnd else { return nil }
    let minutes = max(0, most - (litres ?? 0)) / flow
    return creditedAt + .milliseconds(Int64((min(minutes, 1e6) * 60_000).rounded(.up)) + 1)
  }
}

extension ActuatorPlan {
  var isValve: Bool { if case .valve = kind { true } else { false } }
}
