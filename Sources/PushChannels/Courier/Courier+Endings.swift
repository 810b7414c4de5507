internal import LoamKit

internal import struct GardenCore.Moment

// MARK: - Ends that nobody said again

extension Courier {
  /// A run's last step, made of what everybody is told. The step itself has the reader's language, so it is waited for: only where the process
  /// was killed between its arrival and the disk it never comes.
  struct Ending: Sendable {
    var message: ActivityMessage
    var wait: Pause
  }

  static let endingMilliseconds: Int64 = 10_000

  mutating func heed(_ state: ActivityState, at now: Moment) {
    guard state.state == .ended, isRunning(state.id.text), endings[state.id.text] == nil else { return }
    let aps = ActivityMessage.APS(
      timestamp: state.timestamp, event: .end, contentState: state.contentState,
      dismissalDate: state.end == .renewed ? state.timestamp : nil)
    endings[state.id.text] = Ending(
      message: ActivityMessage(
        aps: aps,
        activity: .init(id: state.id, seq: state.seq, end: state.end, by: state.by, why: state.why)),
      wait: Pause(from: now.wall.milliseconds, milliseconds: Self.endingMilliseconds))
  }

  mutating func endRuns(at now: Moment) {
    for (id, ending) in endings where !ending.wait.holds(at: now) || !isRunning(id) {
      endings[id] = nil
      step(ending.message, at: now)
    }
  }

  private func isRunning(_ id: String) -> Bool {
    memory.items.contains { $0.key == id && $0.matter == .run && $0.fate == .open }
  }
}
