/// What one meter in the pipe, or at the pump, showed in this process. Only live readings count.
///
/// A flow below its limit is dry. A counter says less: between two of its pulses it stands still while water runs. It is still when it
/// has not risen for a while, at least as long as its longest wait between two rises in this run; twice that if it only fell silent,
/// because many counters speak only while water runs.
struct Meter: Sendable, Hashable {
  enum Kind: UInt8, Sendable, Hashable { case water = 0, power }

  /// The sensor; of a valve's own reports the valve.
  let id: String
  let kind: Kind
  /// Its counter begins anew with each run: every fall is a beginning, not rounding.
  var countsRuns = false
  /// Litres per minute.
  private(set) var flow: Double?
  /// Litres, or of a valve's own reports those of the present run.
  private(set) var counter: Double?
  private(set) var counterAt = Uptime(milliseconds: 0)
  /// Up to here the flow was counted into litres.
  private var countedTo = Uptime(milliseconds: 0)
  /// The last flow, or power, at or above its limit, and the last below.
  private var flowWetAt: Uptime?
  private var flowDryAt: Uptime?
  /// The first one below after the last above.
  private var driedAt: Uptime?
  /// The last rise of the counter, and the longest wait between two of them since the last run began.
  private var roseAt: Uptime?
  private var pace = Duration.zero
  private(set) var hasRisenInRun = false
  var leak = LeakWatch()

  init(id: String, kind: Kind) {
    self.id = id
    self.kind = kind
  }

  /// No flow is greater, litres per minute: what a counter gained beyond it is no water.
  private static let flowMax = Quantity.flow.plausible(isCalibrated: false).upperBound

  /// Litres since the last call by flow alone; 0 where a counter tells them.
  mutating func flowed(until now: Uptime) -> Double {
    defer { countedTo = max(countedTo, now) }
    guard counter == nil, let flow, flow > 0, now > countedTo else { return 0 }
    return flow * Double((now - countedTo).milliseconds) / 60_000
  }

  /// A flow in litres per minute, or a power in watts; `limit`: from which it shows water.
  mutating func show(_ value: Double, limit: Double, at seen: Uptime) {
    if kind == .water { flow = value }
    // A late reading of before the last one says nothing.
    if value >= limit {
      if seen >= flowDryAt ?? seen { flowWetAt = seen }
    } else if seen >= flowWetAt ?? seen {
      if isFlowWet != false { driedAt = seen }
      flowDryAt = seen
    }
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
    guard gained > 0, gained <= Self.flowMax * Double(span.milliseconds) / 60_000 else { return 0 }
    if hasRisenInRun, let roseAt { pace = max(pace, seen - roseAt) }
    hasRisenInRun = true
    roseAt = seen
    return gained
  }

  /// Silence is measured against the pace of this run alone.
  mutating func runBegins() {
    pace = .zero
    hasRisenInRun = false
  }

  /// The last sign was water; `nil`: it never gave one.
  var isWet: Bool? {
    isFlowWet ?? (counter == nil ? nil : roseAt == counterAt)
  }

  /// What it shows, in the words of a trail; `nil`: no flow and no power.
  var waterWords: String? {
    guard isFlowWet == true else { return nil }
    if kind == .power { return "its pump draws power" }
    return flow.map { "flow \($0.tenths) l/min" }
  }

  /// Its last sign of water.
  var wetAt: Uptime? { [flowWetAt, roseAt].compactMap(\.self).max() }

  /// Its last value; of a flow the last dry one.
  var saidAt: Uptime { max(flowDryAt ?? counterAt, counterAt) }

  /// From then on it has shown none; `nil`: it does, or has said nothing.
  var dryFrom: Uptime? { isWet == true && roseAt == nil ? nil : [driedAt, roseAt].compactMap(\.self).max() }

  private var isFlowWet: Bool? {
    guard let flowWetAt else { return flowDryAt == nil ? nil : false }
    return flowDryAt.map { $0 < flowWetAt } ?? true
  }

  /// Whether it shows that the water which a close was to stop has stopped; `nil`: it has said nothing of it.
  func isStill(since start: Uptime, at now: Uptime, quiet: Duration) -> Bool? {
    if let isFlowWet {
      if isFlowWet { return false }
      if let flowDryAt, flowDryAt >= start { return true }
    }
    guard counter != nil else { return nil }
    if counterAt - lastRise(since: start) >= max(quiet, pace) { return true }
    return hasRisenInRun ? now - lastRise(since: start) >= max(quiet, pace * 2) : nil
  }

  /// When silence alone will count as still.
  func stillAt(since start: Uptime, quiet: Duration) -> Uptime? {
    guard counter != nil, hasRisenInRun else { return nil }
    return lastRise(since: start) + max(quiet, pace * 2)
  }

  private func lastRise(since start: Uptime) -> Uptime { max(roseAt ?? start, start) }

  /// No flow, or no rise for so long.
  func isCalm(at now: Uptime, after pause: Duration) -> Bool {
    if let isFlowWet { return !isFlowWet }
    return roseAt.map { now - $0 >= pause } ?? (counter != nil)
  }

  func calmAt(after pause: Duration) -> Uptime? { isFlowWet == nil ? roseAt.map { $0 + pause } : nil }
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
  /// A dry sign was seen in this process.
  var saidCalm = false

  mutating func begin(at now: Uptime, within: Duration) {
    guard since == nil else { return }
    since = now
    dueAt = now + within
  }

  mutating func clear() { self = LeakWatch(isTold: isTold, saidCalm: saidCalm) }
}
