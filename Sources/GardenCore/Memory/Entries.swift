/// What is remembered of many things of one kind, found by id at once; in the order of their first appearance.
package struct Entries<Entry: Identifiable & Hashable & Sendable>: RandomAccessCollection, Sendable, Hashable
where Entry.ID: Sendable {
  package private(set) var all: [Entry]
  private var positions: [Entry.ID: Int]

  /// Of two with one id the later one counts.
  package init(_ entries: [Entry] = []) {
    all = []
    positions = [:]
    for entry in entries { put(entry) }
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { all.count }
  package subscript(position: Int) -> Entry { all[position] }

  /// `nil`: nothing is remembered of it.
  package subscript(id: Entry.ID) -> Entry? { positions[id].map { all[$0] } }

  /// In place of what is known of it.
  mutating func put(_ entry: Entry) {
    if let i = positions[entry.id] {
      all[i] = entry
    } else {
      positions[entry.id] = all.count
      all.append(entry)
    }
  }
}
