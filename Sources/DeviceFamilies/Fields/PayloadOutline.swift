package import PayloadJSON

/// All that stands in a payload, with the paths that lead there: for a message that no device was bound to.
package struct PayloadOutline: Sendable, Hashable {
  package enum Form: String, Sendable, Hashable { case json, number, form, columns, text, nothing, tooLarge }
  package struct Value: Sendable, Hashable {
    /// As `fields` has it; empty: the whole payload.
    package var path: String
    package var stood: String
    /// `nil`: what stands there is no number.
    package var number: Double?
  }
  package private(set) var form: Form
  package private(set) var values: [Value] = []
  /// Values beyond the bound that are not listed.
  package private(set) var leftOut = 0
  package static let valuesMax = 100

  package init(_ payload: PayloadReader) {
    form = .nothing
    if payload.isTooLarge {
      form = .tooLarge
    } else if let root = payload.tree {
      form = .json
      walk(root, [])
    } else if payload.byteCount > 0 {
      bareText(payload)
    }
  }

  private mutating func walk(_ value: JSONValue, _ steps: [FieldPath.Step]) {
    let value = value.opened ?? value
    if steps.count == FieldPath.stepsMax || (value.kind != .object && value.kind != .array) {
      add(steps, FoundField(.json(value)))
      return
    }
    value.forEachField { field in
      walk(field.value, steps + [.key(field.name)])
      return leftOut < Self.valuesMax
    }
    var index = 0
    while index < Self.valuesMax, let member = value[index] {
      walk(member, steps + [.index(index)])
      index += 1
    }
  }

  private mutating func bareText(_ payload: PayloadReader) {
    let whole = FoundField(.payload(payload))
    if case .value = whole.number {
      form = .number
      add([], whole)
      return
    }
    let text = payload.text
    let pairs = text.split(separator: "&")
    if pairs.allSatisfy({ $0.contains("=") }) {
      form = .form
      for pair in pairs { add(.form(String(pair.prefix { $0 != "=" })), whole) }
      return
    }
    guard let separator = [";", ",", "\t"].first(where: { text.contains($0) }),
      let byte = separator.utf8.first
    else {
      form = .text
      add([], whole)
      return
    }
    form = .columns
    for number in 1...(text.split(separator: separator, omittingEmptySubsequences: false).count) {
      add(.column(number, separator: byte), whole)
    }
  }

  private mutating func add(_ piece: TextPiece, _ whole: FoundField) {
    if let found = whole.cut(piece) { add([.piece(piece)], found) }
  }

  private mutating func add(_ steps: [FieldPath.Step], _ found: FoundField) {
    guard values.count < Self.valuesMax else {
      leftOut += 1
      return
    }
    var number: Double?
    if case .value(let value, _) = found.number { number = value }
    values.append(
      Value(path: FieldPath(steps).text, stood: DecodeTrace.text(found), number: number))
  }
}

extension JSONField {
  /// The key as text. Allocates.
  var name: String {
    var bytes: [UInt8] = []
    withKey { key in bytes = key.indices.map { key[$0] } }
    return String(decoding: bytes, as: UTF8.self)
  }
}
