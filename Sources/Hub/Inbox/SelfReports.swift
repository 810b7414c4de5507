import GardenCore
import LoamKit

/// What a device says of itself in a document that it retains. It says so once.
struct SelfReport {
  let device: DeviceID
  let event: Event
  /// The broker only replayed it.
  let wasRetained: Bool

  /// `nil`: the event is something else.
  init?(_ event: Event, wasRetained: Bool) {
    switch event {
    case .hello(let device, _), .left(let device), .context(let device, _): self.device = device
    default: return nil
    }
    self.event = event
    self.wasRetained = wasRetained
  }
}

/// Reports over the rate of their devices: nobody sends them again, so the newest of each kind waits, unread, until its device is slower.
struct LateReports {
  struct Report {
    var topic: [UInt8]
    var payload: [UInt8]
    /// The broker only replayed it.
    var wasRetained: Bool
  }

  private var waiting: [Door: Report] = [:]
  /// When they are tried again; `nil`: none waits.
  private(set) var due: Uptime?

  /// A token comes back in this time.
  private static let pause: Duration = .seconds(1)

  /// Of what is retained, and of devices that are known: all else is gone.
  mutating func put(
    _ door: Door, topic: Span<UInt8>, payload: Span<UInt8>, wasRetained: Bool, at now: Uptime
  ) {
    guard door.device != nil, door.kind?.isRetained == true else { return }
    waiting[door] = Report(
      topic: topic.indices.map { topic[$0] }, payload: payload.indices.map { payload[$0] },
      wasRetained: wasRetained)
    due = due ?? now + Self.pause
  }

  /// A newer one of its kind was heard.
  mutating func drop(_ door: Door) { waiting[door] = nil }

  mutating func takeDue(at now: Uptime) -> [Report] {
    guard let due, due <= now else { return [] }
    self.due = nil
    defer { waiting = [:] }
    return waiting.values.sorted { $0.topic.lexicographicallyPrecedes($1.topic) }
  }
}
