/// State in rows, one per plant, sensor or control, that knows which rows were changed and when each is to be looked at again. So the
/// price of a turn follows from what it touches, whatever the number of rows.
///
/// Whoever changes a row through the subscript marks it. ``settle(_:)`` works out anew when the marked ones are due; ``takeDue(at:)``
/// gives a tick those that are due, and those that were changed since the last one.
struct Rows<Row: Hashable & Sendable>: RandomAccessCollection, Sendable, Hashable {
  private(set) var all: [Row]
  /// Changed since ``settle(_:)``.
  private var unsettled: Marks
  /// Changed since ``takeDue(at:)``.
  private var unseen: Marks
  private var timers: Timers<Uptime>

  /// All are new, so all count as changed.
  init(_ rows: [Row] = []) {
    all = rows
    unsettled = Marks(count: rows.count, areSet: true)
    unseen = unsettled
    timers = Timers(count: rows.count)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { all.count }

  subscript(position: Int) -> Row {
    @inline(__always) _read { yield all[position] }
    @inline(__always) _modify {
      unsettled.set(position)
      unseen.set(position)
      yield &all[position]
    }
  }

  /// The earliest moment at which a row is due.
  var next: Uptime? { timers.next }

  /// A tick is to look at it, though it has not changed itself.
  mutating func touch(_ position: Int) { unseen.set(position) }

  /// Something changed that all rest on.
  mutating func markAll() {
    unsettled = Marks(count: all.count, areSet: true)
    unseen = unsettled
  }

  /// Those that were changed since the last time; the caller says with ``wake(_:at:)`` when each is due.
  mutating func takeUnsettled() -> [Int] { unsettled.take() }

  mutating func wake(_ position: Int, at when: Uptime?) { timers.set(position, to: when) }

  /// In order: what is due, and what was changed since the last time.
  mutating func takeDue(at now: Uptime) -> [Int] {
    while let position = timers.takeDue(at: now) {
      unsettled.set(position)
      unseen.set(position)
    }
    return unseen.take().sorted()
  }

  /// A tick has looked at all that was changed.
  mutating func markSeen() { _ = unseen.take() }
}

/// A set of positions.
private struct Marks: Sendable, Hashable {
  private var list: [Int] = []
  /// What was taken last: its room serves again once the caller has let go of it, so that a turn allocates nothing.
  private var taken: [Int] = []
  private var isSet: [Bool]

  init(count: Int, areSet: Bool) {
    isSet = [Bool](repeating: areSet, count: count)
    if areSet { list = Array(0..<count) }
  }

  @inline(__always) mutating func set(_ position: Int) {
    guard !isSet[position] else { return }
    isSet[position] = true
    list.append(position)
  }

  mutating func take() -> [Int] {
    guard !list.isEmpty else { return [] }
    for position in list { isSet[position] = false }
    swap(&list, &taken)
    list.removeAll(keepingCapacity: true)
    return taken
  }
}
