/// The master valve of a supply while some run needs it. It rests on the leases of those runs: they are durable before it opens,
/// and at a start without them it is closed.
struct MasterState: Sendable, Hashable {
  let valve: String
  /// When the first open is due.
  let openDueAt: Uptime
  var firstOpenAt = Uptime(milliseconds: 0)
  /// Until then its own timer keeps it open, as it was last told.
  var promisedUntil = Uptime(milliseconds: 0)
  /// Its timer is shorter than the need: when it is opened anew.
  var renewAt: Uptime?
  /// No run needs it any more: when it is closed.
  var closeAt: Uptime?
  var answerWithin: Duration
}
