import Synchronization

/// What the declaration of a part says, worked out once: a part without content, its shape, and how each field is written.
///
/// Immutable; its closures are those of the declaration, which rest on nothing that changes.
final class PartLayout<Part: DocumentPart>: @unchecked Sendable {
  let blank: Part
  let shape: PartShape
  /// In the order of their keys.
  private let writers: [FieldWriter<Part>]

  static var shared: PartLayout {
    let id = ObjectIdentifier(Part.self)
    if let known = layouts.withLock({ $0[id] }) as? PartLayout { return known }
    // Not under the lock: the parts within it are asked for theirs.
    let made = PartLayout()
    layouts.withLock { $0[id] = made }
    return made
  }

  private init() {
    let fields = Fields<Part>(.describing, Findings())
    blank = Part(fields)
    var shape = fields.shape
    shape.name = String(reflecting: Part.self).split(separator: ".").dropFirst().joined(separator: ".")
    self.shape = shape
    var writers = fields.writers.sorted { $0.key < $1.key }
    let ruled = Set(shape.rules.flatMap(\.keys))
    for i in writers.indices { writers[i].isRuled = ruled.contains(writers[i].key) }
    self.writers = writers
  }

  /// UTF-8, keys sorted: equal parts are equal bytes.
  func write(_ part: Part, into bytes: inout [UInt8], _ findings: Findings) {
    var ruled: [String: JSON] = [:]
    var mark = UInt8(ascii: "{")
    for writer in writers {
      let start = bytes.count
      bytes.append(mark)
      bytes += writer.lead
      let begin = bytes.count
      guard writer.write(part, &bytes, findings) else {
        bytes.removeLast(bytes.count - start)
        continue
      }
      mark = UInt8(ascii: ",")
      if writer.isRuled { ruled[writer.key] = JSONReader.value(at: begin, of: bytes) }
    }
    if mark == UInt8(ascii: "{") { bytes.append(mark) }
    bytes.append(UInt8(ascii: "}"))
    for rule in shape.rules { rule.check(ruled, findings) }
  }
}

private let layouts = Mutex<[ObjectIdentifier: any Sendable]>([:])

extension DocumentPart {
  /// As JSON, whatever is wrong with it.
  package var json: JSON { JSON(reading: bytes) }

  /// As bytes, whatever is wrong with it.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    PartLayout<Self>.shared.write(self, into: &bytes, Findings())
    return bytes
  }

  /// What the declaration says.
  package static var shape: PartShape { PartLayout<Self>.shared.shape }
}

extension FieldType where Value: DocumentPart {
  /// A part of its own.
  package static var part: FieldType {
    FieldType(
      shape: { .part(Value.shape) }, blank: { PartLayout<Value>.shared.blank },
      read: { json, findings in
        guard case .object(let members) = json else {
          findings.add(.form, .badValue, "of another type")
          return PartLayout<Value>.shared.blank
        }
        return Fields<Value>.read(members, findings)
      }, write: { PartLayout<Value>.shared.write($0, into: &$1, $2) })
  }
}

/// How one field is written.
struct FieldWriter<Part> {
  let key: String
  /// The key, as it stands before the value.
  let lead: [UInt8]
  /// A rule looks at what is written.
  var isRuled = false
  /// `false`: there is nothing to say, and nothing was appended.
  let write: (Part, inout [UInt8], Findings) -> Bool

  init(_ key: String, _ write: @escaping (Part, inout [UInt8], Findings) -> Bool) {
    self.key = key
    lead = Array("\"\(key)\":".utf8)
    self.write = write
  }
}
