/// What became of the documents of an outbox since the start.
extension Outbox {
  struct Counts {
    var posted: UInt64 = 0
    /// Acknowledged by the broker, each once.
    var sent: UInt64 = 0
    /// Handed over again: after a restart, a broken link, or without the device's ack.
    var resent: UInt64 = 0
    /// Acknowledged by the device.
    var confirmed: UInt64 = 0
    /// The broker had them; the device never acknowledged them, and they expired or gave way.
    var unconfirmed: UInt64 = 0
    /// They expired unsent, or gave way.
    var dropped: UInt64 = 0
  }
}
