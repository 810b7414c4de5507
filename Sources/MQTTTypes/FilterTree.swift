/// Values that hang at topic filters, found by a topic or by another filter without a walk over all of them.
///
/// A tree by levels. A topic costs its levels times the wildcards that stand beside them; so does a filter, and where it has a wildcard
/// itself, as many branches as there are.
package struct FilterTree<Value: Sendable>: Sendable {
  private struct Branch: Hashable, Sendable {
    var place: Int32
    var name: String
  }

  /// Links are positions in ``nodes`` and ``entries``; -1: none.
  private struct Node: Sendable {
    /// The branch of `+`.
    var any: Int32 = -1
    /// The last of the branches that have a name, and the one before it at its parent.
    var last: Int32 = -1
    var before: Int32 = -1
    /// What ends here.
    var values: Int32 = -1
    /// What ends here with `#`.
    var rest: Int32 = -1
  }

  private struct Entry: Sendable {
    var value: Value
    var before: Int32
  }

  private var nodes = [Node()]
  private var names: [Branch: Int32] = [:]
  private var entries: [Entry] = []

  package init() {}

  package mutating func insert(_ value: Value, at filter: TopicFilter) {
    var place = 0
    for level in filter.levels {
      switch level {
      case .name(let name): place = branch(Branch(place: Int32(place), name: String(name)))
      case .any:
        if nodes[place].any < 0 {
          nodes[place].any = Int32(nodes.count)
          nodes.append(Node())
        }
        place = Int(nodes[place].any)
      case .rest:
        nodes[place].rest = add(value, before: nodes[place].rest)
        return
      }
    }
    nodes[place].values = add(value, before: nodes[place].values)
  }

  private mutating func add(_ value: Value, before: Int32) -> Int32 {
    entries.append(Entry(value: value, before: before))
    return Int32(entries.count - 1)
  }

  private mutating func branch(_ branch: Branch) -> Int {
    if let known = names[branch] { return Int(known) }
    let new = nodes.count
    names[branch] = Int32(new)
    nodes.append(Node(before: nodes[Int(branch.place)].last))
    nodes[Int(branch.place)].last = Int32(new)
    return new
  }

  /// The values of all filters that match the topic; in no order.
  package func matching(_ topic: String) -> [Value] {
    let isReserved = topic.utf8.first == UInt8(ascii: "$")
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    var found: [Value] = []
    var open: [(place: Int32, depth: Int)] = [(0, 0)]
    while let (place, depth) = open.popLast() {
      let node = nodes[Int(place)]
      let mayBeWild = depth > 0 || !isReserved
      if mayBeWild { gather(node.rest, into: &found) }
      guard depth < levels.count else {
        gather(node.values, into: &found)
        continue
      }
      if let next = names[Branch(place: place, name: String(levels[depth]))] {
        open.append((next, depth + 1))
      }
      if mayBeWild, node.any >= 0 { open.append((node.any, depth + 1)) }
    }
    return found
  }

  /// The values of all filters that some topic matches together with this one, as ``TopicFilter/overlaps(_:)`` says; in no order.
  package func overlapping(_ filter: TopicFilter) -> [Value] {
    let levels = Array(filter.levels)
    var found: [Value] = []
    var open: [(place: Int32, depth: Int)] = [(0, 0)]
    while let (place, depth) = open.popLast() {
      let node = nodes[Int(place)]
      gather(node.rest, into: &found)
      let level = depth < levels.count ? levels[depth] : nil
      if level == nil || level == .rest { gather(node.values, into: &found) }
      switch level {
      case nil: continue
      case .name(let name):
        if let next = names[Branch(place: place, name: String(name))] { open.append((next, depth + 1)) }
      case .any: open += branches(of: node).map { ($0, depth + 1) }
      // It stands for all that follows.
      case .rest: open += branches(of: node).map { ($0, depth) }
      }
      if node.any >= 0 { open.append((node.any, level == .rest ? depth : depth + 1)) }
    }
    return found
  }

  private func branches(of node: Node) -> [Int32] {
    sequence(state: node.last) { next in
      guard next >= 0 else { return nil }
      defer { next = nodes[Int(next)].before }
      return next
    }.map(\.self)
  }

  private func gather(_ last: Int32, into found: inout [Value]) {
    var next = last
    while next >= 0 {
      found.append(entries[Int(next)].value)
      next = entries[Int(next)].before
    }
  }
}
