/// How the values of a field are read, written and described.
package struct FieldType<Value> {
  let shape: () -> TypeShape
  /// A value without meaning: stands where none could be read.
  let blank: () -> Value
  let read: (JSON, Findings) -> Value
  let write: (Value, Findings) -> JSON

  /// A single value.
  ///
  /// - Parameters:
  ///   - from: `nil` where the JSON is of another type.
  ///   - fault: what is wrong with a value, in words; read and write ask for it.
  init(
    _ shape: TypeShape, blank: Value, code: AckCode = .badValue, otherwise: String = "of another type",
    from: @escaping (JSON) -> Value?, to: @escaping (Value) -> JSON,
    fault: @escaping (Value) -> String? = { _ in nil }
  ) {
    self.shape = { shape }
    self.blank = { blank }
    read = { json, findings in
      guard let value = from(json) else {
        findings.add(.form, code, otherwise)
        return blank
      }
      if let fault = fault(value) { findings.add(.form, code, fault) }
      return value
    }
    write = { value, findings in
      if let fault = fault(value) { findings.add(.form, code, fault) }
      return to(value)
    }
  }

  init(
    shape: @escaping () -> TypeShape, blank: @escaping () -> Value,
    read: @escaping (JSON, Findings) -> Value, write: @escaping (Value, Findings) -> JSON
  ) {
    self.shape = shape
    self.blank = blank
    self.read = read
    self.write = write
  }
}

extension FieldType where Value: DocumentPart {
  /// A part of its own.
  package static var part: FieldType {
    FieldType(
      shape: { .part(Fields<Value>.described().shape) }, blank: { Fields<Value>.described().blank },
      read: { json, findings in
        guard case .object(let members) = json else {
          findings.add(.form, .badValue, "of another type")
          return Fields<Value>.described().blank
        }
        return Fields<Value>.read(members, findings)
      }, write: { value, findings in .object(Fields<Value>.written(value, findings)) })
  }
}

extension FieldType {
  /// A list of at most so many.
  package static func list<Item>(of item: FieldType<Item>, _ countMax: Int) -> FieldType<[Item]> {
    FieldType<[Item]>(
      shape: { .list(item.shape(), countMax: countMax) }, blank: { [] },
      read: { json, findings in
        guard case .list(let items) = json else {
          findings.add(.form, .badValue, "of another type")
          return []
        }
        return items.prefix(bounding(items.count, countMax, findings)).enumerated().map { i, json in
          findings.below(String(i)) { item.read(json, findings) }
        }
      },
      write: { values, findings in
        .list(
          values.prefix(bounding(values.count, countMax, findings, .tooLarge)).enumerated().map { i, value in
            findings.below(String(i)) { item.write(value, findings) }
          })
      })
  }

  /// Any names of that type, at most so many.
  package static func table<Item>(
    _ names: FieldType<String>, of item: FieldType<Item>, _ countMax: Int
  ) -> FieldType<[String: Item]> {
    FieldType<[String: Item]>(
      shape: { .table(names: names.shape(), item.shape(), countMax: countMax) }, blank: { [:] },
      read: { json, findings in
        guard case .object(let members) = json else {
          findings.add(.form, .badValue, "of another type")
          return [:]
        }
        guard bounding(members.count, countMax, findings) == members.count else { return [:] }
        var table: [String: Item] = [:]
        for (name, json) in members where json != .null {
          _ = names.read(.text(name), findings)
          table[name] = findings.below(name) { item.read(json, findings) }
        }
        return table
      },
      write: { table, findings in
        _ = bounding(table.count, countMax, findings, .tooLarge)
        var members: [String: JSON] = [:]
        for (name, value) in table {
          _ = names.write(name, findings)
          members[name] = findings.below(name) { item.write(value, findings) }
        }
        return .object(members)
      })
  }

  /// - Parameter code: what is written too long is too large, and may be shortened.
  private static func bounding(
    _ count: Int, _ countMax: Int, _ findings: Findings, _ code: AckCode = .badValue
  ) -> Int {
    if count > countMax { findings.add(.form, code, "more than \(countMax)") }
    return min(count, countMax)
  }
}
