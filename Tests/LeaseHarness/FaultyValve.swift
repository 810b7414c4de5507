package import GardenCore

/// A valve that may be deaf, silent, slow, repetitive, jammed and a liar, each for a while. It knows when water really runs.
///
/// Times are true milliseconds since the simulation began; no clock of the bridge moves them.
package struct FaultyValve: Sendable, Hashable {
  package let hasTimer: Bool
  package private(set) var isOpen = false
  package private(set) var openedAt: Int64?
  /// When its own timer closes it.
  package private(set) var closesAt: Int64?
  /// Takes no command meanwhile.
  package var deaf: Range<Int64> = 0..<0
  /// Sends no report meanwhile.
  package var mute: Range<Int64> = 0..<0
  /// Says meanwhile that it does what it was told last.
  package var lying: Range<Int64> = 0..<0
  /// Moves nowhere meanwhile.
  package var jammed: Range<Int64> = 0..<0
  /// Obeys and reports late meanwhile.
  package var slow: Range<Int64> = 0..<0
  /// Hears and says everything twice meanwhile.
  package var stuttering: Range<Int64> = 0..<0
  /// At so many closes, while open, it hangs.
  package var hangs = 0
  /// Says closed and is open, until it is told something again.
  package private(set) var isHung = false
  private var wasToldToOpen = false

  package init(hasTimer: Bool) { self.hasTimer = hasTimer }

  /// Nothing stands between a command, its effect and an honest report of it.
  package func isHonest(at time: Int64) -> Bool {
    !deaf.contains(time) && !mute.contains(time) && !lying.contains(time) && !jammed.contains(time)
      && !slow.contains(time)
  }

  /// The last of its present faults is over then.
  package var healthyFrom: Int64 {
    [deaf, mute, lying, jammed, slow, stuttering].map(\.upperBound).max() ?? 0
  }

  /// `false`: it heard nothing.
  package mutating func obey(_ action: ActuatorCommand.Action, at time: Int64) -> Bool {
    guard !deaf.contains(time) else { return false }
    switch action {
    case .open(let runs):
      wasToldToOpen = true
      isHung = false
      turn(true, at: time)
      if isOpen, hasTimer { closesAt = time + runs.milliseconds }
    case .close:
      wasToldToOpen = false
      isHung = isOpen && hangs > 0
      hangs -= isHung ? 1 : 0
      if !isHung { turn(false, at: time) }
    case .setpoint: break
    }
    return true
  }

  /// Its own timer. A jammed valve tries again until it moves.
  package mutating func closeByItself(at time: Int64) {
    wasToldToOpen = false
    isHung = false
    turn(false, at: time)
    if isOpen { closesAt = time + 1000 }
  }

  private mutating func turn(_ toOpen: Bool, at time: Int64) {
    guard !jammed.contains(time), toOpen != isOpen else { return }
    isOpen = toOpen
    openedAt = toOpen ? time : nil
    if !toOpen { closesAt = nil }
  }

  /// What it says of itself; `nil`: nothing.
  package func word(at time: Int64) -> Bool? {
    guard !mute.contains(time) else { return nil }
    if isHung { return false }
    return lying.contains(time) ? wasToldToOpen : isOpen
  }
}
