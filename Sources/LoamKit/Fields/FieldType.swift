/// How the values of a field are read, written and described.
package struct FieldType<Value> {
  let shape: () -> TypeShape
  /// A value without meaning: stands where none could be read.
  let blank: () -> Value
  let read: (JSON, Findings) -> Value
  /// Appends its JSON.
  let write: (Value, inout [UInt8], Findings) -> Void

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
    write = { value, bytes, findings in
      if let fault = fault(value) { findings.add(.form, code, fault) }
      to(value).write(into: &bytes)
    }
  }

  init(
    shape: @escaping () -> TypeShape, blank: @escaping () -> Value,
    read: @escaping (JSON, Findings) -> Value, write: @escaping (Value, inout [UInt8], Findings) -> Void
  ) {
    self.shape = shape
    self.blank = blank
    self.read = read
    self.write = write
  }

  func json(_ value: Value) -> JSON {
    var bytes: [UInt8] = []
    write(value, &bytes, Findings())
    return JSONReader.value(at: 0, of: bytes) ?? .null
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
      write: { values, bytes, findings in
        bytes.append(UInt8(ascii: "["))
        for i in 0..<bounding(values.count, countMax, findings, .tooLarge) {
          if i > 0 { bytes.append(UInt8(ascii: ",")) }
          findings.below(String(i)) { item.write(values[i], &bytes, findings) }
        }
        bytes.append(UInt8(ascii: "]"))
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
      write: { table, bytes, findings in
        _ = bounding(table.count, countMax, findings, .tooLarge)
        bytes.append(UInt8(ascii: "{"))
        for (i, entry) in table.sorted(by: { $0.key < $1.key }).enumerated() {
          if i > 0 { bytes.append(UInt8(ascii: ",")) }
          names.write(entry.key, &bytes, findings)
          bytes.append(UInt8(ascii: ":"))
          findings.below(entry.key) { item.write(entry.value, &bytes, findings) }
        }
        bytes.append(UInt8(ascii: "}"))
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
