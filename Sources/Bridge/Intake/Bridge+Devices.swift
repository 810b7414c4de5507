import GardenCore
import GardenTopics
import LoamKit
import Logging

/// What devices say of themselves, and that they have what they were sent.
extension Bridge {
  func hear(_ report: SelfReport) {
    guard garden.knows(report.device) else { return }
    switch garden.rate(of: report.device, at: now, into: &effects) {
    case .open:
      late.drop(report.kind, of: report.device)
      return obey(report)
    case .closing:
      if let answer = contract.tooMany(from: report.device, at: now) {
        tally.count(.rateLimited)
        keep(answer)
      }
    case .closed: break
    }
    late.put(report, at: now.uptime)
  }

  private func obey(_ report: SelfReport) {
    switch report.event {
    case .hello(let device, let profile): greet(device, profile, wasRetained: report.wasRetained)
    case .left(let device): leave(device)
    default: garden.handle(report.event, at: now, into: &effects)
    }
  }

  func hearLateReports() {
    for report in late.takeDue(at: now.uptime) { hear(report) }
  }

  /// It took its hello back: what waits for it is not sent any more.
  private func leave(_ device: DeviceID) {
    _ = renderer.introduce(device, DeviceProfile())
    outbox.drop(for: device)
    outbox.receipts.forget(device)
    garden.handle(.left(device), at: now, into: &effects)
    log.notice(
      "device \(device): took its hello back; what waited for it is dropped", source: "device \(device)")
  }

  private func greet(_ device: DeviceID, _ profile: DeviceProfile, wasRetained: Bool) {
    if renderer.introduce(device, profile) {
      renderer.calendars = Startup.calendars(of: renderer.zones, at: now)
      tellContext(of: device)
    }
    garden.handle(.hello(device, profile), at: now, into: &effects)
    outbox.receipts.greeted.insert(device)
    // What is replayed was said some time ago: nobody has come back by it.
    if !wasRetained {
      outbox.called(by: device, at: now)
      retainedTrial.greeted(at: now.uptime)
    }
    garden.handle(.reached(device), at: now, into: &effects)
  }

  func confirm(_ receipt: UniqueID, by device: DeviceID, isRead: Bool = true) {
    guard outbox.confirmed(receipt, by: device, at: now) else { return }
    outbox.receipts.acknowledging.insert(device)
    garden.handle(.shown(device, note: receipt, isRead: isRead), at: now, into: &effects)
  }
}
