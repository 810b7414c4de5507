internal import MQTTTypes

extension ValueType where Value == String {
  /// Any text of one line.
  static func text(_ noun: String = "a text", upTo length: Int = 80) -> Self {
    ValueType(
      shape: ValueShape(jsonTypes: ["string", "number", "boolean"], noun: noun),
      read: { text, _ in
        if text.unicodeScalars.count > length {
          return .wrong("is longer than \(length) characters", help: nil)
        }
        if text.isEmpty { return .wrong("is \(noun), and empty", help: nil) }
        if text.contains(where: \.isNewline) { return .wrong("is \(noun) of one line", help: nil) }
        return .value(text)
      },
      write: { $0 })
  }

  /// The name under which other parts of the file and MQTT topics speak of something.
  static func name(of noun: String, upTo length: Int = 64) -> Self {
    word(
      "the name of \(noun): letters, digits, '-' and '_', at most \(length)", upTo: length,
      pattern: "^[A-Za-z0-9][A-Za-z0-9_-]{0,\(length - 1)}$"
    ) { byte, isFirst in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      case UInt8(ascii: "-"), UInt8(ascii: "_"): !isFirst
      default: false
      }
    }
  }

  /// A device's id, equal to its MQTT user name.
  static var deviceName: Self {
    word(
      "the name of a device: small letters, digits and '-', at most 32", upTo: 32,
      pattern: "^[a-z0-9][a-z0-9-]{0,31}$"
    ) { byte, isFirst in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      case UInt8(ascii: "-"): !isFirst
      default: false
      }
    }
  }

  /// MQTT topic filter, wildcards allowed.
  static var topicFilter: Self {
    ValueType(
      shape: ValueShape(jsonTypes: ["string"], noun: "an MQTT topic filter"),
      read: { text, _ in
        if TopicFilter(text) != nil { return .value(text) }
        return .wrong(
          "is not a valid MQTT topic filter: \(quoted(text))",
          help: "'+' stands for one whole level, '#' for all that follow and only at the end")
      },
      write: { $0 })
  }

  /// MQTT topic, without wildcards.
  static var topic: Self {
    ValueType(
      shape: ValueShape(jsonTypes: ["string"], noun: "an MQTT topic", pattern: "^[^+#]+$"),
      read: { text, _ in
        guard let filter = TopicFilter(text) else {
          return .wrong("is not a valid MQTT topic: \(quoted(text))", help: nil)
        }
        if filter.hasWildcard {
          return .wrong("is one topic, without '+' and '#': \(quoted(text))", help: nil)
        }
        return .value(text)
      },
      write: { $0 })
  }

  private static func word(
    _ noun: String, upTo length: Int, pattern: String, isAllowed: @escaping (UInt8, Bool) -> Bool
  ) -> Self {
    ValueType(
      shape: ValueShape(jsonTypes: ["string", "number"], noun: noun, pattern: pattern),
      read: { text, _ in
        let isGood = text.utf8.enumerated().allSatisfy { isAllowed($0.element, $0.offset == 0) }
        guard isGood, !text.isEmpty, text.utf8.count <= length else {
          return .wrong("is not \(noun)", help: nil)
        }
        return .value(text)
      },
      write: { $0 })
  }
}

extension ValueType {
  /// One of a few words.
  static func words(_ noun: String, _ all: [(word: String, value: Value)]) -> Self where Value: Equatable {
    let names = all.map(\.word)
    let choices = names.joined(separator: ", ")
    return ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: names.count == 1 ? noun : "\(noun): \(choices)", words: names),
      read: { text, _ in
        if let known = all.first(where: { $0.word == text }) { return .value(known.value) }
        return .wrong(
          "is \(noun), here is \(quoted(text))",
          help: NearestName.help(for: text, among: names) ?? "one of: \(choices)")
      },
      write: { value in all.first { $0.value == value }?.word ?? "" })
  }
}

extension ValueType where Value == Bool {
  static var flag: Self {
    ValueType(
      shape: ValueShape(jsonTypes: ["boolean"], noun: "true or false"),
      read: { text, _ in
        switch text {
        case "true": .value(true)
        case "false": .value(false)
        case "yes", "on", "Yes", "On", "YES", "ON", "True", "TRUE", "1", "y":
          .wrong("is true or false, here is \(quoted(text))", help: "write 'true'")
        case "no", "off", "No", "Off", "NO", "OFF", "False", "FALSE", "0", "n":
          .wrong("is true or false, here is \(quoted(text))", help: "write 'false'")
        default: .wrong("is true or false, here is \(quoted(text))", help: nil)
        }
      },
      write: { $0 ? "true" : "false" })
  }
}
