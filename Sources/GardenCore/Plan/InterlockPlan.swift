/// Position of an interlock in ``GardenPlan/interlocks``. Valid for one plan.
package struct InterlockIndex: Sendable, Hashable {
  package var position: Int32
  package init(_ position: Int) { self.position = Int32(position) }
}

/// A condition outside that keeps valves closed: rain, frost, an empty tank, an open cover.
package struct InterlockPlan: Sendable, Hashable {
  package enum Input: Sendable, Hashable {
    /// A topic says it in words; see ``Event/interlock(_:_:)``. `trustsRetained`: a retained "clear" of unknown age is believed.
    case words(trustsRetained: Bool)
    /// The fused value of sensors, or of a place: it blocks outside `below`…`above`, and clears `deadband` further in.
    case value([SensorShare], Quantity, below: Double?, above: Double?, deadband: Double)
  }
  package var id: String
  /// What people read.
  package var name: String
  package var input: Input
  /// After it has cleared it goes on blocking this long: the soil is still wet.
  package var keepsFor: Duration
  /// After this long without a word nobody knows. Of values each sensor has its own time.
  package var silentAfter: Duration
  /// A run that is on is ended when it begins to block.
  package var endsRuns: Bool
  /// It holds for people as well; else only the rule obeys.
  package var isStrict: Bool
  package var valves: [ActuatorIndex]

  package init(
    id: String, name: String? = nil, input: Input, keepsFor: Duration = .zero,
    silentAfter: Duration = .hours(24), endsRuns: Bool = true, isStrict: Bool = false,
    valves: [ActuatorIndex]
  ) {
    self.id = id
    self.name = name ?? id
    self.input = input
    self.keepsFor = keepsFor
    self.silentAfter = silentAfter
    self.endsRuns = endsRuns
    self.isStrict = isStrict
    self.valves = valves
  }
}

/// What an interlock's topic said. `blocks` nil: the message holds neither of its words.
package struct InterlockReport: Sendable, Hashable {
  package var blocks: Bool?
  package var wasRetained: Bool
  package init(blocks: Bool?, wasRetained: Bool = false) {
    self.blocks = blocks
    self.wasRetained = wasRetained
  }
}

/// What one valve may give, whoever asks. `nil`: no such limit.
package struct ValveLimits: Sendable, Hashable {
  /// Of one run.
  package var runMax: Duration?
  package var runLitresMax: Double?
  /// Of all runs that began on one local day.
  package var dayMax: Duration?
  package var dayLitresMax: Double?
  /// Between the end of a run and the next, whoever starts it.
  package var pauseMin: Duration
  /// Local hours in which the rule starts no run and lets none reach into them: a noisy pump.
  package var quiet: QuietHours?
  /// Quiet hours hold for people as well.
  package var isQuietStrict: Bool
  /// The config locks the valve: somebody works on it.
  package var isLocked: Bool

  package init(
    runMax: Duration? = nil, runLitresMax: Double? = nil, dayMax: Duration? = nil,
    dayLitresMax: Double? = nil, pauseMin: Duration = .zero, quiet: QuietHours? = nil,
    isQuietStrict: Bool = false, isLocked: Bool = false
  ) {
    self.runMax = runMax
    self.runLitresMax = runLitresMax
    self.dayMax = dayMax
    self.dayLitresMax = dayLitresMax
    self.pauseMin = pauseMin
    self.quiet = quiet
    self.isQuietStrict = isQuietStrict
    self.isLocked = isLocked
  }

  /// Its litres have to be measured.
  var boundsLitres: Bool { runLitresMax != nil || dayLitresMax != nil }

  /// Its runs have to be added up.
  var counts: Bool { dayMax != nil || dayLitresMax != nil || pauseMin > .zero }
}

/// A pipe, pump or tank that several valves share.
package struct SupplyPlan: Sendable, Hashable {
  package enum Order: UInt8, Sendable, Hashable, CaseIterable {
    /// The master opens `lead` before the valve and closes `lag` after it: a main tap.
    case masterFirst = 0
    /// The valve opens, `lead` later the master; at the end both close at once: a pump that must not press against a closed valve.
    case valveFirst
  }
  package var id: String
  package var name: String
  package var valves: [ActuatorIndex]
  /// This many of them may be open at a time.
  package var atOnce: Int
  /// A valve or pump that has to be open while one of them is; `nil`: none.
  package var master: ActuatorIndex?
  package var order: Order
  package var lead: Duration
  package var lag: Duration

  package init(
    id: String, name: String? = nil, valves: [ActuatorIndex], atOnce: Int = 1, master: ActuatorIndex? = nil,
    order: Order = .masterFirst, lead: Duration = .zero, lag: Duration = .zero
  ) {
    self.id = id
    self.name = name ?? id
    self.valves = valves
    self.atOnce = atOnce
    self.master = master
    self.order = order
    self.lead = lead
    self.lag = order == .masterFirst ? lag : .zero
  }
}
