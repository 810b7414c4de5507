import MQTTTypes
import Testing

@Suite struct FilterTreeTests {
  private struct Dice: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 33
    }
  }

  /// Few names, so that many filters meet.
  private func text(_ dice: inout Dice, wild: Bool) -> String {
    let depth = Int.random(in: 1...4, using: &dice)
    var levels = (0..<depth).map { _ in ["a", "b", "", "$x"].randomElement(using: &dice) ?? "a" }
    guard wild else { return levels.joined(separator: "/") }
    for i in levels.indices where Int.random(in: 0..<3, using: &dice) == 0 { levels[i] = "+" }
    if Int.random(in: 0..<4, using: &dice) == 0 { levels.append("#") }
    return levels.joined(separator: "/")
  }

  @Test(arguments: 1...40) func `a tree finds what a walk over all filters finds`(seed: UInt64) {
    var dice = Dice(state: seed)
    let filters = (0..<60).compactMap { _ in TopicFilter(text(&dice, wild: true)) }
    var tree = FilterTree<Int>()
    for (i, filter) in filters.enumerated() { tree.insert(i, at: filter) }
    for _ in 0..<60 {
      let topic = text(&dice, wild: false)
      #expect(
        tree.matching(topic).sorted() == filters.indices.filter { filters[$0].matches(topic) }, "\(topic)")
      guard let filter = TopicFilter(text(&dice, wild: true)) else { continue }
      #expect(
        tree.overlapping(filter).sorted() == filters.indices.filter { filters[$0].overlaps(filter) },
        "\(filter.text)")
    }
  }

  @Test func `a filter of very many levels costs no stack`() throws {
    let deep = try #require(TopicFilter(String(repeating: "/", count: 65_000)))
    var tree = FilterTree<Int>()
    tree.insert(7, at: deep)
    #expect(tree.matching(deep.text) == [7])
    #expect(tree.overlapping(deep) == [7])
    #expect(tree.overlapping(try #require(TopicFilter("#"))) == [7])
  }
}
