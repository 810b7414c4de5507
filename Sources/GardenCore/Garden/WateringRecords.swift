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
