/// One line of a lease's trail, in the order in which it happened: who, why, what was sent, what was seen, when. Durable, so that
/// the trail can be read after everything else is forgotten.
package struct LeaseEvent: Sendable, Hashable {
  /// What happened. The words are stored and shown as they stand.
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The lease was granted; `text` says why and for how long, `by` who asked.
    case granted
    /// A start was refused; `lease` is the id of the command, or a new one.
    case refused
    case openSent = "open_sent"
    case closeSent = "close_sent"
    /// A command that could not leave: there was no link to the broker.
    case notSent = "not_sent"
    /// The device reported open or closed, and whether that was believed.
    case reported
    /// Independent evidence: flow, litres, power, moisture.
    case evidence
    /// It went on after a restart, with the time that was left.
    case resumed
    /// Its time, a person, the target, an interlock, a failure.
    case ended
    case trouble
    /// Closing is proved, and by what.
    case proved
    /// Given up: what is not proved stays so.
    case unproved
  }

  package var lease: UniqueID
  /// The valve, or the heater.
  package var actuator: String
  package var plant: PlantID?
  package var kind: Kind
  package var by: DeviceID?
  /// English, ≤ 200 characters.
  package var text: String
  package var at: Timestamp
  /// Monotonic, of this boot: the order and the distances that hold when the clock was moved.
  package var uptime: Uptime

  package init(
    lease: UniqueID, actuator: String, plant: PlantID? = nil, kind: Kind, by: DeviceID? = nil, text: String,
    at now: Moment
  ) {
    self.lease = lease
    self.actuator = actuator
    self.plant = plant
    self.kind = kind
    self.by = by
    self.text = text
    at = now.wall
    uptime = now.uptime
  }
}
