internal import Yams

/// Text → ``ConfigNode``, with every syntax error and doubled key at its own place.
struct ConfigParser {
  let source: SourceText
  let problems: Problems
  private var doubled: [TextPosition: (key: String, first: TextPosition)] = [:]
  private var budget = 0

  /// Nodes after aliases are resolved. An honest file has one for some ten bytes.
  private static func nodesMax(_ text: String) -> Int { 100_000 + text.utf8.count / 8 }
  /// Bytes that are parsed again because of doubled keys; bounds the time, not the length of an honest file.
  private static let parsedAgainMax = 4_000_000

  init(source: SourceText, problems: Problems) {
    self.source = source
    self.problems = problems
  }

  /// `nil` where there is nothing to read; then a problem is recorded, unless the file is merely empty.
  mutating func parse(_ text: String) -> ConfigNode? {
    guard TextGuard.check(text, source, problems) else { return nil }
    var keys = DoubledKeys(source: source)
    var parsedAgain = 0
    budget = Self.nodesMax(text)
    while true {
      do {
        guard let root = try Parser(yaml: keys.text, resolver: .basic, encoding: .utf8).singleRoot() else {
          return nil
        }
        let node = convert(root, renamed: keys.renamed)
        if node == nil {
          problems.error(
            at: TextPosition(line: 1, column: 1),
            "the file unfolds to more than \(Self.nodesMax(text)) values",
            help: "an alias (*name) repeats too much")
        }
        return node
      } catch YamlError.duplicatedKeysInMapping(_, let context) {
        let mark = Self.position(context.mark)
        parsedAgain += text.utf8.count
        guard parsedAgain < Self.parsedAgainMax, keys.rename(at: mark) else {
          problems.error(at: mark, "doubled key", help: "it stands once more in the same mapping")
          return nil
        }
      } catch {
        SyntaxProblem.record(error, in: source, to: problems)
        return nil
      }
    }
  }

  static func position(_ mark: Mark?) -> TextPosition {
    TextPosition(line: mark?.line ?? 1, column: mark?.column ?? 1)
  }

  private mutating func convert(_ node: Node, renamed: [String: String]) -> ConfigNode? {
    budget -= 1
    guard budget >= 0 else { return nil }
    let position = Self.position(node.mark)
    switch node {
    case .scalar(let scalar):
      let isPlain = scalar.style == .plain || scalar.style == .any
      return ConfigNode(position: position, content: .scalar(scalar.string, isPlain: isPlain))
    case .sequence(let sequence):
      var items: [ConfigNode] = []
      for item in sequence {
        guard let item = convert(item, renamed: renamed) else { return nil }
        items.append(item)
      }
      return ConfigNode(position: position, content: .list(items))
    case .mapping(let mapping):
      return convert(mapping, at: position, renamed: renamed)
    case .alias:
      return ConfigNode(position: position, content: .scalar("", isPlain: true))
    }
  }

  private mutating func convert(
    _ mapping: Node.Mapping, at position: TextPosition, renamed: [String: String]
  ) -> ConfigNode? {
    var entries: [ConfigNode.Entry] = []
    var merged: [ConfigNode.Entry] = []
    var first: [String: TextPosition] = [:]
    for (keyNode, valueNode) in mapping {
      guard let value = convert(valueNode, renamed: renamed) else { return nil }
      let keyPosition = Self.position(keyNode.mark)
      guard case .scalar(let scalar) = keyNode else {
        problems.error(at: keyPosition, "a list or mapping cannot be a key")
        continue
      }
      let key = renamed[scalar.string] ?? scalar.string
      if key == "<<" {
        merged += merge(value)
      } else if let earlier = first[key] {
        problems.error(
          at: keyPosition, "doubled key \(quoted(key))",
          help: "it is first written in line \(earlier.line); keep one of the two")
      } else {
        first[key] = keyPosition
        entries.append(ConfigNode.Entry(key: key, keyPosition: keyPosition, value: value))
      }
    }
    for entry in merged where first[entry.key] == nil {
      first[entry.key] = entry.keyPosition
      entries.append(entry)
    }
    return ConfigNode(position: position, content: .mapping(entries))
  }

  /// What `<<:` brings in: a mapping, or a list of mappings of which the earlier win.
  private func merge(_ node: ConfigNode) -> [ConfigNode.Entry] {
    switch node.content {
    case .mapping(let entries): return entries
    case .list(let items): return items.flatMap { merge($0) }
    case .scalar:
      problems.error(
        at: node.position, "'<<' takes over the keys of a mapping, here is \(node.noun)",
        help: "write '<<: *name' with '&name' before the mapping to take over")
      return []
    }
  }
}
