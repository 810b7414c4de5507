extension FieldType where Value == Int {
  /// Version 1. A higher one is refused as such.
  static var version: FieldType {
    FieldType(
      shape: { .version }, blank: { ProtocolVersion.number },
      read: { json, findings in
        let number = if case .number(let number) = json { number } else { 0.0 }
        if number != Double(ProtocolVersion.number) {
          let isHigher = number > Double(ProtocolVersion.number)
          findings.add(
            isHigher ? .version : .form, isHigher ? .unsupportedVersion : .badValue,
            "only version 1 is spoken here")
        }
        return ProtocolVersion.number
      }, write: { number, bytes, _ in JSON.number(Double(number)).write(into: &bytes) })
  }

  /// A whole number, which may be written `30.0`.
  package static func integer(_ range: ClosedRange<Int>) -> FieldType {
    FieldType(
      .integer(range), blank: range.lowerBound,
      from: { if case .number(let number) = $0 { Int(exactly: number) } else { nil } },
      to: { .number(Double($0)) },
      fault: { range.contains($0) ? nil : "outside \(range.lowerBound)…\(range.upperBound)" })
  }

  /// A revision, or how many.
  package static var count: FieldType { .integer(0...2_147_483_647) }
  /// The same from 1 on.
  static var ordinal: FieldType { .integer(1...2_147_483_647) }
}

extension FieldType where Value == Double {
  /// A finite number.
  ///
  /// - Parameter clamps: a reader takes what lies outside as the nearest value inside.
  package static func number(_ range: ClosedRange<Double> = -1e9...1e9, clamps: Bool = false) -> FieldType {
    FieldType(
      .number(range, clamps: clamps), blank: range.lowerBound,
      from: {
        guard case .number(let number) = $0 else { return nil }
        return clamps ? Swift.min(Swift.max(number, range.lowerBound), range.upperBound) : number
      }, to: { .number($0) },
      fault: { range.contains($0) ? nil : "outside \(range.lowerBound)…\(range.upperBound)" })
  }

  /// 0…100 %.
  package static var percent: FieldType { .number(0...100) }

  /// More than zero.
  static var positive: FieldType {
    FieldType(
      .positive, blank: 1, from: { if case .number(let number) = $0 { number } else { nil } },
      to: { .number($0) }, fault: { $0 > 0 && $0.isFinite ? nil : "not above 0" })
  }
}

extension FieldType where Value == Bool {
  /// `true` or `false`.
  package static var flag: FieldType {
    FieldType(
      .flag, blank: false, from: { if case .flag(let flag) = $0 { flag } else { nil } }, to: { .flag($0) })
  }
}

extension FieldType where Value == String {
  /// Lengths in Unicode scalars. No control characters but the line feed; bidirectional overrides count as such.
  package static func text(_ count: ClosedRange<Int>) -> FieldType {
    text(.text(count)) { text in
      guard count.contains(text.unicodeScalars.count) else {
        return "\(count.lowerBound) to \(count.upperBound) characters are allowed"
      }
      let isSteered = text.unicodeScalars.contains { $0 != "\n" && $0.steers }
      return isSteered ? "control characters are not allowed" : nil
    }
  }

  /// Any text.
  package static var string: FieldType { text(.string) { _ in nil } }

  /// A text of that form.
  static func form(_ form: TextForm) -> FieldType {
    text(.form(name: "", form, .badValue)) { form.accepts($0.utf8) ? nil : "not of the required form" }
  }

  /// One grapheme of at most so many bytes.
  static func grapheme(_ bytesMax: Int) -> FieldType {
    text(.grapheme(bytesMax: bytesMax)) {
      $0.count == 1 && $0.utf8.count <= bytesMax ? nil : "one grapheme of at most \(bytesMax) bytes"
    }
  }

  /// One of these words; another is refused.
  package static func word(of words: [String]) -> FieldType {
    text(.words(words, unknown: nil)) { words.contains($0) ? nil : "not a value of this field" }
  }

  /// One of these words. Another one asks for what is not spoken here.
  static func request(_ words: [String]) -> FieldType {
    FieldType(
      shape: { .requests(words) }, blank: { words.first ?? "" },
      read: { json, findings in
        guard case .text(let text) = json else {
          findings.add(.form, .badValue, "of another type")
          return ""
        }
        if !words.contains(text) {
          let known = words.joined(separator: ", ")
          // All of it has to fit into an ack.
          findings.add(.request, .unknownRequest, "known: \(known)")
        }
        return text
      }, write: { text, bytes, _ in JSON.write(text, into: &bytes) })
  }

  private static func text(_ shape: TypeShape, fault: @escaping (String) -> String?) -> FieldType {
    FieldType(
      shape, blank: "", from: { if case .text(let text) = $0 { text } else { nil } }, to: { .text($0) },
      fault: fault)
  }
}

extension Unicode.Scalar {
  /// It is no letter, and steers who shows it or the direction of writing.
  package var steers: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension FieldType where Value == EpochSeconds {
  /// Whole seconds since 1970.
  package static var time: FieldType {
    FieldType(
      .time, blank: EpochSeconds(clamping: 0), code: .badTime,
      otherwise: "not whole seconds since 1970 in 2001…2100",
      from: {
        if case .number(let number) = $0 { Int64(exactly: number).flatMap { EpochSeconds($0) } } else { nil }
      }, to: { .number(Double($0.seconds)) })
  }
}

extension FieldType {
  /// An identifier.
  package static func name<Form: TokenForm>() -> FieldType where Value == Token<Form> {
    FieldType(
      .form(name: "\(Form.self)", Form.form, Form.breach), blank: Token(literal: ""), code: Form.breach,
      otherwise: "not of the required form",
      from: { if case .text(let text) = $0 { Token(text) } else { nil } }, to: { .text($0.text) })
  }
}

extension FieldType where Value: OpenChoice {
  /// One word of a list that may grow.
  package static var word: FieldType { word(unknown: Value.unknownWord) }

  /// - Parameter unknown: what an unknown word is read as here.
  static func word(unknown: Value) -> FieldType {
    FieldType(
      .words(Value.allCases.map(\.rawValue), unknown: unknown.rawValue),
      blank: unknown,
      from: { if case .text(let word) = $0 { Value(rawValue: word) ?? unknown } else { nil } },
      to: { .text($0.rawValue) })
  }
}

extension FieldType where Value: RawRepresentable<String> & CaseIterable {
  /// One of these words. Another one asks for what is not spoken here.
  static func request(_ blank: Value) -> FieldType {
    let words = FieldType<String>.request(Value.allCases.map(\.rawValue))
    return FieldType(
      shape: words.shape, blank: { blank },
      read: { json, findings in Value(rawValue: words.read(json, findings)) ?? blank },
      write: { value, bytes, _ in JSON.write(value.rawValue, into: &bytes) })
  }
}

extension FieldType {
  /// One word of a list that does not grow; another is refused.
  ///
  /// - Parameter blank: stands where none could be read.
  static func knownWord(_ blank: Value) -> FieldType
  where Value: RawRepresentable<String> & CaseIterable {
    FieldType(
      .words(Value.allCases.map(\.rawValue), unknown: nil), blank: blank,
      otherwise: "not a value of this field",
      from: { if case .text(let word) = $0 { Value(rawValue: word) } else { nil } },
      to: { .text($0.rawValue) })
  }
}
