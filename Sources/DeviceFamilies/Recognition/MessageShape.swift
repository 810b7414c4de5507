import PayloadJSON

/// Which numbers a message holds, and which of them cannot be percent. Two messages of the same shape tell the same of a device.
enum MessageShape {
  private static let leavesMax = 64
  private static let depthMax = 5

  static func of(_ payload: PayloadReader) -> Int {
    var hasher = Hasher()
    if let root = payload.root, root.kind == .object || root.kind == .array {
      var leaves = 0
      add(root, 0, &leaves, to: &hasher)
    } else {
      add(payload.number(), to: &hasher)
    }
    return hasher.finalize()
  }

  private static func add(_ number: NumberReading, to hasher: inout Hasher) {
    switch number {
    case .value(let value, let unit):
      // Hotter than any plant lives, and beyond percent: what is heard once tells what all its messages mean.
      hasher.combine(value > 110 ? 3 : value > 50 ? 2 : 1)
      hasher.combine(unit)
    case .none, .unavailable, .notANumber, .doubled: hasher.combine(0)
    }
  }

  private static func add(_ value: JSONValue, _ depth: Int, _ leaves: inout Int, to hasher: inout Hasher) {
    guard depth < depthMax, leaves < leavesMax else { return }
    if value.kind == .array {
      var index = 0
      while leaves < leavesMax, let member = value[index] {
        hasher.combine(index)
        add(member, depth + 1, &leaves, to: &hasher)
        index += 1
      }
    } else if value.kind == .object {
      var (inner, count) = (hasher, leaves)
      value.forEachField { field in
        inner.combine(field.name)
        add(field.value, depth + 1, &count, to: &inner)
        return count < leavesMax
      }
      (hasher, leaves) = (inner, count)
    } else {
      leaves += 1
      add(value.number, to: &hasher)
    }
  }
}
