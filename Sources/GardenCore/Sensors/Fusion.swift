/// A sensor's share, made ready for the hot path.
package struct Probe: Sendable, Hashable {
  var sensor: Int
  var weight: Double
  /// Bit n: the quantity with raw value n counts.
  var mask: UInt16

  package init?(_ share: SensorShare, sensorCount: Int) {
    guard share.sensor.position >= 0, Int(share.sensor.position) < sensorCount, share.weight > 0,
      share.weight.isFinite
    else { return nil }
    sensor = Int(share.sensor.position)
    weight = share.weight
    mask = share.quantities.reduce(0) { $0 | $1.bit }
  }
}

extension Quantity {
  var bit: UInt16 { 1 << rawValue }
  /// Probes of one pot that differ by more contradict each other.
  var contradiction: Double {
    switch self {
    case .moisture: 25
    case .temperature: 10
    case .light, .conductivity, .battery, .humidity, .raw, .flow, .volume, .power, .rain: .infinity
    }
  }
}

/// One value out of several probes, or why there is none.
package enum Fusion: Sendable, Hashable {
  case value(Double, Evidence, measuredAt: Timestamp?)
  case unknown(UnknownReason)

  /// The weighted mean of the largest group of usable probes that agree. The group must reach the quorum and be more than half
  /// of the usable probes: two that contradict each other give nothing. `within`: what was measured longer ago does not count.
  static func of(
    _ quantity: Quantity, probes: [Probe], sensors: [SensorState], quorum: Int, within age: Duration? = nil,
    _ waiting: inout Waiting
  ) -> Fusion {
    let q = Int(quantity.rawValue)
    var usable = 0
    var best = 0
    var centre = 0.0
    var reason = UnknownReason.noSensor
    for i in probes.indices where probes[i].mask & quantity.bit != 0 {
      let probe = probes[i]
      if let weakness = sensors[probe.sensor].weakness(of: quantity, within: age, &waiting) {
        reason = graver(reason, weakness)
        continue
      }
      guard let value = sensors[probe.sensor].channels[q].value else { continue }
      usable += 1
      // It agrees with itself.
      var agreeing = 1
      for j in probes.indices where j != i && probes[j].mask & quantity.bit != 0 {
        let other = probes[j]
        guard sensors[other.sensor].weakness(of: quantity, within: age, &waiting) == nil,
          let near = sensors[other.sensor].channels[q].value
        else { continue }
        if abs(near - value) <= quantity.contradiction { agreeing += 1 }
      }
      if agreeing > best {
        best = agreeing
        centre = value
      }
    }
    guard usable > 0 else { return .unknown(reason) }
    guard best >= max(1, quorum), best * 2 > usable else { return .unknown(.noQuorum) }
    return mean(quantity, around: centre, probes, sensors, age, &waiting)
  }

  private static func mean(
    _ quantity: Quantity, around centre: Double, _ probes: [Probe], _ sensors: [SensorState],
    _ age: Duration?,
    _ waiting: inout Waiting
  ) -> Fusion {
    let q = Int(quantity.rawValue)
    var (sum, weight) = (0.0, 0.0)
    // From lowest to highest of what counts, and of two readings each.
    var (low, high, lowest, highest) = (0.0, 0.0, 0.0, 0.0)
    var newest: Timestamp?
    var alone: Uptime?
    for probe in probes where probe.mask & quantity.bit != 0 {
      guard sensors[probe.sensor].weakness(of: quantity, within: age, &waiting) == nil,
        let value = sensors[probe.sensor].channels[q].value, abs(value - centre) <= quantity.contradiction
      else { continue }
      let channel = sensors[probe.sensor].channels[q]
      let from = channel.acceptedAt.map { $0 + Evidence.alone }
      // A probe that says words has weighed them itself, and says them once.
      let isWord = quantity == .moisture && sensors[probe.sensor].plan.saysWords
      let isAlone = isWord || from.map { $0 <= waiting.now.uptime } ?? false
      let isFirst = channel.before == nil
      let before = channel.before ?? value
      let (less, more) = (min(before, value), max(before, value))
      sum += value * probe.weight
      lowest += (isFirst ? -.infinity : less) * probe.weight
      highest += (isFirst ? .infinity : more) * probe.weight
      low += (isAlone ? value : isFirst ? -.infinity : less) * probe.weight
      high += (isAlone ? value : isFirst ? .infinity : more) * probe.weight
      weight += probe.weight
      if !isAlone, let from { alone = alone.map { max($0, from) } ?? from }
      if let at = sensors[probe.sensor].channels[q].measuredAt { newest = newest.map { max($0, at) } ?? at }
    }
    return .value(
      sum / weight,
      Evidence(span: low / weight...high / weight, pair: lowest / weight...highest / weight, aloneAt: alone),
      measuredAt: newest)
  }

  /// Of several weak probes the one that was nearest to a value gives the reason.
  private static func graver(_ a: UnknownReason, _ b: UnknownReason) -> UnknownReason {
    return rank(a) >= rank(b) ? a : b
  }

  private static func rank(_ reason: UnknownReason) -> Int {
    switch reason {
    case .noSensor: 0
    case .neverHeard: 1
    case .clock, .noQuorum: 2
    case .ageUnknown: 3
    case .silent: 4
    case .offline: 5
    case .unreadable: 6
    case .refused: 7
    case .suspect: 8
    }
  }

  var value: Double? {
    if case .value(let value, _, _) = self { value } else { nil }
  }
}
