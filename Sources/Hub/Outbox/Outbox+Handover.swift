import GardenCore
import StoreTypes

/// Handing over, and what comes back.
extension Outbox {
  /// The next document to hand over, while the window has room.
  mutating func next() -> OutboxEntry? {
    guard inFlight.count < Leaving.documentsMax else { return nil }
    for kind in queues.indices {
      while let id = queues[kind].first {
        if let item = items[id], item.stage == .waiting { return item.entry }
        queues[kind].removeFirst()
      }
    }
    return nil
  }

  /// Documents leave as far as the window to the broker has room.
  mutating func leave(by line: inout Line, at now: Moment) {
    while let entry = next(), line.mayLeave(Leaving(entry.handling.rank)) {
      line.publish(entry.leaving(at: now), as: .document(entry.id))
      handed(entry, at: now)
    }
  }

  mutating func handed(_ entry: OutboxEntry, at now: Moment) {
    guard items[entry.id] != nil else { return }
    if let item = items[entry.id], mayHaveLeft(item) { counts.resent &+= 1 }
    items[entry.id]?.times += 1
    items[entry.id]?.stage = .inFlight
    items[entry.id]?.handedAt = now.uptime
    inFlight.insert(entry.id)
  }

  /// It could not be handed over, and waits again.
  mutating func returned(_ id: Int64) {
    guard inFlight.remove(id) != nil, let item = items[id], item.stage == .inFlight else { return }
    items[id]?.stage = .waiting
    items[id]?.times -= 1
    expires(at: item.entry.expiresAt)
    queues[Leaving(item.entry.handling.rank).rawValue].append(id)
  }

  /// What the broken link left unacknowledged goes out once more.
  mutating func linkCameAbout() { counts.resent &+= UInt64(inFlight.count) }

  /// The broker has it.
  mutating func acknowledged(_ id: Int64, at now: Moment) {
    guard inFlight.remove(id) != nil, var item = items[id] else { return }
    if item.entry.handedAt == nil { counts.sent &+= 1 }
    let handling = item.entry.handling
    guard receipts.wait(for: handling) else { return arrived(id, at: now) }
    item.stage = .awaiting
    awaitingCount += 1
    let isFirst = item.entry.handedAt == nil
    item.entry.handedAt = item.entry.handedAt ?? now.wall
    item.repeatAt = RepeatPauses.pause(after: item.times).map { now.uptime + $0 }
    wake(by: item.repeatAt)
    expires(at: item.entry.expiresAt)
    items[id] = item
    if isFirst, handling.isDurable { marks.insert(id, at: now) }
  }

  /// The device has it. `false`: it was not waited for.
  mutating func confirmed(_ receipt: UniqueID, by device: DeviceID, at now: Moment) -> Bool {
    guard let id = shares[device]?.receipts[receipt], let item = items[id], mayHaveLeft(item) else {
      return false
    }
    if item.entry.handedAt == nil { counts.sent &+= 1 }
    counts.confirmed &+= 1
    receipts.acknowledging.insert(device)
    arrived(id, at: now)
    return true
  }

  /// The device is back: what it has not acknowledged goes out again, a moment later, since its acks may be under way.
  mutating func called(by device: DeviceID, at now: Moment) {
    for id in shares[device]?.ids ?? [] {
      guard let item = items[id], item.stage == .awaiting,
        receipts.allowRepeats(of: item.entry.handling) || item.times < RepeatPauses.all.count
      else { continue }
      let soonest = max(now.uptime + .seconds(1), (item.handedAt ?? now.uptime) + RepeatPauses.least)
      items[id]?.repeatAt = min(item.repeatAt ?? soonest, soonest)
      items[id]?.isCalled = true
      wake(by: items[id]?.repeatAt)
    }
  }

  /// Time passed: what was not acknowledged waits to be handed over again.
  mutating func repeatDue(at now: Moment) {
    guard let due = nextRepeat, due <= now.uptime else { return }
    nextRepeat = nil
    for item in items.values.sorted(by: { $0.entry.id < $1.entry.id }) where item.stage == .awaiting {
      guard let due = item.repeatAt else { continue }
      guard due <= now.uptime else {
        wake(by: due)
        continue
      }
      let (id, handling) = (item.entry.id, item.entry.handling)
      items[id]?.repeatAt = nil
      guard item.isCalled || receipts.allowRepeats(of: handling) else { continue }
      items[id]?.isCalled = false
      items[id]?.stage = .waiting
      awaitingCount -= 1
      queues[Leaving(handling.rank).rawValue].append(id)
    }
  }
}
