/// The fields of one part of a document while it is read or described.
///
/// A part's declaration asks for each field once, by key, property and type. Run with a JSON object it reads, without one it describes:
/// by that it is written, see `PartLayout`. What is wrong is found and gone past: the part made then is thrown away.
public final class Fields<Part: DocumentPart> {
  enum Task {
    case reading([String: JSON])
    case describing
  }

  private let task: Task
  private let findings: Findings
  /// What was read under another key, by the first.
  private var twins: [String: JSON] = [:]
  private(set) var shape = PartShape(name: "")
  private(set) var writers: [FieldWriter<Part>] = []

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
}

extension Fields {
  /// `v`: the version that the document is written in.
  package func version() {
    let type = FieldType<Int>.version
    switch task {
    case .describing:
      declare(FieldShape("v", type.shape())) { _, bytes, findings in
        type.write(ProtocolVersion.number, &bytes, findings)
        return true
      }
    case .reading(let object): _ = read("v", object["v"], type, absent: nil)
    }
  }

  /// A field that is always written.
  ///
  /// - Parameters:
  ///   - absent: what a reader takes where it is missing all the same; `nil`: such a document is refused.
  ///   - other: a second key with the same value, for readers that know that one; read where the first is missing.
  package func required<Value>(
    _ key: String, _ property: @escaping (Part) -> Value, _ type: FieldType<Value>, absent: Value? = nil,
    alias other: String? = nil
  ) -> Value {
    switch task {
    case .describing:
      let write = { (part: Part, bytes: inout [UInt8], findings: Findings) in
        findings.below(key) { type.write(property(part), &bytes, findings) }
        return true
      }
      declare(FieldShape(key, type.shape(), absent: absent.map(type.json), twin: other), write)
      if let other { declare(FieldShape(other, type.shape(), twin: key), write) }
      return type.blank()
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
    _ key: String, _ property: @escaping (Part) -> Value?, _ type: FieldType<Value>,
    since release: String? = nil
  ) -> Value? {
    switch task {
    case .describing:
      declare(FieldShape(key, type.shape(), isRequired: false, since: release)) { part, bytes, findings in
        guard let value = property(part) else { return false }
        findings.below(key) { type.write(value, &bytes, findings) }
        return true
      }
      return nil
    case .reading(let object):
      return object.member(key).map { json in findings.below(key) { type.read(json, findings) } }
    }
  }

  /// What must be there, or which words are allowed, where another field says something.
  package func rule(_ rule: PartRule) { shape.rules.append(rule) }

  private func declare(_ field: FieldShape, _ write: @escaping (Part, inout [UInt8], Findings) -> Bool) {
    shape.fields.append(field)
    writers.append(FieldWriter(field.key, write))
  }

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
