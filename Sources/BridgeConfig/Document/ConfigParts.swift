/// The parts of a config: files that `include` names lie below what the file itself says, and `defaults` below each entry of a table.
struct ConfigParts {
  /// As it is named in diagnostics.
  let file: String
  let problems: Problems
  let readFile: (_ path: String) -> Result<[UInt8], FileUnreadable>

  /// What the config says, or a part of it; `nil` after what is wrong with it was recorded.
  func sections(of bytes: [UInt8], part: String? = nil) -> [ConfigNode.Entry]? {
    // Notepad of Windows puts a mark before what it saves as UTF-8.
    let bytes = bytes.starts(with: Self.mark) ? Array(bytes.dropFirst(Self.mark.count)) : bytes
    let text = String(decoding: bytes, as: UTF8.self)
    let folder = file.lastIndex(of: "/").map { file[...$0] } ?? ""
    let source = problems.add(file: part.map { folder + $0 } ?? file, part: part, text: text)
    guard !Self.isUTF16(bytes) else {
      problems.error(
        at: source.start, "the file is UTF-16 text",
        help: "save it as UTF-8; in Notepad: Save as, then Encoding: UTF-8")
      return nil
    }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      let line = (1...source.lineCount).first { source.line($0).contains("\u{FFFD}") } ?? 1
      let column = source.line(line).firstIndex(of: "\u{FFFD}") ?? 0
      problems.error(at: source.at(line, column + 1), "not UTF-8 text", help: "save the file as UTF-8")
      return nil
    }
    let before = problems.errorCount
    let root = ConfigParser.parse(text, source, problems)
    if root == nil, problems.errorCount > before { return nil }
    guard let root, !root.isEmpty else {
      problems.error(
        at: source.start, "the file is empty",
        help: "begin with a plant and its sensor, as in config/example.yaml")
      return nil
    }
    guard case .mapping(let entries) = root.content else {
      problems.error(
        at: root.position, "the file is a mapping of sections, here is \(root.noun)",
        help: "begin with 'sensors:' and 'plants:'")
      return nil
    }
    return entries
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// By its mark, or because every other byte of plain words is 0.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 1 else { return false }
    return bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
      || (bytes[0] == 0) != (bytes[1] == 0)
  }

  /// The config with all its parts.
  func whole(_ own: [ConfigNode.Entry]) -> [ConfigNode.Entry] {
    var shared: [ConfigNode.Entry] = []
    for part in Self.named(in: own, problems) {
      shared = NodeMerge.over(shared, included(part)) { NodeMerge.deep($1, $2) }
    }
    return Self.withDefaults(NodeMerge.over(shared, own) { NodeMerge.deep($1, $2) })
  }

  /// Files that are included, in the order in which a later one covers an earlier one.
  private static func named(in entries: [ConfigNode.Entry], _ problems: Problems) -> [Placed<String>] {
    let start = TextPosition(line: 1, column: 1)
    return Section(path: "", position: start, entries: entries, problems: problems).included
  }

  private func included(_ part: Placed<String>) -> [ConfigNode.Entry] {
    switch readFile(part.value) {
    case .failure(let unreadable):
      problems.error(at: part.position, "include: \(quoted(part.value)): \(unreadable)")
      return []
    case .success(let bytes):
      var entries = sections(of: bytes, part: part.value) ?? []
      if let further = entries.firstIndex(where: { $0.key == "include" }) {
        problems.error(
          at: entries[further].keyPosition, "a file that is included includes no others",
          help: "name them all in the config itself")
        entries.remove(at: further)
      }
      return entries
    }
  }

  private static func withDefaults(_ entries: [ConfigNode.Entry]) -> [ConfigNode.Entry] {
    guard case .mapping(let tables)? = entries.first(where: { $0.key == "defaults" })?.value.content else {
      return entries
    }
    var all = entries
    for table in tables {
      guard let i = all.firstIndex(where: { $0.key == table.key }),
        case .mapping(var rows) = all[i].value.content
      else { continue }
      for row in rows.indices {
        // A name with nothing under it takes them all.
        if rows[row].value.isEmpty { rows[row].value.content = .mapping([]) }
        rows[row].value = NodeMerge.deep(table.value, rows[row].value)
      }
      all[i].value.content = .mapping(rows)
    }
    return all
  }
}
