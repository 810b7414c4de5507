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
  /// When it had stopped, once that is proved.
  var stopped: Uptime?
  /// How long it was proved closed before it opened once more.
  var stood = Duration.zero
  /// How long before this process nobody counted what a valve let through that was not proved closed.
  var uncounted: Duration?
  /// Since when it has been seen to run, in this process.
  var runningSince = Uptime(milliseconds: 0)
  /// As counted; ``LeaseMemory/litres`` and ``LeaseMemory/counter`` follow with each step that is written.
  var litres: Double?
  var counter: Double?
  /// Litres per minute by which it counts on; `nil`: a counter tells them.
  var flow: Double?
  /// Litres per minute by which its end is expected.
  var pace: Double?
  /// When a meter last told of it, in this process.
  var creditedAt: Uptime?
  /// As its own meters said when it ended; `nil`: nobody knows.
  var flows: Bool?
  /// When the activity got its final state; late opens are measured from it.
  var endedAt = Uptime(milliseconds: 0)

  var updatedAt = Uptime(milliseconds: 0)
  /// When this process took it over; 0 where it began here.
  var resumedAt = Uptime(milliseconds: 0)
  /// The phase changed since the last step that was sent.
  var owesUpdate = false
  var hasBegun = false
  /// When the ended activity leaves the screens; `nil` while it is on, and once it has left.
  var removeAt: Uptime?

  init(memory: LeaseMemory, facts: PlantFacts? = nil) {
    self.memory = memory
    self.facts =
      facts
      ?? PlantFacts(
        id: memory.plant, name: memory.plant, last: memory.openedAt,
        next: Next(memory.openedAt + .days(1), .unknown),
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

// A device's own timer may be shorter than a lease. Then the open is repeated before the timer ends the run, each time for what
// is left or for the longest that the timer takes. So the device closes by itself at the latest when the lease ends, and, where
// nobody repeats it, earlier.
extension Lease {
  /// What an open command asks of the device.
  func openRuns(at now: Moment) -> Duration {
    let left = left(at: now)
    return hasDeviceTimer ? min(left, timerMax ?? left) : left
  }

  /// The open of now was sent.
  mutating func timerStarted(at now: Moment) {
    let runs = openRuns(at: now)
    timerEnds = hasDeviceTimer && runs < left(at: now) ? now.uptime + runs : nil
  }

  /// When the open is to be repeated: at three quarters of the timer. `nil`: the timer lasts to the lease's end, or has run out;
  /// a valve that closed by itself is not opened on a guess.
  func renewsAt(_ now: Moment) -> Uptime? {
    guard let timerEnds, let timerMax, now.uptime < timerEnds else { return nil }
    return timerEnds + (.zero - timerMax / 4)
  }

  /// After a restart in the same boot a running lease does not know when its timer was last set.
  var outlivesTimer: Bool { hasDeviceTimer && timerMax.map { $0 < duration } == true }

  /// A device says how long it will run by its own timer. More than its lease has: it took the length in another unit, or is another
  /// model than the config says. Named once a run: the bridge closes it in time, but nothing else would.
  mutating func compareTimer(_ remaining: Duration, _ turn: inout Turn) {
    guard isLive, !saidTimer else { return }
    let left = self.left(at: turn.now)
    guard hasDeviceTimer, remaining > left + WateringLimits.timerTolerance else { return }
    saidTimer = true
    turn.log(
      .warning, valve: memory.actuator,
      "its own timer runs \(remaining.wholeSeconds) s, its run only \(left.wholeSeconds) s: is 'part' its true model?"
    )
  }
}

// How it ended: what is known of it, and no more.
extension Lease {
  /// How long it was to run: until it was told to close.
  var meant: Duration { max(.zero, duration - memory.left) }

  /// The soil is moist enough, by its live reading.
  var isMoist: Bool {
    guard let moisture, let target = memory.untilMoisture else { return false }
    return moisture >= target
  }

  /// Its own litres, the plant's or the valve's most end it before it is complete.
  var endsByLimit: Bool { litresEnd.map { $0 < memory.untilLitres ?? .infinity } ?? false }

  /// After its activity got the final state.
  func record(at now: Moment) -> WateringRecord {
    WateringRecord(
      id: memory.id, plant: memory.plant, from: memory.openedAt, until: memory.until ?? now.wall,
      kind: .valve, by: memory.by, end: ending, litres: litres, meant: overrun?.meant)
  }

  /// A moment of this process by the run's own clock; by the wall clock where the run went through another boot.
  func wall(of uptime: Uptime, at now: Moment) -> Timestamp {
    if memory.hasCrossedBoots, now.isWallTrusted { return now.wall - max(.zero, now.uptime - uptime) }
    return memory.openedAt + max(.zero, uptime - memory.opened)
  }

  /// Closing is proved. `sawWater`: when a meter of its own did last.
  mutating func stops(at stopped: Uptime, sawWater: Uptime?, _ now: Moment) {
    self.stopped = stopped
    let told = memory.openedAt + meant
    let bound = max(answerWithin, WateringLimits.closesLateAfter)
    var until = wall(of: stopped, at: now) - stood
    if let sawWater, wall(of: sawWater, at: now) - told >= WateringLimits.closesLateAfter {
      memory.evidence.insert(.late)
    }
    if !memory.evidence.contains(.late), until - told > bound {
      // A device that closes by its own timer is believed to have done so: only its word came late.
      if hasDeviceTimer { until = min(until, memory.openedAt + duration + answerWithin) }
      if until - told > bound { memory.evidence.insert(.overdue) }
    }
    memory.until = until
  }

  /// It was proved closed: the time from then until now is no part of its run.
  mutating func opensAgain(at now: Moment) {
    if let until = memory.until { stood = max(.zero, wall(of: now.uptime, at: now) - until) }
    memory.phase = .closing
    closedFrom = now.uptime
  }

  /// Its valve, live. Well after it was told to close that is no late report of before.
  mutating func saidOpen(_ turn: inout Turn) {
    guard memory.phase == .closing, closedFrom + WateringLimits.closesLateAfter <= turn.now.uptime,
      memory.evidence.insert(.late).inserted
    else { return }
    remember(&turn)
  }

  /// `nil`: it closed when it was told, or that is not proved yet.
  var overrun: ActivitySnapshot.Overrun? {
    guard memory.phase == .closed, !memory.evidence.isDisjoint(with: [.late, .overdue]),
      let until = memory.until
    else { return nil }
    return ActivitySnapshot.Overrun(
      meant: meant, ran: until - memory.openedAt, isSeen: memory.evidence.contains(.late))
  }

  private var ending: WateringRecord.End {
    switch endShown {
    case .finished: .finished
    case .targetReached: .target
    case .stopped: .stopped
    case .interrupted: .interrupted
    case .failed: .failed
    default: .unknown
    }
  }

  /// How it ended, for everybody who is told.
  var endShown: ActivitySnapshot.Phase {
    guard let end = memory.end else { return .unknown }
    if let trouble = memory.trouble { return .failed(trouble) }
    if let why = memory.interruption { return .interrupted(why) }
    switch end {
    case .time, .volume: return .finished
    case .moisture: return .targetReached
    case .person: return .stopped(by: memory.endedBy)
    case .interlock: return memory.endedBy == nil ? .interrupted(.interlock) : .stopped(by: memory.endedBy)
    case .failure: return .failed(.didNotClose)
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
  var litresEndAt: Uptime? { isLive ? litresEnd.flatMap { reaches($0, by: flow) } : nil }

  /// When it will have given so much at that flow.
  func reaches(_ wanted: Double, by flow: Double?) -> Uptime? {
    guard let flow, flow > 0, let creditedAt else { return nil }
    let minutes = min(max(0, wanted - (litres ?? 0)) / flow, 1e6)
    return creditedAt + .milliseconds(Int64((minutes * 60_000).rounded(.up)) + 1)
  }
}

extension ActuatorPlan {
  var isValve: Bool { if case .valve = kind { true } else { false } }
}

extension [Lease] {
  /// Of the water that a meter of all those has seen. It cannot tell whose it was: those whose runs are on have equal shares, so that what they
  /// are told to have given adds up to what flowed. Who is closing beside them has none.
  func shares(of holders: [Int]) -> [Double] {
    let live = holders.count { self[$0].isLive }
    return holders.map { live == 0 ? 1 / Double(holders.count) : self[$0].isLive ? 1 / Double(live) : 0 }
  }

  /// The lease that holds the valve: every one but those proved closed.
  func holder(of valve: String) -> Int? {
    firstIndex { $0.memory.actuator == valve && $0.memory.phase != .closed }
  }

  /// The run to which litres belong that a counter tells only now: it had last spoken before the water stopped.
  func owner(of valve: String, counted: Uptime) -> Int? {
    lastIndex { $0.memory.actuator == valve && $0.counter != nil && $0.stopped.map { counted < $0 } ?? false }
  }
}
