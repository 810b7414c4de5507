import DeviceFamilies
import GardenCore

/// InfluxDB's line protocol: `measurement,tag=value field=value 1700000000000000000`.
///
/// A series is named by its `entity_id`, with `domain` before it, as Home Assistant writes it, else by measurement and tags; and by its field,
/// unless that is `value`. A measurement that is a unit is the unit.
/// Source: docs.influxdata.com, "Line protocol".
struct LineProtocolForm: LineForm {
  init?(first line: ArraySlice<UInt8>) {
    guard (try? values(of: line)) != nil else { return nil }
  }

  func isHead(_ line: ArraySlice<UInt8>) -> Bool { false }

  func values(of line: ArraySlice<UInt8>) throws(LineFault) -> [WrittenValue] {
    let parts = Self.split(line, at: " ", keepsQuotes: true)
    guard parts.count == 3 else { throw .notProtocol }
    guard let time = Double(Self.text(parts[2])), case .instant(let at)? = WrittenTime(sinceEpoch: time)
    else {
      throw .time(Self.text(parts[2]))
    }
    let keys = Self.split(parts[0], at: ",", keepsQuotes: false)
    guard let measurement = keys.first, !measurement.isEmpty else { throw .notProtocol }
    var tags: [(key: String, value: String)] = []
    for key in keys.dropFirst() {
      guard let (name, value) = Self.pair(key) else { throw .notProtocol }
      tags.append((name, Self.text(value)))
    }
    let unit = Self.text(measurement)
    let stem = Self.stem(unit, tags)
    var values: [WrittenValue] = []
    for field in Self.split(parts[1], at: ",", keepsQuotes: true) {
      guard let (name, value) = Self.pair(field) else { throw .notProtocol }
      values.append(
        WrittenValue(
          name: name == "value" ? stem : "\(stem).\(name)", at: at, text: Self.value(value),
          unit: FieldUnit(spelled: unit) == nil ? nil : unit))
    }
    return values
  }

  private static func stem(_ measurement: String, _ tags: [(key: String, value: String)]) -> String {
    let entity = tags.first { $0.key == "entity_id" }?.value
    let domain = tags.first { $0.key == "domain" }?.value
    if let entity { return domain.map { "\($0).\(entity)" } ?? entity }
    return ([measurement] + tags.map(\.value)).joined(separator: ".")
  }

  /// Numbers without the letter of their type; texts without their quotation marks.
  private static func value(_ bytes: ArraySlice<UInt8>) -> String {
    if bytes.first == UInt8(ascii: "\"") { return text(bytes.dropFirst().dropLast()) }
    let isTyped = bytes.last == UInt8(ascii: "i") || bytes.last == UInt8(ascii: "u")
    return text(isTyped ? bytes.dropLast() : bytes)
  }

  private static func pair(_ bytes: ArraySlice<UInt8>) -> (name: String, value: ArraySlice<UInt8>)? {
    let parts = split(bytes, at: "=", keepsQuotes: true)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    return (text(parts[0]), parts[1])
  }

  /// What stands behind a backslash separates nothing, nor does what stands in quotation marks.
  private static func split(
    _ bytes: ArraySlice<UInt8>, at separator: Unicode.Scalar, keepsQuotes: Bool
  ) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = bytes.startIndex
    var isQuoted = false
    var isEscaped = false
    for i in bytes.indices {
      let byte = bytes[i]
      defer { isEscaped = !isEscaped && byte == UInt8(ascii: "\\") }
      if isEscaped { continue }
      if byte == UInt8(ascii: "\""), keepsQuotes { isQuoted.toggle() }
      if byte == UInt8(ascii: separator), !isQuoted {
        parts.append(bytes[start..<i])
        start = i + 1
      }
    }
    return parts + [bytes[start...]]
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    var plain: [UInt8] = []
    var isEscaped = false
    for byte in bytes {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
      } else {
        plain.append(byte)
        isEscaped = false
      }
    }
    return String(decoding: plain, as: UTF8.self)
  }
}
