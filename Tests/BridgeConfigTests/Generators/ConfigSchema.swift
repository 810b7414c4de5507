@testable import BridgeConfig

/// The config language as JSON Schema (2020-12), for completion and checks in editors. What occurs more than once stands once, in `$defs`.
struct ConfigSchema {
  private typealias Pairs = [(String, JSONText)]
  private enum Pass { case flat, counting, writing }

  /// Of its JSON, in bytes: a part that is shorter stays where it is.
  private static let lengthMin = 24

  private var pass: Pass
  /// How often each part stands, by its text without references; what stands in several equal parts stands once.
  private var uses: [String: Int] = [:]
  /// The names of parts in `$defs`, by the same text.
  private var names: [String: String] = [:]
  /// How many parts wanted each name.
  private var wanted: [String: Int] = [:]
  private var definitions: Pairs = []

  private init(_ pass: Pass) { self.pass = pass }

  static func json() -> String {
    var schema = ConfigSchema(.counting)
    _ = schema.object(ConfigLanguage.shape())
    schema.pass = .writing
    let language = schema.object(ConfigLanguage.shape())
    let definitions = schema.definitions.sorted { $0.0 < $1.0 }
    let head: Pairs = [
      ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
      ("title", .text("Configuration of Loam")),
    ]
    let rest: Pairs = [
      ("patternProperties", .object([("^x-", .object([]))])), ("$defs", .object(definitions)),
    ]
    return JSONText.object(head + language + rest).written() + "\n"
  }

  /// The part itself, or a reference where it occurs more than once and is no shorter.
  private mutating func shared(_ name: String, _ part: (inout Self) -> Pairs) -> Pairs {
    var flat = Self(.flat)
    let pairs = part(&flat)
    let text = JSONText.object(pairs).written()
    if pass == .flat || text.utf8.count < Self.lengthMin { return pairs }
    if pass == .counting {
      uses[text, default: 0] += 1
      return uses[text] == 1 ? part(&self) : []
    }
    guard uses[text, default: 0] > 1 else { return part(&self) }
    if names[text] == nil {
      wanted[name, default: 0] += 1
      names[text] = wanted[name] == 1 ? name : "\(name)-\(wanted[name, default: 1])"
      definitions.append((names[text] ?? name, .object(part(&self))))
    }
    return [("$ref", .text("#/$defs/\(names[text] ?? name)"))]
  }

  private mutating func object(_ shape: SectionShape) -> Pairs {
    let properties = shape.keys.map { ($0.name, JSONText.object(property($0))) }
    var pairs: Pairs = [
      ("type", .array([.text("object"), .text("null")])), ("additionalProperties", .bare("false")),
      ("properties", .object(properties)),
    ]
    pairs += Self.required(shape.keys.filter { $0.isRequired && $0.broughtBy == nil }.map(\.name))
    let brought = shape.keys.filter { $0.isRequired && $0.broughtBy != nil }
    if let other = brought.first?.broughtBy {
      let own = JSONText.object(Self.required(brought.map(\.name)))
      pairs.append(("anyOf", .array([own, .object(Self.required([other]))])))
    }
    return pairs
  }

  private static func required(_ names: [String]) -> Pairs {
    names.isEmpty ? [] : [("required", .array(names.map { .text($0) }))]
  }

  private mutating func property(_ key: SectionShape.Key) -> Pairs {
    var pairs: Pairs = [("description", .text(key.help))] + value(key)
    switch key.kind {
    case .value(let value):
      if let example = key.example { pairs.append(("examples", .array([Self.literal(example, value)]))) }
      if let text = key.defaultText { pairs.append(("default", Self.literal(text, value))) }
    case .texts:
      if let example = key.example { pairs.append(("examples", .array([.text(example)]))) }
    case .list, .section, .table, .several, .defaults: break
    }
    return pairs
  }

  /// What may stand under a key, whatever is said of it.
  private mutating func value(_ key: SectionShape.Key) -> Pairs {
    switch key.kind {
    case .value(let value): return scalar(value)
    case .list(let value): return list(of: value)
    case .defaults: return shared("keys") { _ in [("type", .array([.text("object"), .text("null")]))] }
    case .section(let inner): return shared(key.name) { $0.object(inner) }
    case .table(let name, let row):
      return shared(key.name) { schema in
        var pairs: Pairs = [("type", .array([.text("object"), .text("null")]))]
        if name.pattern != nil { pairs.append(("propertyNames", .object(schema.scalar(name)))) }
        return pairs + [("additionalProperties", .object(schema.shared(key.name) { $0.object(row) }))]
      }
    case .texts(let areLists):
      return shared(areLists ? "conditions" : "texts") { schema in
        let row = areLists ? schema.list(of: .text) : schema.scalar(.text)
        return [("type", .text("object")), ("additionalProperties", .object(row))]
      }
    case .several(let short, let full):
      return shared("\(short.word)-or-full") {
        $0.oneOrMany { schema in
          let mapping = schema.shared("full-\(short.word)") { $0.object(full) }
          return [.object(schema.scalar(short)), .object(mapping)]
        }
      }
    }
  }

  private mutating func list(of value: ValueShape) -> Pairs {
    shared("\(value.word)-list") { $0.oneOrMany { [.object($0.scalar(value))] } }
  }

  private mutating func oneOrMany(_ forms: (inout Self) -> [JSONText]) -> Pairs {
    let (one, each) = (forms(&self), forms(&self))
    let item = each.count == 1 ? each[0] : .object([("anyOf", .array(each))])
    return [("anyOf", .array(one + [.object([("type", .text("array")), ("items", item)])]))]
  }

  private mutating func scalar(_ value: ValueShape) -> Pairs {
    shared(value.word) { _ in
      let numbers = value.words.filter { Amount.decimal($0) != nil }
      let types = value.jsonTypes + (numbers.isEmpty ? [] : ["number"])
      var pairs: Pairs = [("type", types.count == 1 ? .text(types[0]) : .array(types.map { .text($0) }))]
      if !value.words.isEmpty {
        pairs.append(("enum", .array(value.words.map { .text($0) } + numbers.map { .bare($0) })))
      }
      if let pattern = value.pattern { pairs.append(("pattern", .text(pattern))) }
      if let minimum = value.minimum { pairs.append(("minimum", .bare(Amount.text(minimum)))) }
      if let maximum = value.maximum { pairs.append(("maximum", .bare(Amount.text(maximum)))) }
      return pairs
    }
  }

  private static func literal(_ text: String, _ value: ValueShape) -> JSONText {
    value.jsonTypes.contains("string") ? .text(text) : .bare(text)
  }
}

extension ValueShape {
  fileprivate static let text = ValueType<String>.text().shape

  /// What its noun begins with: "a duration from 1s to 1h" is a "duration".
  fileprivate var word: String {
    var words = noun.prefix { !":,".contains($0) }.split(separator: " ")
    if let end = words.firstIndex(where: { ["from", "such", "of", "or"].contains($0) }) {
      words.removeSubrange(end...)
    }
    return words.drop { ["a", "an", "the"].contains($0) }.joined(separator: "-")
  }
}
