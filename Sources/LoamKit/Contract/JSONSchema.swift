extension PartShape {
  /// JSON Schema, draft 2020-12. `meaning` gives a field's description by the part's name and the key; `nil`: none.
  package func schema(meaning: (_ part: String, _ key: String) -> String? = { _, _ in nil }) -> [String: JSON]
  {
    var properties: [String: JSON] = [:]
    for field in fields {
      var property = field.type.schema(meaning)
      if let text = meaning(name, field.key) { property["description"] = .text(text) }
      if let absent = field.absent { property["default"] = absent }
      if let since = field.since { property["x-since"] = .text(since) }
      if let twin = field.twin { property["x-same-as"] = .text(twin) }
      properties[field.key] = .object(property)
    }
    var schema: [String: JSON] = ["type": "object", "properties": .object(properties)]
    let required = fields.filter(\.isRequired).map { JSON.text($0.key) }
    if !required.isEmpty { schema["required"] = .list(required) }
    let demands = rules.compactMap { $0.schema.map(JSON.object) } + fields.flatMap { $0.choices(meaning) }
    if !demands.isEmpty { schema["allOf"] = .list(demands) }
    return schema
  }
}

extension FieldShape {
  /// What the part must be, by the word beside it.
  fileprivate func choices(_ meaning: (String, String) -> String?) -> [JSON] {
    guard case .choice(let tag, let variants) = type else { return [] }
    return variants.map { word, shape in
      [
        "if": ["properties": .object([tag: ["const": .text(word)]]), "required": [.text(tag)]],
        "then": ["properties": .object([key: .object(shape.schema(meaning: meaning))])],
      ]
    }
  }
}

extension PartRule {
  /// `nil`: a schema cannot say it, or not so that every validator knows it.
  fileprivate var schema: [String: JSON]? {
    let said: [String: JSON]? =
      switch demand {
      case .fields(let keys): ["required": .list(keys.map(JSON.text))]
      case .someText(let keys):
        [
          "anyOf": .list(
            keys.map { ["required": [.text($0)], "properties": .object([$0: ["minLength": 1]])] })
        ]
      case .otherWords(let key, let words):
        ["properties": .object([key: ["not": ["enum": .list(words)]]])]
      case .nothing, .order, .steps, .whole, .unique, .rising, .each, .within: nil
      }
    guard let demand = said, let condition else { return said }
    let words: JSON = ["enum": .list(condition.words)]
    // A schema's `properties` are fulfilled by what is absent; a rule is about what is there.
    let given = condition.path.reversed().reduce(words) { inner, key in
      ["properties": .object([key: inner]), "required": [.text(key)]]
    }
    return condition.isNegated
      ? ["if": given, "else": .object(demand)] : ["if": given, "then": .object(demand)]
  }
}

extension TypeShape {
  /// No control characters but the line feed, no bidirectional overrides.
  private static let plain =
    #"^[^\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]*$"#

  fileprivate func schema(_ meaning: (String, String) -> String?) -> [String: JSON] {
    switch self {
    case .version: ["const": .number(Double(ProtocolVersion.number))]
    case .flag: ["type": "boolean"]
    case .integer(let range):
      ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
    case .number(let range, let clamps):
      ["type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound)]
        .merging(clamps ? ["x-clamped": true] : [:]) { first, _ in first }
    case .positive: ["type": "number", "exclusiveMinimum": 0]
    case .string: ["type": "string"]
    case .text(let count):
      [
        "type": "string", "minLength": .integer(count.lowerBound), "maxLength": .integer(count.upperBound),
        "pattern": .text(Self.plain),
      ]
    case .grapheme(let bytesMax):
      ["type": "string", "minLength": 1, "maxLength": .integer(bytesMax), "pattern": .text(Self.plain)]
    case .form(_, let form, _): ["type": "string", "pattern": .text(form.pattern)]
    case .time:
      [
        "type": "integer", "minimum": .number(Double(EpochSeconds.range.lowerBound)),
        "maximum": .number(Double(EpochSeconds.range.upperBound)),
      ]
    case .words(let words, let unknown):
      ["enum": .list(words.map(JSON.text))]
        .merging(unknown.map { ["x-unknown": .text($0)] } ?? [:]) { first, _ in first }
    case .requests(let words):
      words.count == 1 ? ["const": .text(words[0])] : ["enum": .list(words.map(JSON.text))]
    case .part(let shape): shape.schema(meaning: meaning)
    case .choice, .object: ["type": "object"]
    case .base64(let count):
      [
        "type": "string", "contentEncoding": "base64",
        "pattern": .text(Self.base64Pattern(upTo: count.upperBound)),
      ]
    case .list(let item, let countMax):
      ["type": "array", "items": .object(item.schema(meaning)), "maxItems": .integer(countMax)]
    case .table(let names, let item, let countMax):
      [
        "type": "object", "propertyNames": .object(names.schema(meaning)),
        "additionalProperties": .object(item.schema(meaning)), "maxProperties": .integer(countMax),
      ]
    // Not `prefixItems`: tools that go by OpenAPI do not know it.
    case .row(let items):
      [
        "type": "array", "items": ["type": "number"], "minItems": .integer(items.count),
        "maxItems": .integer(items.count),
      ]
    }
  }
}

extension JSON {
  fileprivate static func integer(_ value: Int) -> JSON { .number(Double(value)) }
}

extension TypeShape {
  /// Of 1 to so many bytes, in ECMA-262.
  package static func base64Pattern(upTo count: Int) -> String {
    let digit = "[A-Za-z0-9+/]"
    return "^(\(digit){4}){0,\((count + 2) / 3 - 1)}(\(digit){4}|\(digit){3}=|\(digit){2}==)$"
  }
}
