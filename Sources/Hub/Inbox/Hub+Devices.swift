import GardenCore
import GardenTopics
import LoamKit

/// What devices say of themselves, and that they have what they were sent.
extension Hub {
  /// `false`: too many; it waits until its device is slower.
  mutating func hear(_ report: SelfReport) -> Bool {
    guard garden.knows(report.device) else { return true }
    switch garden.rate(of: report.device, at: now, into: &turn.effects) {
    case .open:
      obey(report)
      return true
    case .closing:
      tally.count(.rateLimited)
      if let answer = contract.tooMany(from: report.device, at: now) { keep(answer) }
    case .closed: break
    }
    return false
  }

  private mutating func obey(_ report: SelfReport) {
    switch report.event {
    case .hello(let device, let profile): greet(device, profile, wasRetained: report.wasRetained)
    case .left(let device): leave(device)
    default: garden.handle(report.event, at: now, into: &turn.effects)
    }
  }

  mutating func hearLateReports() {
    for report in late.takeDue(at: now.uptime) {
      takeContract(topic: report.topic.span, payload: report.payload.span, wasRetained: report.wasRetained)
    }
  }

  /// It took its hello back: what waits for it is not sent any more.
  private mutating func leave(_ device: DeviceID) {
    _ = renderer.introduce(device, DeviceProfile())
    outbox.drop(for: device)
    outbox.receipts.forget(device)
    garden.handle(.left(device), at: now, into: &turn.effects)
    log.notice(
      "device \(device): took its hello back; what waited for it is dropped", source: "device \(device)")
  }

  private mutating func greet(_ device: DeviceID, _ profile: DeviceProfile, wasRetained: Bool) {
    if renderer.introduce(device, profile) {
      renderer.calendars = calendars.all(renderer.zones, at: now)
      tellContext(of: device)
    }
    garden.handle(.hello(device, profile), at: now, into: &turn.effects)
    outbox.receipts.greeted.insert(device)
    // What is replayed was said some time ago: nobody has come back by it.
    if !wasRetained {
      outbox.called(by: device, at: now)
      retainedTrial.greeted(at: now.uptime)
    }
    garden.handle(.reached(device), at: now, into: &turn.effects)
  }

  mutating func confirm(_ receipt: UniqueID, by device: DeviceID, isRead: Bool = true) {
    guard outbox.confirmed(receipt, by: device, at: now) else { return }
    outbox.receipts.acknowledging.insert(device)
    garden.handle(.shown(device, note: receipt, isRead: isRead), at: now, into: &turn.effects)
  }
}
