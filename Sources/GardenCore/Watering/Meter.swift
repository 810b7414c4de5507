/// What one meter in the pipe, or at the pump, showed in this process. Only live readings count.
///
/// A flow that fell below its limit is dry. A counter that did not rise is dry; one that fell silent after a rise is taken as still
/// after the wait of ``isStill(at:quiet:)``, because many counters speak only while water runs. A flow must be seen to fall.
struct Meter: Sendable, Hashable {
  enum Kind: UInt8, Sendable, Hashable { case water = 0, power }

  /// The sensor; of a valve's own reports the valve.
  let id: String
  let kind: Kind
  /// Its counter begins anew with each run: every fall is a beginning, not rounding.
  var countsRuns = false
  private(set) var flow: Double?
  /// Litres, or of a valve's own reports those of the present run.
  private(set) var counter: Double?
  private var counterAt = Uptime(milliseconds: 0)
  /// Up to here the flow was counted into litres.
  private var countedTo = Uptime(milliseconds: 0)
  /// The last sign of water, and whether a counter gave it.
  private(set) var wetAt: Uptime?
  private var isWetByCounter = false
  private(set) var dryAt: Uptime?
  var leak = LeakWatch()

  init(id: String, kind: Kind) {
    self.id = id
    self.kind = kind
  }

  /// No flow is greater, litres per minute: what a counter gained beyond it is no water.
  private static let flowMax = Quantity.flow.plausible.upperBound

  /// Litres since the last call by flow alone; 0 where a counter tells them.
  mutating func flowed(until now: Uptime) -> Double {
    defer { countedTo = max(countedTo, now) }
    guard counter == nil, let flow, flow > 0, now > countedTo else { return 0 }
    return flow * Double((now - countedTo).milliseconds) / 60_000
  }

  /// A flow in litres per minute, or a power in watts; `limit`: from which it shows water.
  mutating func show(_ value: Double, limit: Double, at seen: Uptime) {
    flow = kind == .water ? value : nil
    mark(isWet: value >= limit, byCounter: false, at: seen)
  }

  /// A counter's new value. The litres since the last one; a first value, a jump and a step back by rounding count nothing.
  mutating func count(_ value: Double, from start: Double? = nil, at seen: Uptime) -> Double {
    let before = counter ?? start
    let span = counter == nil ? Duration.hours(24) : max(.seconds(1), seen - counterAt)
    counter = value
    counterAt = seen
    guard let before else { return 0 }
    let beganAnew = value < before && (countsRuns || value < before / 2)
    let gained = beganAnew ? value : max(0, value - before)
    guard gained <= Self.flowMax * Double(span.milliseconds) / 60_000 else { return 0 }
    mark(isWet: gained > 0, byCounter: true, at: seen)
    return gained
  }

  private mutating func mark(isWet: Bool, byCounter: Bool, at seen: Uptime) {
    if isWet {
      // A late reading of before the last dry one says nothing.
      guard seen >= dryAt ?? seen else { return }
      wetAt = seen
      isWetByCounter = byCounter
    } else if seen >= wetAt ?? seen {
      dryAt = seen
    }
  }

  /// The last sign was water. `nil`: it never gave a sign.
  var isWet: Bool? {
    guard let wetAt else { return dryAt == nil ? nil : false }
    return dryAt.map { $0 < wetAt } ?? true
  }

  /// Whether it shows that no water flows; `nil`: it never spoke.
  func isStill(at now: Uptime, quiet: Duration) -> Bool? {
    guard let isWet, let wetAt, isWet else { return isWet.map { !$0 } }
    return isWetByCounter && now - wetAt >= quiet
  }

  /// When silence alone will count as still.
  func stillAt(quiet: Duration) -> Uptime? {
    guard isWet == true, isWetByCounter, let wetAt else { return nil }
    return wetAt + quiet
  }
}

/// Water seen by a meter while every valve on it is closed.
struct LeakWatch: Sendable, Hashable {
  /// The first sign.
  var since: Uptime?
  /// From then on it is a leak.
  var dueAt: Uptime?
  /// Rises of a counter.
  var rises = 0
  var litres = 0.0
  /// Told, and not over yet.
  var isTold = false

  mutating func begin(at now: Uptime, within: Duration) {
    guard since == nil else { return }
    since = now
    dueAt = now + within
  }

  mutating func clear() { self = LeakWatch(isTold: isTold) }
}
