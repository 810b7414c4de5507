import GardenCore
import MQTTTypes
import SparkplugPayload

/// When and how an edge node is asked to be born again.
///
/// At most once in ten seconds; where asking does not help (a publisher that counts its messages in its own way, or knows no
/// rebirth), each time twice as long until one hour. A stretch of messages in order makes it ten seconds again.
struct SparkplugRebirth: Sendable {
  private static let pauseMin = Duration.seconds(10)
  private static let pauseMax = Duration.hours(1)
  private static let stretch = 32

  private var asked: Timestamp?
  private var pause = pauseMin
  private var inOrder = 0

  mutating func mayAsk(at now: Timestamp) -> Bool {
    if let asked {
      // A clock that was set back says nothing about how long ago it was.
      if now >= asked, now - asked < pause { return false }
      pause = min(pause * 2, Self.pauseMax)
    }
    asked = now
    inOrder = 0
    return true
  }

  mutating func orderKept() {
    inOrder = min(inOrder + 1, Self.stretch)
    if inOrder == Self.stretch { pause = Self.pauseMin }
  }

  /// Source: Sparkplug specification 3.0.0, tck-id-payloads-ncmd-timestamp.
  func question(to address: SparkplugAddress) -> MQTTPublication? {
    SparkplugPayload.command(
      "Node Control/Rebirth", .boolean(true), type: .boolean,
      timestamp: asked?.sinceEpoch
    ).map { MQTTPublication(topic: address.nodeCommandTopic, payload: $0) }
  }
}

extension Timestamp {
  /// Milliseconds, as Sparkplug writes them.
  var sinceEpoch: UInt64 { UInt64(max(0, milliseconds)) }
}
