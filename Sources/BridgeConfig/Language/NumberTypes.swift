extension ValueType where Value == Int {
  static func integer(_ range: ClosedRange<Int>, _ noun: String = "a whole number") -> Self {
    let bounds = "\(range.lowerBound) to \(range.upperBound)"
    return ValueType(
      shape: ValueShape(
        jsonTypes: ["integer"], noun: "\(noun) from \(bounds)", minimum: Double(range.lowerBound),
        maximum: Double(range.upperBound)),
      read: { text, isPlain in
        guard isPlain else {
          return .wrong("is \(noun), here is a text in quotes: \(quoted(text))", help: "leave the quotes out")
        }
        let digits = text.first == "-" ? text.dropFirst() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 48 && $0 <= 57 }) else {
          return .wrong("is \(noun), here is \(quoted(text))", help: "write it in digits only")
        }
        if digits.count > 1, digits.first == "0" {
          return .wrong(
            "has a leading zero: \(quoted(text))",
            help: "some programs would read it as octal; leave the zero out")
        }
        guard let value = Int(text), range ~= value else {
          return .wrong("is \(text.prefix(24)), outside \(bounds)", help: nil)
        }
        return .value(value)
      },
      write: { String($0) })
  }
}

extension ValueType where Value == Double {
  /// A bare number, where none of our units applies: weights, raw probe values.
  static func number(_ range: ClosedRange<Double>) -> Self {
    let bounds = "\(Amount.text(range.lowerBound)) to \(Amount.text(range.upperBound))"
    return ValueType(
      shape: ValueShape(
        jsonTypes: ["number"], noun: range == -1e9...1e9 ? "a number" : "a number from \(bounds)",
        minimum: range.lowerBound,
        maximum: range.upperBound),
      read: { text, isPlain in
        guard isPlain, let value = Amount.decimal(text) else {
          let comma = text.contains(",") ? "write '\(text.replacing(",", with: "."))'" : nil
          return .wrong("is a number, here is \(quoted(text))", help: comma)
        }
        guard range ~= value else { return .wrong("is \(text), outside \(bounds)", help: nil) }
        return .value(value)
      },
      write: Amount.text)
  }
}

/// A time of day as seconds since local midnight.
struct TimeOfDay: Hashable {
  var second: Int
}

extension ValueType where Value == TimeOfDay {
  static var timeOfDay: Self {
    ValueType(
      shape: ValueShape(
        jsonTypes: ["string"], noun: "a time of day such as 07:30", pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$"
      ),
      read: { text, _ in
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2,
          parts.allSatisfy({ $0.count == 2 && $0.utf8.allSatisfy { $0 >= 48 && $0 <= 57 } }),
          let hour = Int(parts[0]), let minute = Int(parts[1])
        else {
          return .wrong(
            "is a time of day, here is \(quoted(text))",
            help: "write hours and minutes in two digits each, such as '07:30'")
        }
        guard hour < 24, minute < 60 else {
          return .wrong("is \(text), outside 00:00 to 23:59", help: nil)
        }
        return .value(TimeOfDay(second: hour * 3600 + minute * 60))
      },
      write: {
        let pad = { (n: Int) in n < 10 ? "0\(n)" : String(n) }
        return "\(pad($0.second / 3600)):\(pad($0.second / 60 % 60))"
      })
  }
}
