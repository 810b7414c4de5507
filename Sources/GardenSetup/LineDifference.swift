/// What an edit changes, as people read it: removed lines with `-`, new ones with `+`, and two lines around.
package enum LineDifference {
  private static let context = 2

  package static func lines(from old: String, to new: String) -> [String] {
    let (before, after) = (pieces(old), pieces(new))
    var removed: Set<Int> = []
    var inserted: Set<Int> = []
    for change in after.difference(from: before) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var rows: [(mark: String, text: String)] = []
    var (old, new) = (0, 0)
    while old < before.count || new < after.count {
      if removed.contains(old) {
        rows.append(("-", before[old]))
        old += 1
      } else if inserted.contains(new) {
        rows.append(("+", after[new]))
        new += 1
      } else {
        rows.append((" ", after[new]))
        old += 1
        new += 1
      }
    }
    return near(rows)
  }

  private static func near(_ rows: [(mark: String, text: String)]) -> [String] {
    var shown: [String] = []
    var last = -1
    for (place, row) in rows.enumerated() {
      let around = max(0, place - context)...min(rows.count - 1, place + context)
      guard rows[around].contains(where: { $0.mark != " " }) else { continue }
      if place != last + 1 { shown.append("  …") }
      shown.append(row.text.isEmpty ? row.mark : "\(row.mark) \(row.text)")
      last = place
    }
    return shown
  }

  private static func pieces(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
