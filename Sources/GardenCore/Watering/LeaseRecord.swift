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
