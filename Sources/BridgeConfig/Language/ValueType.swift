/// What one scalar of the file may be: how it is read, how a default is written, what a schema says of it.
struct ValueType<Value> {
  var shape: ValueShape
  /// The value that a text stands for, or what is wrong with it.
  var read: (_ text: String, _ isPlain: Bool) -> Read
  /// The text that ``read`` turns into that value.
  var write: (Value) -> String
  /// Characters of a wrong text before its mistake.
  var fault: (_ text: String) -> Int = { _ in 0 }

  enum Read {
    case value(Value)
    /// A sentence part that follows "<key> ".
    case wrong(String, help: String?)
  }
}

/// A value type for schema and reference.
struct ValueShape: Sendable, Hashable {
  /// JSON Schema types a scalar may have when an editor reads the file as YAML 1.2.
  var jsonTypes: [String]
  /// "a percentage from 1% to 95%".
  var noun: String
  /// Regular expression for texts.
  var pattern: String?
  var words: [String] = []
  var minimum: Double?
  var maximum: Double?
}

extension ValueType {
  /// The same texts, with a further meaning or a further condition.
  func map<Other>(
    to forward: @escaping (Value) -> ValueType<Other>.Read, from back: @escaping (Other) -> Value
  ) -> ValueType<Other> {
    ValueType<Other>(
      shape: shape,
      read: { text, isPlain in
        switch read(text, isPlain) {
        case .value(let value): forward(value)
        case .wrong(let message, let help): .wrong(message, help: help)
        }
      },
      write: { write(back($0)) }, fault: fault)
  }
}
