internal import DeviceFamilies

extension FieldPath {
  /// `a.b[0].c`; a key that holds a dot or a bracket stands in brackets and quotes: `a["b.c"]`.
  /// `nil`: not such a text.
  init?(text: String) {
    var steps: [Step] = []
    var rest = text[...]
    while !rest.isEmpty {
      if rest.first == "[" {
        guard let close = rest.firstIndex(of: "]") else { return nil }
        let inner = rest[rest.index(after: rest.startIndex)..<close]
        if inner.count >= 3, inner.first == "\"", inner.last == "\"" {
          steps.append(.key(String(inner.dropFirst().dropLast())))
        } else {
          guard let index = Int(inner), (0...9999) ~= index else { return nil }
          steps.append(.index(index))
        }
        rest = rest[rest.index(after: close)...]
        if rest.first == "." {
          rest = rest.dropFirst()
          if rest.isEmpty { return nil }
        }
      } else {
        let key = rest.prefix { $0 != "." && $0 != "[" }
        if key.isEmpty { return nil }
        steps.append(.key(String(key)))
        rest = rest[key.endIndex...]
        if rest.first == "." {
          rest = rest.dropFirst()
          if rest.isEmpty || rest.first == "[" { return nil }
        }
      }
    }
    if steps.isEmpty || steps.count > 16 { return nil }
    self.init(steps)
  }

  /// The text that ``init(text:)`` reads.
  var text: String {
    steps.enumerated().map { i, step in
      switch step {
      case .index(let index): "[\(index)]"
      case .key(let key) where key.contains(".") || key.contains("["): "[\"\(key)\"]"
      case .key(let key): i == 0 ? key : ".\(key)"
      }
    }.joined()
  }
}

extension ValueType where Value == FieldPath {
  static var fieldPath: Self {
    ValueType(
      shape: ValueShape(jsonTypes: ["string"], noun: "a field path such as soil.value[0]"),
      read: { text, _ in
        FieldPath(text: text).map { .value($0) }
          ?? .wrong(
            "is not a field path: \(quoted(text))",
            help: "keys joined by dots, list entries as [0]: 'soil.value[0]'")
      },
      write: \.text)
  }
}
