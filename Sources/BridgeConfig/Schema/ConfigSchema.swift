/// The config language as JSON Schema (draft 7), for completion and checks in editors.
package enum ConfigSchema {
  package static func json() -> String {
    var root = object(ConfigLanguage.shape())
    root.insert(("$schema", .text("http://json-schema.org/draft-07/schema#")), at: 0)
    root.insert(("title", .text("Configuration of Loam")), at: 1)
    root.append(("patternProperties", .object([("^x-", .object([]))])))
    return JSONText.object(root).written() + "\n"
  }

  private static func object(_ shape: SectionShape) -> [(String, JSONText)] {
    let properties = shape.keys.map { ($0.name, JSONText.object(property($0))) }
    var pairs: [(String, JSONText)] = [
      ("type", .array([.text("object"), .text("null")])), ("additionalProperties", .bare("false")),
      ("properties", .object(properties)),
    ]
    pairs += required(shape.keys.filter { $0.isRequired && $0.broughtBy == nil }.map(\.name))
    let brought = shape.keys.filter { $0.isRequired && $0.broughtBy != nil }
    if let other = brought.first?.broughtBy {
      let own = JSONText.object(required(brought.map(\.name)))
      pairs.append(("anyOf", .array([own, .object(required([other]))])))
    }
    return pairs
  }

  private static func required(_ names: [String]) -> [(String, JSONText)] {
    names.isEmpty ? [] : [("required", .array(names.map { .text($0) }))]
  }

  private static func property(_ key: SectionShape.Key) -> [(String, JSONText)] {
    var pairs: [(String, JSONText)] = [("description", .text(key.help))]
    switch key.kind {
    case .value(let value):
      pairs += scalar(value)
      if let example = key.example { pairs.append(("examples", .array([literal(example, value)]))) }
      if let text = key.defaultText { pairs.append(("default", literal(text, value))) }
    case .list(let value):
      let one = JSONText.object(scalar(value))
      pairs.append(("anyOf", .array([one, .object([("type", .text("array")), ("items", one)])])))
    case .section(let inner): pairs += object(inner)
    case .table(let name, let row):
      pairs.append(("type", .array([.text("object"), .text("null")])))
      if let pattern = name.pattern {
        pairs.append(("propertyNames", .object([("pattern", .text(pattern))])))
      }
      pairs.append(("additionalProperties", .object(object(row))))
    case .texts(let areLists):
      let types = ["string", "number", "boolean"].map { JSONText.text($0) }
      let one = JSONText.object([("type", .array(types))])
      let many = JSONText.object([("type", .text("array")), ("items", one)])
      pairs.append(("type", .text("object")))
      pairs.append(("additionalProperties", areLists ? .object([("anyOf", .array([one, many]))]) : one))
      if let example = key.example { pairs.append(("examples", .array([.text(example)]))) }
    case .several(let short, let full):
      let one = [JSONText.object(scalar(short)), .object(object(full))]
      let many = JSONText.object([("type", .text("array")), ("items", .object([("anyOf", .array(one))]))])
      pairs.append(("anyOf", .array(one + [many])))
    }
    return pairs
  }

  private static func scalar(_ value: ValueShape) -> [(String, JSONText)] {
    var pairs: [(String, JSONText)] = []
    let numbers = value.words.filter { Amount.decimal($0) != nil }
    let types = value.jsonTypes + (numbers.isEmpty ? [] : ["number"])
    pairs.append(("type", types.count == 1 ? .text(types[0]) : .array(types.map { .text($0) })))
    if !value.words.isEmpty {
      pairs.append(("enum", .array(value.words.map { .text($0) } + numbers.map { .bare($0) })))
    }
    if let pattern = value.pattern { pairs.append(("pattern", .text(pattern))) }
    if let minimum = value.minimum { pairs.append(("minimum", .bare(Amount.text(minimum)))) }
    if let maximum = value.maximum { pairs.append(("maximum", .bare(Amount.text(maximum)))) }
    return pairs
  }

  private static func literal(_ text: String, _ value: ValueShape) -> JSONText {
    value.jsonTypes.contains("string") ? .text(text) : .bare(text)
  }
}
