internal import SwiftProtobuf

/// The body of one Sparkplug B message.
package struct SparkplugPayload: Sendable {
  /// Milliseconds since 1970; when the message was made.
  package let timestamp: UInt64?
  /// 0…255; the message's place in the order of its edge node. Deaths of an edge node and commands have none.
  package let seq: UInt64?
  package let metrics: [SparkplugMetric]

  /// `nil`: not such a body. Unknown fields are skipped; nesting beyond 16 levels is none.
  package init?(_ bytes: Span<UInt8>) {
    guard
      let wire = try? WirePayload(
        serializedBytes: bytes.indices.map { bytes[$0] }, options: SparkplugPayload.options)
    else { return nil }
    timestamp = wire.hasTimestamp ? wire.timestamp : nil
    seq = wire.hasSeq ? wire.seq : nil
    metrics = wire.metrics.map { SparkplugMetric(wire: $0) }
  }

  private static let options: BinaryDecodingOptions = {
    var options = BinaryDecodingOptions()
    options.messageDepthLimit = 16
    options.discardUnknownFields = true
    return options
  }()

  /// What of a message says its place in the order. `nil`: not such a body, or without ``seq``. Reads no metric.
  package static func seq(of bytes: Span<UInt8>) -> UInt64? {
    let wire = try? WireHeader(serializedBytes: bytes.indices.map { bytes[$0] }, options: options)
    return wire.flatMap { $0.hasSeq ? $0.seq : nil }
  }

  /// The body of a command that sets one metric.
  ///
  /// - Parameter timestamp: milliseconds since 1970, where the sender knows the time.
  package static func command(
    _ name: String, _ value: SparkplugValue, type: SparkplugType, timestamp: UInt64? = nil
  ) -> [UInt8]? {
    var metric = WireMetric()
    metric.name = name
    metric.datatype = type.rawValue
    if let timestamp { metric.timestamp = timestamp }
    guard metric.set(value, type) else { return nil }
    var wire = WirePayload()
    if let timestamp { wire.timestamp = timestamp }
    wire.metrics = [metric]
    return try? wire.serializedBytes()
  }
}
