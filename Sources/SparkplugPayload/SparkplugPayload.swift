/// The body of one Sparkplug B message. Field numbers are those of the Sparkplug specification 3.0.0, chapter 6 "Sparkplug Payloads".
package struct SparkplugPayload: Sendable {
  /// Milliseconds since 1970; when the message was made.
  package private(set) var timestamp: UInt64?
  /// 0…255; the message's place in the order of its edge node. Deaths of an edge node and commands have none.
  package private(set) var seq: UInt64?
  package private(set) var metrics: [SparkplugMetric] = []

  /// `nil`: not such a body. Unknown fields are skipped; nesting beyond 16 levels is none.
  package init?(_ bytes: Span<UInt8>) {
    var fields = ProtobufReader(bytes)
    do {
      while let field = try fields.next() {
        switch field {
        case (1, .whole(let time)): timestamp = time
        case (2, .part(let metric)): metrics.append(try SparkplugMetric(metric))
        case (3, .whole(let number)): seq = number
        default: break
        }
      }
    } catch {
      return nil
    }
  }

  /// What of a message says its place in the order. `nil`: not such a body, or without ``seq``. Reads no metric.
  package static func seq(of bytes: Span<UInt8>) -> UInt64? {
    var fields = ProtobufReader(bytes)
    var seq: UInt64?
    do {
      while let field = try fields.next() {
        if case (3, .whole(let number)) = field { seq = number }
      }
    } catch {
      return nil
    }
    return seq
  }

  /// The body of a command that sets one metric.
  ///
  /// - Parameter timestamp: milliseconds since 1970, where the sender knows the time.
  package static func command(
    _ name: String, _ value: SparkplugValue, type: SparkplugType, timestamp: UInt64? = nil
  ) -> [UInt8]? {
    var metric = ProtobufWriter()
    metric.part(1, name.utf8)
    if let timestamp { metric.whole(3, timestamp) }
    metric.whole(4, UInt64(type.rawValue))
    guard metric.write(value, type) else { return nil }
    var body = ProtobufWriter()
    if let timestamp { body.whole(1, timestamp) }
    body.part(2, metric.bytes)
    return body.bytes
  }
}
