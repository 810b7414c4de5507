import DeviceFamilies
import Foundation
import GardenCore
import MQTTTypes
import PayloadJSON

/// What lies below the decoders: numbers and times in texts, JSON itself, topics.
enum TextFuzz {
  static let groups: [FuzzGroup] = {
    let shared = PayloadReader(bytesMax: 8192)
    return [
      FuzzGroup(
        name: "numbers", seeds: ["21.4 °C", "61%", "-1e-3", "+5.0E2 mV", "nan", " 7 µS/cm"].map(bytes)
      ) {
        number($0) ?? reader($0, shared)
      },
      FuzzGroup(
        name: "times",
        seeds: [
          "2024-03-13T13:06:51.665Z", "2023-07-14 10:40:24+03:00", "1706000000123",
          "2024-02-29 23:59:60-0330",
        ].map(bytes), evaluate: time),
      FuzzGroup(
        name: "json", seeds: FixtureCase.all.map(\.payload) + [bytes(#"{"a":[1,{"b":null}],"a":1e308}"#)],
        evaluate: { json($0, reader: shared) }),
      FuzzGroup(
        name: "topics", seeds: ["a/+/c\na/b/c", "#\n$SYS/x", "+/b/#\n+/b\na/b"].map(bytes), evaluate: topics),
    ]
  }()

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func number(_ bytes: [UInt8]) -> String? {
    guard case .value(let value, _) = NumberText.read(bytes.span) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars.drop {
      $0 == " " || (9...13).contains($0.value)
    }
    // The longest beginning that Swift takes for a number.
    let digits = String(
      String.UnicodeScalarView(text.prefix { "+-.eE0123456789".unicodeScalars.contains($0) }))
    for count in stride(from: digits.count, to: 0, by: -1) {
      if let known = Double(digits.prefix(count)) { return known == value ? nil : "\(value), not \(known)" }
    }
    return "\(value) from no number"
  }

  private static func reader(_ bytes: [UInt8], _ reader: PayloadReader) -> String? {
    reader.load(bytes.span)
    guard case .value(let value, _) = reader.number() else { return nil }
    return value.isFinite && IndependentReader.isReadable(bytes) ? nil : "\(value) from no number"
  }

  private static func time(_ bytes: [UInt8]) -> String? {
    switch WrittenTime(bytes.span) {
    case .instant(let time):
      let isSane = abs(time.seconds) < 400_000_000_000
      return isSane && bytes.contains { (0x30...0x39).contains($0) } ? nil : "\(time)"
    case .local(let day, let millisecond):
      return (0..<86_400_000).contains(millisecond) && abs(day) < 4_000_000
        ? nil : "day \(day) \(millisecond)"
    case nil: return nil
    }
  }

  private static func json(_ bytes: [UInt8], reader: PayloadReader) -> String? {
    reader.load(bytes.span)
    guard let root = reader.root else { return nil }
    if !IndependentReader.isJSON(bytes) { return "not JSON to others" }
    let numbers = WrittenNumbers(bytes)
    var breach: String?
    func walk(_ value: JSONValue, _ depth: Int) {
      if depth > PayloadReader.depthMax { breach = "too deep" }
      if let number = value.double, !number.isFinite || !numbers.explain(number) { breach = "\(number)" }
      if let whole = value.integer, value.double != Double(whole) { breach = "\(whole)" }
      if case .value(let number, _) = value.number, !number.isFinite { breach = "\(number) in a text" }
      var index = 0
      while let member = value[index], index < 64 {
        walk(member, depth + 1)
        index += 1
      }
      value.forEachField { field in
        field.withKey { key in
          let name = key.indices.map { key[$0] }
          if let text = String(validating: name, as: UTF8.self), value[text] == nil { breach = "a lost key" }
        }
        walk(field.value, depth + 1)
        return breach == nil
      }
    }
    walk(root, 1)
    return breach
  }

  /// Lines are filters and topics at once.
  private static func topics(_ bytes: [UInt8]) -> String? {
    let texts = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .prefix(8).map(String.init)
    let filters = texts.compactMap { TopicFilter($0) }
    for topic in texts where !topic.isEmpty {
      let matching = filters.filter { $0.matches(topic) }
      for filter in filters where matches(filter.text, topic) != matching.contains(filter) {
        return "\(filter.text) and \(topic)"
      }
      for a in matching {
        for b in matching where !a.overlaps(b) { return "\(a.text) and \(b.text) overlap" }
      }
      for a in filters {
        for b in matching where a.covers(b) && !a.matches(topic) { return "\(a.text) covers \(b.text)" }
      }
    }
    return nil
  }

  /// MQTT 5.0 §4.7 over bytes, level by level, written apart from the program's own.
  private static func matches(_ filter: String, _ topic: String) -> Bool {
    if topic.utf8.first == 0x24, let first = filter.utf8.first, first == 0x2B || first == 0x23 {
      return false
    }
    func levels(_ text: String) -> [[UInt8]] {
      text.utf8.split(separator: 0x2F, omittingEmptySubsequences: false).map(Array.init)
    }
    let (wanted, found) = (levels(filter), levels(topic))
    for (i, level) in wanted.enumerated() {
      if level == [0x23] { return true }
      guard i < found.count, level == [0x2B] || level == found[i] else { return false }
    }
    return wanted.count == found.count
  }
}
