/// For each of a row of things the moment it waits for, if any. Setting one, clearing one and finding the next cost the logarithm of their
/// number at most.
///
/// A binary heap in which each thing knows its place. Things are numbered from 0.
struct Timers<When: Comparable & Hashable & Sendable>: Sendable, Hashable {
  private struct Entry: Sendable, Hashable {
    var when: When
    var thing: Int
  }

  private var heap: [Entry] = []
  /// Where each thing stands in the heap; -1: it waits for nothing.
  private var places: [Int]

  init(count: Int) { places = [Int](repeating: -1, count: count) }

  /// The earliest of all.
  var next: When? { heap.first?.when }
  /// Which one that is.
  var first: Int? { heap.first?.thing }

  /// `nil`: it waits for nothing any more.
  mutating func set(_ thing: Int, to when: When?) {
    let place = places[thing]
    switch (when, place) {
    case (nil, -1): return
    case (nil, _): remove(at: place)
    case (let when?, -1):
      heap.append(Entry(when: when, thing: thing))
      places[thing] = heap.count - 1
      rise(from: heap.count - 1)
    case (let when?, _):
      guard heap[place].when != when else { return }
      heap[place].when = when
      rise(from: place)
      sink(from: places[thing])
    }
  }

  /// Takes one of those whose moment has come; `nil`: there is none.
  mutating func takeDue(at now: When) -> Int? {
    guard let first = heap.first, first.when <= now else { return nil }
    remove(at: 0)
    return first.thing
  }

  private mutating func remove(at place: Int) {
    let last = heap.count - 1
    if place != last { swap(place, last) }
    places[heap.removeLast().thing] = -1
    guard place < heap.count else { return }
    let moved = heap[place].thing
    rise(from: place)
    sink(from: places[moved])
  }

  private mutating func rise(from start: Int) {
    var place = start
    while place > 0, heap[place].when < heap[(place - 1) / 2].when {
      swap(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  private mutating func sink(from start: Int) {
    var place = start
    while true {
      var least = place
      for child in (2 * place + 1)...(2 * place + 2) where child < heap.count {
        if heap[child].when < heap[least].when { least = child }
      }
      guard least != place else { return }
      swap(place, least)
      place = least
    }
  }

  private mutating func swap(_ a: Int, _ b: Int) {
    heap.swapAt(a, b)
    places[heap[a].thing] = a
    places[heap[b].thing] = b
  }
}
