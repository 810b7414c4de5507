/// The fields of one part of a document while it is read, written or described.
///
/// A part's declaration asks for each field once, by key, property and type. Run with a JSON object it reads, with a part it writes,
/// with neither it describes. What is wrong is found and gone past: the part made then is thrown away.
public final class Fields<Part: DocumentPart> {
  enum Task {
    case reading([String: JSON])
    case writing(Part)
    case describing
  }

  private let task: Task
  private let findings: Findings
  private var written: [String: JSON] = [:]
  /// What was read under another key, by the first.
  private var twins: [String: JSON] = [:]
  private(set) var shape = PartShape(name: "")

  init(_ task: Task, _ findings: Findings) {
    self.task = task
    self.findings = findings
  }

  static func read(_ object: [String: JSON], _ findings: Findings) -> Part {
    let fields = Fields(.reading(object), findings)
    let part = Part(fields)
    let members = fields.twins.isEmpty ? object : object.merging(fields.twins) { $1 }
    for rule in fields.shape.rules { rule.check(members, findings) }
    return part
  }

  static func written(_ part: Part, _ findings: Findings) -> [String: JSON] {
    let fields = Fields(.writing(part), findings)
    _ = Part(fields)
    for rule in fields.shape.rules { rule.check(fields.written, findings) }
    return fields.written
  }

  /// A part without content, and its shape.
  static func described() -> (blank: Part, shape: PartShape) {
    let fields = Fields(.describing, Findings())
    fields.shape.name = String(reflecting: Part.self).split(separator: ".").dropFirst().joined(separator: ".")
    return (Part(fields), fields.shape)
  }
}

extension Fields {
  /// `v`: the version that the document is written in.
  package func version() {
    let type = FieldType<Int>.version
    switch task {
    case .describing: shape.fields.append(FieldShape("v", type.shape()))
    case .writing: written["v"] = type.write(ProtocolVersion.number, findings)
    case .reading(let object): _ = read("v", object["v"], type, absent: nil)
    }
  }

  /// A field that is always written.
  ///
  /// - Parameters:
  ///   - absent: what a reader takes where it is missing all the same; `nil`: such a document is refused.
  ///   - other: a second key with the same value, for readers that know that one; read where the first is missing.
  package func required<Value>(
    _ key: String, _ property: KeyPath<Part, Value>, _ type: FieldType<Value>, absent: Value? = nil,
    alias other: String? = nil
  ) -> Value {
    switch task {
    case .describing:
      shape.fields.append(
        FieldShape(key, type.shape(), absent: absent.map { type.write($0, findings) }, twin: other))
      if let other { shape.fields.append(FieldShape(other, type.shape(), twin: key)) }
      return type.blank()
    case .writing(let part):
      let value = part[keyPath: property]
      let json = findings.below(key) { type.write(value, findings) }
      written[key] = json
      if let other { written[other] = json }
      return value
    case .reading(let object):
      guard let other, let second = object.member(other) else {
        return read(key, object.member(key), type, absent: absent)
      }
      let first = object.member(key)
      if let first, first != second {
        findings.below(other) { findings.add(.agreement, .badTime, "two spellings, two values") }
      }
      twins[key] = second
      return read(key, first ?? second, type, absent: nil)
    }
  }

  /// A field that is left out where there is nothing to say.
  ///
  /// - Parameter since: the release that wrote it first: within a version documents gain optional fields alone.
  package func optional<Value>(
    _ key: String, _ property: KeyPath<Part, Value?>, _ type: FieldType<Value>, since release: String? = nil
  ) -> Value? {
    switch task {
    case .describing:
      shape.fields.append(FieldShape(key, type.shape(), isRequired: false, since: release))
      return nil
    case .writing(let part):
      let value = part[keyPath: property]
      if let value { written[key] = findings.below(key) { type.write(value, findings) } }
      return value
    case .reading(let object):
      return object.member(key).map { json in findings.below(key) { type.read(json, findings) } }
    }
  }

  /// What must be there, or which words are allowed, where another field says something.
  package func rule(_ rule: PartRule) { shape.rules.append(rule) }

  private func read<Value>(
    _ key: String, _ json: JSON?, _ type: FieldType<Value>, absent: Value?
  ) -> Value {
    findings.below(key) {
      if let json, json != .null { return type.read(json, findings) }
      if let absent { return absent }
      findings.add(.missing, .missingField, "required")
      return type.blank()
    }
  }
}

extension [String: JSON] {
  /// `null` counts as absent.
  func member(_ key: String) -> JSON? { self[key].flatMap { $0 == .null ? nil : $0 } }
}
