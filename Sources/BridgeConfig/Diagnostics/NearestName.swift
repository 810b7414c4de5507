/// "Did you mean": the known name that takes the fewest slips of the fingers to reach.
package enum NearestName {
  /// `nil` where none is near: more than a third of the letters would have to change.
  package static func nearest(to text: String, among names: some Sequence<String>) -> String? {
    let typed = Array(text.lowercased().prefix(80))
    var best: (name: String, distance: Int)?
    for name in names {
      let known = Array(name.lowercased())
      let bound = max(1, max(typed.count, known.count) / 3)
      let isPart = typed.count > 2 && (typed.starts(with: known + ["_"]) || known.starts(with: typed))
      // So many letters are missing at least.
      guard isPart || abs(typed.count - known.count) <= bound else { continue }
      let distance = isPart ? min(slips(typed, known), 1) : slips(typed, known)
      guard distance <= bound else { continue }
      if best.map({ distance < $0.distance }) ?? true { best = (name, distance) }
    }
    return best?.name
  }

  package static func help(for text: String, among names: some Sequence<String>) -> String? {
    nearest(to: text, among: names).map { "did you mean '\($0)'?" }
  }

  /// Optimal string alignment distance: insertions, deletions, replacements and swaps of neighbours.
  static func slips(_ a: [Character], _ b: [Character]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i] + [Int](repeating: 0, count: b.count)
      for j in 1...b.count {
        let isSame = a[i - 1] == b[j - 1]
        row[j] = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
