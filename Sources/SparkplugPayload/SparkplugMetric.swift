/// One named value of a Sparkplug B message.
package struct SparkplugMetric: Sendable {
  /// Births always say it; data may say ``alias`` instead.
  package private(set) var name: String?
  package private(set) var alias: UInt64?
  /// Milliseconds since 1970; when the value was taken.
  package private(set) var timestamp: UInt64?
  /// Births say it; data need not. `nil` too where it is no type of ours.
  package private(set) var type: SparkplugType?
  /// A value of the past, told afterwards: not how it is.
  package private(set) var isHistorical = false
  private var isNull = false
  private var content: Content?
  /// The names of its properties, and their values where they are whole numbers.
  private var keys: [String] = []
  private var numbers: [UInt32?] = []

  private enum Content {
    /// Two's complement.
    case whole(UInt64)
    case plain(SparkplugValue)
  }

  init(_ fields: ProtobufReader) throws(ProtobufReader.Broken) {
    var fields = fields
    while let field = try fields.next() {
      switch field {
      case (1, .part(let text)): name = try text.text()
      case (2, .whole(let number)): alias = number
      case (3, .whole(let time)): timestamp = time
      case (4, .whole(let number)): type = SparkplugType(rawValue: UInt32(truncatingIfNeeded: number))
      case (5, .whole(let flag)): isHistorical = flag != 0
      case (7, .whole(let flag)): isNull = flag != 0
      case (9, .part(let properties)): try read(properties)
      case (10, .whole(let bits)): content = .whole(UInt64(UInt32(truncatingIfNeeded: bits)))
      case (11, .whole(let bits)): content = .whole(bits)
      case (12, .four(let bits)): content = .plain(.number(Double(Float(bitPattern: bits))))
      case (13, .eight(let bits)): content = .plain(.number(Double(bitPattern: bits)))
      case (14, .whole(let flag)): content = .plain(.boolean(flag != 0))
      case (15, .part(let text)): content = .plain(.text(try text.text()))
      default: break
      }
    }
  }

  private mutating func read(_ properties: ProtobufReader) throws(ProtobufReader.Broken) {
    var fields = properties
    while let field = try fields.next() {
      switch field {
      case (1, .part(let text)): keys.append(try text.text())
      case (2, .part(var property)):
        var number: UInt32?
        while let field = try property.next() {
          if case (3, .whole(let bits)) = field { number = UInt32(truncatingIfNeeded: bits) }
        }
        numbers.append(number)
      default: break
      }
    }
  }

  /// The property `Quality` says that the value is bad (0) or stale (500). Source: Sparkplug specification 3.0.0,
  /// tck-id-payloads-propertyset-quality-value-value.
  package var isBad: Bool {
    guard let place = keys.firstIndex(of: "Quality"), place < numbers.count, let quality = numbers[place]
    else { return false }
    return quality != 192
  }

  /// The value. Whole numbers are two's complement in unsigned fields, so that their sign is a matter of their type:
  /// its own, or else the one of the birth.
  package func value(bornAs born: SparkplugType?) -> SparkplugValue {
    guard !isNull, let content else { return .none }
    switch content {
    case .plain(let value): return value
    case .whole(let bits):
      switch type ?? born {
      case .int8: return .number(Double(Int8(truncatingIfNeeded: bits)))
      case .int16: return .number(Double(Int16(truncatingIfNeeded: bits)))
      case .int32: return .number(Double(Int32(truncatingIfNeeded: bits)))
      case .int64: return .number(Double(Int64(bitPattern: bits)))
      case .uint8, .uint16, .uint32, .uint64: return .number(Double(bits))
      case .dateTime: return .time(bits)
      case .float, .double, .boolean, .string: return .misfit
      case nil: return .untyped
      }
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

extension ProtobufWriter {
  /// `false`: such a value has no place in such a type.
  mutating func write(_ value: SparkplugValue, _ type: SparkplugType) -> Bool {
    switch (value, type) {
    case (.boolean(let isTrue), .boolean): whole(14, isTrue ? 1 : 0)
    case (.text(let text), .string): part(15, text.utf8)
    case (.number(let number), .double): fixed(13, number.bitPattern)
    case (.number(let number), .float): fixed(12, Float(number).bitPattern)
    case (.number(let number), .int8): return whole(Int8(exactly: number))
    case (.number(let number), .int16): return whole(Int16(exactly: number))
    case (.number(let number), .int32): return whole(Int32(exactly: number))
    case (.number(let number), .int64): return whole(Int64(exactly: number))
    case (.number(let number), .uint8): return whole(UInt8(exactly: number))
    case (.number(let number), .uint16): return whole(UInt16(exactly: number))
    case (.number(let number), .uint32): return whole(UInt32(exactly: number))
    case (.number(let number), .uint64): return whole(UInt64(exactly: number))
    default: return false
    }
    return true
  }

  /// 64 bits have a field of their own.
  private mutating func whole<Number: FixedWidthInteger>(_ number: Number?) -> Bool {
    guard let number else { return false }
    let isLong = Number.bitWidth == 64
    let bits = UInt64(truncatingIfNeeded: number)
    whole(isLong ? 11 : 10, isLong ? bits : bits & 0xFFFF_FFFF)
    return true
  }
}
