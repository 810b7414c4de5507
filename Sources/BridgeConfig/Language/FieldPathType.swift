internal import DeviceFamilies

extension ValueType where Value == FieldPath {
  static var fieldPath: Self {
    ValueType(
      shape: ValueShape(jsonTypes: ["string"], noun: "a field path such as soil.value[0]"),
      read: { text, _ in
        do throws(FieldPathProblem) { return .value(try FieldPath(text: text)) } catch {
          return .wrong(
            "is not a field path: \(error.message)",
            help:
              "keys joined by dots, list entries as [0]: 'soil.value[0]'; also *, [?id=3], form(key), column(2), pattern(M={value})"
          )
        }
      },
      write: \.text,
      fault: { text in
        do throws(FieldPathProblem) { _ = try FieldPath(text: text) } catch { return error.offset }
        return 0
      })
  }
}

extension ValueType where Value == FieldUnit {
  /// One of the usual words, or the same unit in another spelling.
  static func unit(_ known: [(word: String, value: FieldUnit)]) -> Self {
    let words = ValueType.words("a unit", known)
    return ValueType(
      shape: words.shape,
      read: { text, surroundings in
        if known.contains(where: { $0.word == text }) { return words.read(text, surroundings) }
        return FieldUnit(spelled: text).map { .value($0) } ?? words.read(text, surroundings)
      },
      write: words.write)
  }
}

extension ValueType where Value == String {
  /// A word or a comparison, as ``FieldMatch`` says.
  static var fieldTest: Self {
    ValueType(
      shape: ValueShape(
        jsonTypes: ["string", "number", "boolean"], noun: "a word, or a comparison such as '>5' or '!=ok'"),
      read: { text, _ in
        if text.isEmpty { return .wrong("is a word or a comparison, and empty", help: nil) }
        if text.utf8.count > 128 { return .wrong("is longer than 128 characters", help: nil) }
        return FieldMatch.fault(text).map {
          .wrong("is no comparison: \($0)", help: "write '>5', or '=\(text)' for that very text")
        } ?? .value(text)
      },
      write: { $0 })
  }
}

extension ValueType where Value == ClosedRange<Double> {
  /// `0..100`.
  static var numberRange: Self {
    let noun = "a range such as 0..100"
    return ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: noun, pattern: "^[-+]?[0-9.]+ ?\\.\\. ?[-+]?[0-9.]+$"),
      read: { text, _ in
        let parts = text.split(separator: "..", maxSplits: 1, omittingEmptySubsequences: false).map { part in
          Amount.decimal(String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
        }
        guard parts.count == 2, let low = parts[0], let high = parts[1] else {
          return .wrong("is \(noun), here is \(quoted(text))", help: "two numbers with two dots between them")
        }
        guard low < high else {
          return .wrong("is empty: \(quoted(text))", help: "write the smaller number first")
        }
        return .value(low...high)
      },
      write: { "\(Amount.text($0.lowerBound))..\(Amount.text($0.upperBound))" })
  }
}
