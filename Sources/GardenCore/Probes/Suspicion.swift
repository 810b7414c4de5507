/// What makes a probe suspect though each of its messages is right: how its values go over time.
package enum Suspicion: String, Sendable, Hashable, Codable, CaseIterable {
  /// Not the least change, for far longer than its soil ever stood.
  case frozen
  /// To and fro between two levels, as where two probes have one id.
  case twofold
  /// To and fro by leaps.
  case jumping
  /// The same way each day, as by a lamp, the sun or the warmth.
  case driven
  /// Lower at once than soil gets.
  case unplugged
  /// Another unit or scale from one reading to the next.
  case rescaled
  /// Dry and wet are the wrong way round.
  case inverted
  /// Moisture and battery of one device have changed places.
  case swapped
  /// Two probes have changed places.
  case exchanged
  /// The battery falls so fast that it is empty soon.
  case draining

  /// Its value means nothing meanwhile. Else it stands, and waters nothing by rule.
  var blinds: Bool { self != .driven && self != .draining }
}

/// What was found, with its evidence.
package struct Finding: Sendable, Hashable, Codable {
  package var kind: Suspicion
  package var quantity: Quantity
  /// Minutes since 1970.
  var minute: Int32
  package var before: Float
  package var after: Float

  package var since: Timestamp { Timestamp(seconds: Int64(minute) * 60) }

  package init(
    _ kind: Suspicion, _ quantity: Quantity = .moisture, since minute: Int32, before: Float, after: Float
  ) {
    (self.kind, self.quantity, self.minute, self.before, self.after) = (kind, quantity, minute, before, after)
  }

  /// For people who look after the system.
  func words(_ calendar: SiteCalendar, seenFrom now: Timestamp) -> String {
    let since = calendar.text(self.since, seenFrom: now)
    let (before, after) = (Double(self.before).tenths, Double(self.after).tenths)
    return switch kind {
    case .frozen:
      "not the least change from \(after) since \(since): it may be frozen"
    case .twofold:
      "its moisture leaps between \(before) and \(after) since \(since): two probes may have one id, or a contact is loose"
    case .jumping:
      "its moisture leaps to and fro since \(since), last from \(before) to \(after): a contact may be loose"
    case .driven:
      "it has gone up and down by \(after) points in the same way each day since \(since): lamp, sun or warmth may drive it"
    case .unplugged: "it fell from \(before) to \(after) at once, \(since): it may be out of the soil"
    case .rescaled:
      "its \(quantity.name) went from \(before) to \(after) at once, \(since): its unit may have changed"
    case .inverted:
      "it rises slowly and falls at once, last from \(before) to \(after), \(since), as if dry and wet were the wrong way round"
    case .swapped:
      "its moisture goes as a battery does and its battery as soil does, since \(since): they may be swapped"
    case .exchanged:
      "it went from \(before) to \(after) when another probe went the other way, \(since): the two may have changed places"
    case .draining: "its battery fell from \(before) to \(after) in three days"
    }
  }
}
