import FoundationEssentials
import GardenCore
import GardenStore
import StoreTypes

/// A lease's trail as JSON, for `--json`.
struct LeaseDocument: Encodable {
  struct Line: Encodable {
    /// Milliseconds since 1970, as the wall clock showed.
    var at_ms: Int64
    /// Milliseconds of the monotonic clock, comparable within one `boot`.
    var uptime_ms: Int64
    var boot: String?
    var kind: String
    var by: String?
    var text: String
  }

  var lease: String
  var actuator: String
  var plant: String?
  var proved: Bool
  var dropped: Int
  var lines: [Line]

  init(_ trail: LeaseTrail) {
    lease = trail.lease.description
    actuator = trail.actuator
    plant = trail.plant
    proved = trail.summary.isProved
    dropped = trail.dropped
    lines = trail.lines.map {
      Line(
        at_ms: $0.event.at.milliseconds, uptime_ms: $0.event.uptime.milliseconds,
        boot: $0.boot?.id.description, kind: $0.event.kind.rawValue, by: $0.event.by, text: $0.event.text)
    }
  }
}
