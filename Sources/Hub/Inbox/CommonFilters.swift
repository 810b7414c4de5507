import MQTTTypes

/// Few filters in place of many topics: a broker grants each session a bounded number (Debian's NATS 63).
///
/// Topics that differ in one level alone become one filter with `+` in that level, those first that most have in common, until
/// ``countMax`` are left. What strangers publish there is dropped by ``RouteMap`` and counted. The first level stays as it is, since
/// `+/…` may bring all that a broker carries; and no filter is made that would bring a message twice, or one of our own tree.
enum CommonFilters {
  /// Of devices. With what is commanded beside them, ours and Home Assistant's they are no more than 60.
  static let countMax = 30
  /// What a wildcard brings too, and is asked for by name as well; see ``RouteMap``.
  static let besideMax = 16

  static func fold(_ filters: Set<TopicFilter>, apart: TopicFilter?) -> Set<TopicFilter> {
    var filters = filters
    var wide = filters.filter(\.hasWildcard)
    while filters.count > countMax {
      let before = filters.count
      for (text, members) in groups(filters) where filters.count > countMax {
        guard let pattern = TopicFilter(text) else { continue }
        let covered = members.filter(filters.contains)
        let others = wide.subtracting(covered)
        guard covered.count > 1, apart.map({ !$0.overlaps(pattern) }) ?? true,
          !others.contains(where: { $0.overlaps(pattern) })
        else { continue }
        filters.subtract(covered)
        filters.insert(pattern)
        wide = others.union([pattern])
      }
      if filters.count == before { break }
    }
    return filters
  }

  /// What has all levels but one in common, by its pattern; most first.
  private static func groups(_ filters: Set<TopicFilter>) -> [(key: String, value: [TopicFilter])] {
    var groups: [String: [TopicFilter]] = [:]
    for filter in filters where filter.text.utf8.last != UInt8(ascii: "#") {
      let text = filter.text
      var slash = text.utf8.firstIndex(of: UInt8(ascii: "/"))
      while let before = slash {
        let level = text.utf8.index(after: before)
        slash = text.utf8[level...].firstIndex(of: UInt8(ascii: "/"))
        let after = slash ?? text.endIndex
        if text[level..<after] != "+" {
          groups["\(text[..<level])+\(text[after...])", default: []].append(filter)
        }
      }
    }
    return groups.filter { $0.value.count > 1 }
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
  }
}
