import GardenCore

/// What a device says of itself in a document that it retains. It says so once.
struct SelfReport {
  enum Kind: UInt8 { case hello = 0, context }
  let device: DeviceID
  let kind: Kind
  let event: Event
  /// The broker only replayed it.
  let wasRetained: Bool

  /// `nil`: the event is something else.
  init?(_ event: Event, wasRetained: Bool) {
    switch event {
    case .hello(let device, _), .left(let device): (self.device, kind) = (device, .hello)
    case .context(let device, _): (self.device, kind) = (device, .context)
    default: return nil
    }
    self.event = event
    self.wasRetained = wasRetained
  }
}

/// Reports over the rate of their devices: nobody sends them again, so the newest of each kind waits until its device is slower.
struct LateReports {
  private var waiting: [DeviceID: [SelfReport.Kind: SelfReport]] = [:]
  /// When they are tried again; `nil`: none waits.
  private(set) var due: Uptime?

  /// A token comes back in this time.
  private static let pause: Duration = .seconds(1)

  mutating func put(_ report: SelfReport, at now: Uptime) {
    waiting[report.device, default: [:]][report.kind] = report
    due = due ?? now + Self.pause
  }

  /// A newer one of its kind was heard.
  mutating func drop(_ kind: SelfReport.Kind, of device: DeviceID) { waiting[device]?[kind] = nil }

  mutating func takeDue(at now: Uptime) -> [SelfReport] {
    guard let due, due <= now else { return [] }
    self.due = nil
    defer { waiting = [:] }
    return waiting.values.flatMap(\.values).sorted {
      ($0.device, $0.kind.rawValue) < ($1.device, $1.kind.rawValue)
    }
  }
}
