package import GardenCore

/// What a probe sends at one moment, before any family's spelling.
package struct ProbeReport: Sendable, Hashable {
  package struct Sample: Sendable, Hashable {
    package var quantity: Quantity
    /// `nil`: the sensing part is unplugged or failed; a family says so with its own sentinel, null or `nan`.
    package var value: Double?
    /// Repeated from before, not measured again.
    package var isCached: Bool
    package init(quantity: Quantity, value: Double?, isCached: Bool = false) {
      self.quantity = quantity
      self.value = value
      self.isCached = isCached
    }
  }
  package var sentAt: Timestamp
  /// Earlier than ``sentAt`` where the message was held up on its way.
  package var measuredAt: Timestamp
  package var samples: [Sample]
  /// The device has just joined its network and knows nothing yet: all values 0.
  package var isJoining: Bool
}

/// A probe in a pot or place, by seed: measures with noise and has its faults.
package struct SimulatedProbe: Sendable, Hashable {
  package let quantities: [Quantity]
  package let period: Duration
  package let faults: ProbeFaults
  package private(set) var nextAt: Timestamp
  private let startedAt: Timestamp
  private var random: SplitMix64
  private var stuck: [Quantity: Double] = [:]
  private var lastSamples: [ProbeReport.Sample] = []
  private var held: ProbeReport?
  private var hasJoined = false

  package init(
    quantities: [Quantity], period: Duration, faults: ProbeFaults = .none, seed: UInt64, at start: Timestamp
  ) {
    self.quantities = quantities
    self.period = period
    self.faults = faults
    startedAt = start
    random = SplitMix64(seed: seed)
    nextAt = start + .milliseconds(Int64(random.unit() * Double(period.milliseconds)))
  }

  /// What it sends up to `now`; call it at least once a period.
  package mutating func reports(
    until now: Timestamp, truth: (Quantity) -> Double
  ) -> [ProbeReport] {
    var sent: [ProbeReport] = []
    while nextAt <= now {
      let at = nextAt
      nextAt = at + .milliseconds(Int64(Double(period.milliseconds) * (0.9 + 0.2 * random.unit())))
      deliver(measure(at: at, truth: truth), into: &sent)
    }
    return sent
  }

  private mutating func measure(at: Timestamp, truth: (Quantity) -> Double) -> ProbeReport {
    let age = at - startedAt
    let isJoining = faults.joinsWithZeros && !hasJoined
    hasJoined = true
    let isCached = faults.caches > 0 && random.unit() < faults.caches && !lastSamples.isEmpty
    var samples: [ProbeReport.Sample] = []
    for quantity in quantities {
      samples.append(sample(quantity, truth(quantity), age: age, isCached: isCached))
    }
    if isJoining { for i in samples.indices { samples[i].value = 0 } }
    lastSamples = samples
    return ProbeReport(sentAt: at, measuredAt: at, samples: samples, isJoining: isJoining)
  }

  private mutating func sample(
    _ quantity: Quantity, _ truth: Double, age: Duration, isCached: Bool
  ) -> ProbeReport.Sample {
    let noise = (random.unit() + random.unit() - 1) * quantity.probeNoise
    let chance = random.unit()
    if faults.unplugged.contains(where: { $0.contains(age) }) {
      return ProbeReport.Sample(quantity: quantity, value: nil)
    }
    if isCached, quantity == .moisture,
      let last = lastSamples.first(where: { $0.quantity == quantity }), last.value != nil
    {
      return ProbeReport.Sample(quantity: quantity, value: last.value, isCached: true)
    }
    if faults.stuck.contains(where: { $0.contains(age) }) {
      let value = stuck[quantity] ?? (truth + noise)
      stuck[quantity] = value
      return ProbeReport.Sample(quantity: quantity, value: value)
    }
    stuck[quantity] = nil
    if chance < faults.spikes {
      return ProbeReport.Sample(quantity: quantity, value: truth + (chance < faults.spikes / 2 ? 45 : -300))
    }
    let drift = quantity == .moisture ? faults.driftPerDay * Double(age.wholeSeconds) / 86_400 : 0
    return ProbeReport.Sample(quantity: quantity, value: quantity.inScale(truth + noise + drift))
  }

  /// Drops, repeats, or holds a message back until after the next one.
  private mutating func deliver(_ report: ProbeReport, into sent: inout [ProbeReport]) {
    let chance = random.unit()
    let age = report.sentAt - startedAt
    if faults.silent.contains(where: { $0.contains(age) }) || chance < faults.drops { return }
    if held == nil, chance < faults.drops + faults.reorders {
      held = report
      return
    }
    sent.append(report)
    if var late = held {
      late.sentAt = report.sentAt + .seconds(1)
      sent.append(late)
      held = nil
    }
    if chance > 1 - faults.repeats {
      var again = report
      again.sentAt = report.sentAt + .milliseconds(300)
      sent.append(again)
    }
  }
}

extension Quantity {
  /// Half the spread of an ordinary probe's noise.
  fileprivate var probeNoise: Double {
    switch self {
    case .moisture: 0.5
    case .temperature: 0.15
    case .light: 150
    case .conductivity: 15
    case .battery, .raw, .flow, .volume, .power, .rain: 0
    case .humidity: 1
    }
  }

  fileprivate func inScale(_ value: Double) -> Double {
    if let scale { return min(max(value, scale.lowerBound), scale.upperBound) }
    return self == .temperature || self == .raw ? value : max(0, value)
  }
}
