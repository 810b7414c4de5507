internal import SwiftProtobuf

/// One named value of a Sparkplug B message.
package struct SparkplugMetric: Sendable {
  let wire: WireMetric

  /// Births always say it; data may say ``alias`` instead.
  package var name: String? { wire.hasName ? wire.name : nil }
  package var alias: UInt64? { wire.hasAlias ? wire.alias : nil }
  /// Milliseconds since 1970; when the value was taken.
  package var timestamp: UInt64? { wire.hasTimestamp ? wire.timestamp : nil }
  /// Births say it; data need not. `nil` too where it is no type of ours.
  package var type: SparkplugType? { wire.hasDatatype ? SparkplugType(rawValue: wire.datatype) : nil }
  /// A value of the past, told afterwards: not how it is.
  package var isHistorical: Bool { wire.isHistorical }
  /// The property `Quality` says that the value is bad (0) or stale (500). Source: Sparkplug specification 3.0.0,
  /// tck-id-payloads-propertyset-quality-value-value.
  package var isBad: Bool {
    guard let place = wire.properties.keys.firstIndex(of: "Quality"),
      place < wire.properties.values.count, wire.properties.values[place].hasIntValue
    else { return false }
    return wire.properties.values[place].intValue != 192
  }

  /// The value. Whole numbers are two's complement in unsigned fields, so that their sign is a matter of their type:
  /// its own, or else the one of the birth.
  package func value(bornAs born: SparkplugType?) -> SparkplugValue {
    if wire.isNull { return .none }
    switch wire.value {
    case nil: return .none
    case .floatValue(let number): return .number(Double(number))
    case .doubleValue(let number): return .number(number)
    case .booleanValue(let isTrue): return .boolean(isTrue)
    case .stringValue(let text): return .text(text)
    case .intValue(let bits): return Self.whole(UInt64(bits), type ?? born)
    case .longValue(let bits): return Self.whole(bits, type ?? born)
    }
  }

  private static func whole(_ bits: UInt64, _ type: SparkplugType?) -> SparkplugValue {
    switch type {
    case .int8: .number(Double(Int8(truncatingIfNeeded: bits)))
    case .int16: .number(Double(Int16(truncatingIfNeeded: bits)))
    case .int32: .number(Double(Int32(truncatingIfNeeded: bits)))
    case .int64: .number(Double(Int64(bitPattern: bits)))
    case .uint8, .uint16, .uint32, .uint64: .number(Double(bits))
    case .dateTime: .time(bits)
    case .float, .double, .boolean, .string: .misfit
    case nil: .untyped
    }
  }
}

/// What a metric holds.
package enum SparkplugValue: Sendable, Hashable {
  case number(Double)
  case boolean(Bool)
  case text(String)
  /// Milliseconds since 1970.
  case time(UInt64)
  /// Null, or a kind of value that is not read: bytes, data set, template.
  case none
  /// A whole number in a metric of another type.
  case misfit
  /// A whole number of which nobody has said whether it has a sign.
  case untyped
}

extension WireMetric {
  /// `false`: such a value has no place in such a type.
  mutating func set(_ value: SparkplugValue, _ type: SparkplugType) -> Bool {
    switch (value, type) {
    case (.boolean(let isTrue), .boolean): booleanValue = isTrue
    case (.text(let text), .string): stringValue = text
    case (.number(let number), .double): doubleValue = number
    case (.number(let number), .float): floatValue = Float(number)
    case (.number(let number), .int8): return setWhole(Int8(exactly: number).map(Int32.init))
    case (.number(let number), .int16): return setWhole(Int16(exactly: number).map(Int32.init))
    case (.number(let number), .int32): return setWhole(Int32(exactly: number))
    case (.number(let number), .uint8): return setWhole(UInt8(exactly: number).map(Int32.init))
    case (.number(let number), .uint16): return setWhole(UInt16(exactly: number).map(Int32.init))
    case (.number(let number), .uint32):
      guard let whole = UInt32(exactly: number) else { return false }
      intValue = whole
    case (.number(let number), .int64):
      guard let whole = Int64(exactly: number) else { return false }
      longValue = UInt64(bitPattern: whole)
    case (.number(let number), .uint64):
      guard let whole = UInt64(exactly: number) else { return false }
      longValue = whole
    default: return false
    }
    return true
  }

  private mutating func setWhole(_ whole: Int32?) -> Bool {
    guard let whole else { return false }
    intValue = UInt32(bitPattern: whole)
    return true
  }
}
