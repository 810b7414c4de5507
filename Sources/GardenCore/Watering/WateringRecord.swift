/// A watering that is over, for the history: a valve's run, or water that a person or the probe told of.
package struct WateringRecord: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    /// A run under a lease, whatever it gave.
    case valve = 0
    /// A person said so.
    case hand
    /// Nobody said anything; the probe saw it.
    case seen
  }

  /// How a valve's run ended.
  package enum End: UInt8, Sendable, Hashable, CaseIterable {
    /// By its time, and the valve proved that it is closed.
    case finished = 0
    /// Moist enough, or the volume was reached.
    case target
    case stopped
    /// Neither by a person nor by its own end.
    case interrupted
    case failed
    case unknown
  }

  /// Of the lease, of the answer, or made from what the probe saw: the same watering told twice has the same id.
  package var id: UniqueID
  package var plant: PlantID
  package var from: Timestamp
  /// Not before `from`.
  package var until: Timestamp
  package var kind: Kind
  /// Who asked for it, or said so; `nil`: the rule, or the probe.
  package var by: DeviceID?
  /// `nil` where no valve was in it.
  package var end: End?
  /// `nil`: nothing measured them.
  package var litres: Double?

  package init(
    id: UniqueID, plant: PlantID, from: Timestamp, until: Timestamp, kind: Kind, by: DeviceID? = nil,
    end: End? = nil, litres: Double? = nil
  ) {
    self.id = id
    self.plant = plant
    self.from = from
    self.until = max(from, until)
    self.kind = kind
    self.by = by
    self.end = end
    self.litres = litres
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

extension Garden {
  /// Water by can or hose, as a person says: with the times of the countdown that timed it, where there is one.
  func handRecord(_ head: CommandHead, _ plant: PlantID) -> WateringRecord {
    let timed = countdowns.runs.last {
      $0.memory.plant == plant && ($0.isRunning || $0.memory.end == .time)
    }
    var from = head.at
    var until = head.at
    if let memory = timed?.memory {
      from = min(memory.endsAt - memory.duration, head.at)
      until = min(memory.endsAt, head.at)
    }
    return WateringRecord(
      id: head.id, plant: plant, from: from, until: until, kind: .hand, by: head.device)
  }

  /// Water that only the probe tells of. After a crash the same rise has the same id: it is made from what was committed.
  func seenRecord(_ p: Int, at now: Moment) -> WateringRecord {
    let kept = plants[p].kept
    let bits = NoticeKey.fnv1a("seen \(kept.id) \(kept.addedAt.milliseconds) \(kept.revision)")
    // Version 8 of RFC 9562: made by a rule of our own.
    let id = UniqueID(
      high: UInt64(truncatingIfNeeded: bits >> 64) & 0xFFFF_FFFF_FFFF_0FFF | 0x8000,
      low: UInt64(truncatingIfNeeded: bits) & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000)
    return WateringRecord(id: id, plant: kept.id, from: now.wall, until: now.wall, kind: .seen)
  }
}
