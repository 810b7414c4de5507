internal import DeviceFamilies

// MARK: - Mappings in mappings

extension Section {
  /// A part that is always there; absent, all its keys have their defaults.
  func section<Value>(_ name: String, help: String, read: (Section) -> Value) -> Value {
    let described = describe(name, read)
    shape.add(.init(name: name, help: help, kind: .section(described), isRequired: false))
    return nested(entry(name), name, read) ?? read(child(name, at: position, isDescription ? nil : []))
  }

  /// A part that is there or not.
  func optionalSection<Value>(
    _ name: String, help: String, read: (Section) -> Value
  ) -> Value? {
    let described = describe(name, read)
    shape.add(.init(name: name, help: help, kind: .section(described), isRequired: false))
    return nested(entry(name), name, read)
  }

  /// Names chosen by the owner, a mapping under each. Order: the file's.
  ///
  /// - Parameter entriesMax: of those that may be more, checks between them must not take time by the square.
  func table<Value>(
    _ name: String, id: ValueType<String>, entriesMax: Int = 500, example: String, help: String,
    read: (Placed<String>, Section) -> Value
  ) -> [Value] {
    let label = Placed(value: "", position: position, isWritten: false, path: path(of: name))
    let described = describe(name) { read(label, $0) }
    shape.add(
      .init(
        name: name, help: help, kind: .table(name: id.shape, described), isRequired: false, example: example))
    guard let entry = entry(name), !entry.value.isEmpty else { return [] }
    guard case .mapping(let entries) = entry.value.content else {
      problems.error(
        at: entry.value.position, "\(path(of: name)) maps names to their keys, here is \(entry.value.noun)",
        help: "write each as 'name:' with its keys indented below")
      return []
    }
    if entries.count > entriesMax {
      problems.error(
        at: entry.keyPosition,
        "\(path(of: name)) has \(entries.count) entries; at most \(entriesMax) are read")
    }
    let table = child(name, at: entry.keyPosition, entries)
    return entries.prefix(entriesMax).compactMap { row in
      let node = ConfigNode(position: row.keyPosition, content: .scalar(row.key, isPlain: false))
      guard let id = table.read(node, row.key, id) else { return nil }
      return table.nested(row, row.key) { read(id, $0) }
    }
  }

  /// Names chosen by the owner, a scalar under each, as text.
  func texts(_ name: String, example: String, help: String) -> [(
    key: String, text: String, position: TextPosition
  )] {
    shape.add(
      .init(name: name, help: help, kind: .texts(areLists: false), isRequired: false, example: example))
    guard let entry = entry(name) else { return [] }
    guard case .mapping(let entries) = entry.value.content else {
      problems.error(
        at: entry.value.position, "\(path(of: name)) maps names to values, here is \(entry.value.noun)")
      return []
    }
    return entries.compactMap { row in
      guard case .scalar(let text, _) = row.value.content, !row.value.isEmpty else {
        problems.error(
          at: row.value.position, "\(path(of: name)).\(row.key) is a text, here is \(row.value.noun)")
        return nil
      }
      return (row.key, text, row.keyPosition)
    }
  }

  /// Fields of a message, and what must stand there: a word or comparison, or a list of which one must hold.
  func conditions(_ name: String, example: String, help: String) -> [FieldMatch] {
    shape.add(
      .init(name: name, help: help, kind: .texts(areLists: true), isRequired: false, example: example))
    guard let entry = entry(name) else { return [] }
    guard case .mapping(let entries) = entry.value.content else {
      problems.error(
        at: entry.value.position,
        "\(path(of: name)) maps fields to what they must be, here is \(entry.value.noun)",
        help: "write '\(name): \(example)'")
      return []
    }
    let rows = child(name, at: entry.keyPosition, entries)
    return entries.compactMap { row in
      let key = ConfigNode(position: row.keyPosition, content: .scalar(row.key, isPlain: true))
      var nodes = [row.value]
      if case .list(let items) = row.value.content { nodes = items }
      let values = nodes.compactMap { rows.read($0, row.key, .fieldTest)?.value }
      guard let path = rows.read(key, row.key, .fieldPath), !values.isEmpty, values.count == nodes.count
      else { return nil }
      return FieldMatch(path: path.value, values: values)
    }
  }

  /// A mapping, or a scalar in place of a mapping that has only the key `key`, or a list of such.
  func several<Value>(
    _ name: String, for key: String, _ type: ValueType<some Any>, example: String,
    help: String, read: (Section) -> Value
  ) -> [Value] {
    let described = describe(name, read)
    shape.add(
      .init(
        name: name, help: help, kind: .several(type.shape, described), isRequired: false, example: example))
    guard let entry = entry(name) else { return [] }
    guard case .list(let items) = entry.value.content else {
      return nested(expanded(entry, key), name, read).map { [$0] } ?? []
    }
    return items.compactMap { item in
      let row = ConfigNode.Entry(key: name, keyPosition: item.position, value: item)
      return nested(expanded(row, key), name, read)
    }
  }

  /// Whether `none` stands there in place of a value.
  func saysNone(_ name: String) -> Bool {
    guard case .scalar(let text, _)? = entry(name)?.value.content else { return false }
    return text == "none"
  }

  private func expanded(_ entry: ConfigNode.Entry, _ key: String) -> ConfigNode.Entry {
    guard case .scalar = entry.value.content, !entry.value.isEmpty else { return entry }
    let inner = ConfigNode.Entry(key: key, keyPosition: entry.value.position, value: entry.value)
    var entry = entry
    entry.value.content = .mapping([inner])
    return entry
  }

  private func describe<Value>(_ name: String, _ read: (Section) -> Value) -> SectionShape {
    guard isDescription else { return SectionShape() }
    let blank = child(name, at: position, nil)
    _ = read(blank)
    return blank.shape
  }

  private func nested<Value>(
    _ entry: ConfigNode.Entry?, _ name: String, _ read: (Section) -> Value
  ) -> Value? {
    guard let entry else { return nil }
    let section: Section
    switch entry.value.content {
    case .mapping(let entries): section = child(name, at: entry.keyPosition, entries)
    case .scalar where entry.value.isEmpty: section = child(name, at: entry.keyPosition, [])
    case .scalar, .list:
      problems.error(
        at: entry.value.position, "\(path(of: name)) is a mapping of keys, here is \(entry.value.noun)")
      return nil
    }
    // Only where a key is none of any section: what is asked for here shows when it is read.
    if let entries = section.entries, entries.contains(where: { !ConfigLanguage.isKey($0.key) }) {
      let aside = Problems()
      let trial = Section(path: section.path, position: section.position, entries: entries, problems: aside)
      _ = read(trial)
      section.readMisspelt(as: trial.shape.names, knowing: trial.asked)
    }
    let value = read(section)
    section.finish()
    return value
  }
}
