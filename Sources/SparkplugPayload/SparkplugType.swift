/// The data types of a metric that hold one value.
///
/// Source: Sparkplug specification 3.0.0, chapter 6 "Sparkplug Payloads", data types.
package enum SparkplugType: UInt32, Sendable, Hashable {
  case int8 = 1
  case int16, int32, int64
  case uint8, uint16, uint32, uint64
  case float
  case double
  case boolean
  case string
  /// Milliseconds since 1970.
  case dateTime
}
