/// One mapping of the file while it is read.
///
/// A section's code asks for each of its keys once, by name, type, default and help. The same code run
/// without a file describes the language: schema, reference and the list of known keys come from there. So
/// every key is asked for on every path through the code.
final class Section {
  let path: String
  /// Where the section begins; the file's start where it is absent.
  let position: TextPosition
  let problems: Problems
  let shape = SectionShape()
  /// `nil`: described, not read.
  private(set) var entries: [ConfigNode.Entry]?
  private(set) var asked: Set<String> = []

  init(path: String, position: TextPosition, entries: [ConfigNode.Entry]?, problems: Problems) {
    self.path = path
    self.position = position
    self.entries = entries
    self.problems = problems
  }

  var isDescription: Bool { entries == nil }

  func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

  /// "plants.basil", or words for the whole file.
  var place: String { path.isEmpty ? "the file" : path }

  func entry(_ name: String) -> ConfigNode.Entry? {
    asked.insert(name)
    return entries?.first { $0.key == name }
  }

  /// Says nothing of keys that nobody asked for: what they mean is not known.
  func skip() { asked.formUnion(entries?.map(\.key) ?? []) }

  /// Goes on with other entries than the file has in this place.
  func take(_ entries: [ConfigNode.Entry]) { self.entries = entries }

  func child(_ name: String, at position: TextPosition, _ entries: [ConfigNode.Entry]?) -> Section {
    Section(path: path(of: name), position: position, entries: entries, problems: problems)
  }

  /// Records every key that nobody asked for.
  func finish() {
    for entry in entries ?? [] where !asked.contains(entry.key) { recordUnknown(entry, shape.names) }
  }

  private func recordUnknown(_ entry: ConfigNode.Entry, _ names: [String]) {
    problems.error(
      at: entry.keyPosition, path: place, ": unknown key \(quoted(entry.key))",
      help: NearestName.help(for: entry.key, among: names)
        ?? ConfigLanguage.sections(with: entry.key).map { "it is a key of \($0)" }
        ?? "known here: \(names.joined(separator: ", "))")
  }

  /// Reads a misspelt key as the one that is meant, after recording it: what follows from it is no mistake of its own, and what
  /// stands below it is checked in the same run.
  func readMisspelt(as names: [String], knowing others: Set<String> = []) {
    guard var entries else { return }
    for i in entries.indices
    where !names.contains(entries[i].key) && !asked.union(others).contains(entries[i].key) {
      guard let meant = NearestName.nearest(to: entries[i].key, among: names),
        !entries.contains(where: { $0.key == meant })
      else { continue }
      recordUnknown(entries[i], names)
      entries[i].key = meant
    }
    self.entries = entries
  }
}

// MARK: - Scalars

extension Section {
  /// A key with a default.
  func value<Value>(
    _ name: String, _ type: ValueType<Value>, default standard: Value, help: String
  ) -> Placed<Value> {
    shape.add(
      SectionShape.Key(
        name: name, help: help, kind: .value(type.shape), defaultText: type.write(standard), isRequired: false
      ))
    return read(name, type) ?? absent(name, standard)
  }

  /// A key without which something is not configured.
  func optional<Value>(
    _ name: String, _ type: ValueType<Value>, example: String, help: String
  ) -> Placed<Value>? {
    shape.add(
      SectionShape.Key(
        name: name, help: help, kind: .value(type.shape), isRequired: false, example: example))
    return read(name, type)
  }

  /// A key that must be there. `nil`: it is not, or is wrong, and that is recorded.
  func required<Value>(
    _ name: String, _ type: ValueType<Value>, example: String, broughtBy other: String? = nil, help: String
  ) -> Placed<Value>? {
    shape.add(
      SectionShape.Key(
        name: name, help: help, kind: .value(type.shape), isRequired: true, broughtBy: other,
        example: example))
    if entry(name) == nil, !isDescription {
      problems.error(
        at: position, "\(place) needs the key '\(name)'",
        help: "\(type.shape.noun), such as '\(name): \(example)'")
    }
    return read(name, type)
  }

  /// A list of scalars, or one.
  func list<Value>(
    _ name: String, _ type: ValueType<Value>, default standard: [Value], help: String
  ) -> [Placed<Value>] {
    let text = "[" + standard.map(type.write).joined(separator: ", ") + "]"
    shape.add(
      SectionShape.Key(
        name: name, help: help, kind: .list(type.shape), defaultText: text, isRequired: false))
    return readList(name, type) ?? standard.map { absent(name, $0) }
  }

  /// A list of scalars, or one, without which there is no choice. An empty list is one.
  func optionalList<Value>(
    _ name: String, _ type: ValueType<Value>, example: String, help: String
  ) -> [Placed<Value>]? {
    shape.add(
      SectionShape.Key(name: name, help: help, kind: .list(type.shape), isRequired: false, example: example))
    return readList(name, type)
  }

  private func readList<Value>(_ name: String, _ type: ValueType<Value>) -> [Placed<Value>]? {
    guard let entry = entry(name) else { return nil }
    guard case .list(let items) = entry.value.content else {
      return read(entry.value, name, type).map { [$0] } ?? []
    }
    return items.compactMap { read($0, name, type) }
  }

  private func absent<Value>(_ name: String, _ value: Value) -> Placed<Value> {
    Placed(value: value, position: position, isWritten: false, path: path(of: name))
  }

  private func read<Value>(_ name: String, _ type: ValueType<Value>) -> Placed<Value>? {
    entry(name).flatMap { read($0.value, name, type) }
  }

  /// The value of one node under the key `name`.
  func read<Value>(_ node: ConfigNode, _ name: String, _ type: ValueType<Value>) -> Placed<Value>? {
    guard case .scalar(let text, let isPlain) = node.content, !node.isEmpty else {
      problems.error(
        at: node.position, path: path(of: name), " is \(type.shape.noun), here is \(node.noun)",
        help: node.isEmpty ? "leave the key out to get its default" : nil)
      return nil
    }
    switch type.read(text, isPlain) {
    case .value(let value):
      return Placed(
        value: value, position: node.position, isWritten: true, path: path(of: name),
        file: problems.part(at: node.position))
    case .wrong(let message, let help):
      var place = node.position
      place.column += type.fault(text) + (isPlain || type.fault(text) == 0 ? 0 : 1)
      problems.error(at: place, path: path(of: name), " \(message)", help: help)
      return nil
    }
  }
}
