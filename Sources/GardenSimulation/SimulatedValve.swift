package import GardenCore

/// A valve as the hose feels it: opens and closes after a delay, closes by its own timer where it has one, and
/// sometimes does not listen.
package struct SimulatedValve: Sendable, Hashable {
  package struct Character: Sendable, Hashable {
    package var hasTimer: Bool
    /// Between command and movement (a radio valve sleeps).
    package var delay: Duration
    /// Between movement and the state message that tells it.
    package var reportDelay: Duration
    /// Chance that a command is not heard at all.
    package var deafness: Double
    package var litresPerMinute: Double

    package init(
      hasTimer: Bool = true, delay: Duration = .seconds(2), reportDelay: Duration = .seconds(1),
      deafness: Double = 0, litresPerMinute: Double = 0.02
    ) {
      self.hasTimer = hasTimer
      self.delay = delay
      self.reportDelay = reportDelay
      self.deafness = deafness
      self.litresPerMinute = litresPerMinute
    }
  }

  private struct Order: Sendable, Hashable {
    var at: Timestamp
    var runs: Duration?
    var opens: Bool
  }

  /// The state as the valve tells it, a little after it changed.
  package struct Report: Sendable, Hashable {
    package var at: Timestamp
    package var isOpen: Bool
    package var litres: Double
  }

  package let character: Character
  package private(set) var isOpen = false
  package private(set) var openedAt: Timestamp?
  /// When the valve's own timer closes it.
  package private(set) var closesAt: Timestamp?
  /// Water of the present or last run.
  package private(set) var litres = 0.0
  private var orders: [Order] = []
  private var reports: [Report] = []
  private var random: SplitMix64

  package init(_ character: Character, seed: UInt64) {
    self.character = character
    random = SplitMix64(seed: seed)
  }

  /// Opens; with a timer, for `runs`.
  package mutating func open(runs: Duration?, at now: Timestamp) {
    guard random.unit() >= character.deafness else { return }
    orders.append(Order(at: now + character.delay, runs: character.hasTimer ? runs : nil, opens: true))
  }

  package mutating func close(at now: Timestamp) {
    guard random.unit() >= character.deafness else { return }
    orders.append(Order(at: now + character.delay, runs: nil, opens: false))
  }

  /// Flow, litres a minute.
  package var flow: Double { isOpen ? character.litresPerMinute : 0 }

  /// The next moment at which something happens by itself.
  package var nextAt: Timestamp? {
    [orders.map(\.at).min(), isOpen ? closesAt : nil, reports.map(\.at).min()].compactMap { $0 }.min()
  }

  /// Lets time pass; returns the litres that flowed and what the valve said of its state.
  package mutating func pass(from start: Timestamp, to end: Timestamp) -> (litres: Double, reports: [Report])
  {
    var flowed = 0.0
    var cursor = start
    while let next = nextChange(), next <= end {
      flowed += run(from: cursor, to: max(cursor, next))
      cursor = max(cursor, next)
      change(at: next)
    }
    flowed += run(from: cursor, to: end)
    let spoken = reports.filter { $0.at <= end }
    reports.removeAll { $0.at <= end }
    return (flowed, spoken)
  }

  private func nextChange() -> Timestamp? {
    [orders.map(\.at).min(), isOpen ? closesAt : nil].compactMap { $0 }.min()
  }

  private mutating func change(at time: Timestamp) {
    if isOpen, let closesAt, closesAt <= time { turn(open: false, runs: nil, at: time) }
    for order in orders where order.at <= time { turn(open: order.opens, runs: order.runs, at: order.at) }
    orders.removeAll { $0.at <= time }
  }

  private mutating func turn(open: Bool, runs: Duration?, at time: Timestamp) {
    if open, !isOpen {
      litres = 0
      openedAt = time
    }
    if !open { openedAt = nil }
    isOpen = open
    closesAt = open ? runs.map { time + $0 } : nil
    reports.append(Report(at: time + character.reportDelay, isOpen: open, litres: litres))
  }

  private mutating func run(from: Timestamp, to: Timestamp) -> Double {
    guard isOpen else { return 0 }
    let amount = flow * Double((to - from).milliseconds) / 60_000
    litres += amount
    return amount
  }
}
