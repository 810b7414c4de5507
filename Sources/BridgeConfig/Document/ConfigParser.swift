/// Text → ``ConfigNode``, with every doubled key at its own place.
struct ConfigParser: ~Copyable {
  private let source: SourceText
  private let problems: Problems
  private var events: YAMLEvents
  /// What is marked `&name`, with how many nodes it is.
  private var marked: [String: (node: ConfigNode, nodes: Int)] = [:]
  /// Nodes that may still come, aliases counted as what they stand for.
  private var budget: Int

  /// An honest file has one node for some ten bytes.
  private static func nodesMax(_ text: String) -> Int { 100_000 + text.utf8.count / 8 }

  private struct UnfoldsTooFar: Error {}

  private init(_ text: String, _ source: SourceText, _ problems: Problems) {
    self.source = source
    self.problems = problems
    budget = Self.nodesMax(text)
    events = YAMLEvents(text.utf8, of: source)
  }

  /// `nil` where there is nothing to read; then a problem is recorded, unless the file is merely empty.
  static func parse(_ text: String, _ source: SourceText, _ problems: Problems) -> ConfigNode? {
    guard TextGuard.check(text, source, problems) else { return nil }
    var parser = ConfigParser(text, source, problems)
    do {
      return try parser.document()
    } catch let failure as YAMLEvents.Failure {
      SyntaxProblem.record(failure, in: source, to: problems)
    } catch {
      problems.error(
        at: source.start,
        "the file unfolds to more than \(nodesMax(text)) values",
        help: "an alias (*name) repeats too much")
    }
    return nil
  }

  private mutating func document() throws -> ConfigNode? {
    if case .streamEnd = try events.next().content { return nil }
    let root = try node(try events.next())
    _ = try events.next()
    let after = try events.next()
    guard case .streamEnd = after.content else {
      throw YAMLEvents.Failure(problem: "found another document", position: after.position)
    }
    return root
  }

  private mutating func node(_ event: YAMLEvents.Event) throws -> ConfigNode {
    let before = budget
    try spend(1)
    let content: ConfigNode.Content
    switch event.content {
    case .scalar(let text, let isPlain): content = .scalar(text, isPlain: isPlain)
    case .listStart: content = .list(try list())
    case .mappingStart: content = .mapping(try mapping())
    case .alias(let name):
      guard let known = marked[name] else {
        throw YAMLEvents.Failure(problem: "found undefined alias", position: event.position)
      }
      try spend(known.nodes - 1)
      return known.node
    case .listEnd, .mappingEnd, .documentStart, .documentEnd, .streamEnd:
      throw YAMLEvents.Failure(problem: "a value is missing", position: event.position)
    }
    let node = ConfigNode(position: event.position, content: content)
    if let name = event.anchor { marked[name] = (node, before - budget) }
    return node
  }

  private mutating func spend(_ nodes: Int) throws {
    budget -= nodes
    if budget < 0 { throw UnfoldsTooFar() }
  }

  private mutating func list() throws -> [ConfigNode] {
    var items: [ConfigNode] = []
    while true {
      let event = try events.next()
      if case .listEnd = event.content { return items }
      items.append(try node(event))
    }
  }

  private mutating func mapping() throws -> [ConfigNode.Entry] {
    var entries: [ConfigNode.Entry] = []
    var merged: [ConfigNode.Entry] = []
    var first: [String: TextPosition] = [:]
    while true {
      let event = try events.next()
      if case .mappingEnd = event.content { break }
      let key = try node(event)
      let value = try node(try events.next())
      guard case .scalar(let name, _) = key.content else {
        problems.error(at: event.position, "a list or mapping cannot be a key")
        continue
      }
      if name == "<<" {
        merged += merge(value)
      } else if let earlier = first[name] {
        problems.error(
          at: event.position, "doubled key \(quoted(name))",
          help: "it is first written in line \(earlier.line); keep one of the two")
      } else {
        first[name] = event.position
        entries.append(ConfigNode.Entry(key: name, keyPosition: event.position, value: value))
      }
    }
    for entry in merged where first[entry.key] == nil {
      first[entry.key] = entry.keyPosition
      entries.append(entry)
    }
    return entries
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
