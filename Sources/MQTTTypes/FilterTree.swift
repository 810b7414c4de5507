/// Values that hang at topic filters, found by a topic or by another filter without a walk over all of them.
///
/// A tree by levels. A topic costs its levels times the wildcards that stand beside them; so does a filter, and where it has a wildcard
/// itself, as many branches as there are.
package struct FilterTree<Value: Sendable>: Sendable {
  private struct Node: Sendable {
    var names: [String: Int] = [:]
    /// The branch of `+`.
    var any: Int?
    /// What ends here.
    var values: [Value] = []
    /// What ends here with `#`.
    var rest: [Value] = []
  }

  private var nodes = [Node()]

  package init() {}

  package mutating func insert(_ value: Value, at filter: TopicFilter) {
    var place = 0
    for level in filter.levels {
      switch level {
      case .name(let name):
        place = branch(nodes[place].names[name]) { nodes, new in nodes[place].names[name] = new }
      case .any: place = branch(nodes[place].any) { nodes, new in nodes[place].any = new }
      case .rest: return nodes[place].rest.append(value)
      }
    }
    nodes[place].values.append(value)
  }

  private mutating func branch(_ known: Int?, _ add: (inout [Node], Int) -> Void) -> Int {
    if let known { return known }
    nodes.append(Node())
    add(&nodes, nodes.count - 1)
    return nodes.count - 1
  }

  /// The values of all filters that match the topic; in no order.
  package func matching(_ topic: String) -> [Value] {
    let isReserved = topic.utf8.first == UInt8(ascii: "$")
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var found: [Value] = []
    var open = [(place: 0, depth: 0)]
    while let (place, depth) = open.popLast() {
      let mayBeWild = depth > 0 || !isReserved
      if mayBeWild { found += nodes[place].rest }
      guard depth < levels.count else {
        found += nodes[place].values
        continue
      }
      if let next = nodes[place].names[levels[depth]] { open.append((next, depth + 1)) }
      if mayBeWild, let next = nodes[place].any { open.append((next, depth + 1)) }
    }
    return found
  }

  /// The values of all filters that some topic matches together with this one, as ``TopicFilter/overlaps(_:)`` says; in no order.
  package func overlapping(_ filter: TopicFilter) -> [Value] {
    var found: [Value] = []
    var open = [(place: 0, depth: 0)]
    while let (place, depth) = open.popLast() {
      found += nodes[place].rest
      let level = depth < filter.levels.count ? filter.levels[depth] : nil
      if level == nil || level == .rest { found += nodes[place].values }
      switch level {
      case nil: continue
      case .name(let name):
        if let next = nodes[place].names[name] { open.append((next, depth + 1)) }
      case .any: open += nodes[place].names.values.map { ($0, depth + 1) }
      // It stands for all that follows.
      case .rest: open += nodes[place].names.values.map { ($0, depth) }
      }
      if let next = nodes[place].any { open.append((next, level == .rest ? depth : depth + 1)) }
    }
    return found
  }
}
