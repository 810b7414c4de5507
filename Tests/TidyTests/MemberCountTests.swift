import Testing

/// A type that has everything in it is no part of anything.
@Suite struct MemberCountTests {
  private static let hub = SourceTree.sources.filter { $0.target == "Hub" }

  private func count(_ texts: String...) -> [String: Int] {
    MemberCount(texts.map { SourceTree.File(path: "Sources/Hub/Some.swift", text: $0) }).counts
  }

  @Test func `no type of the hub has more than forty members`() {
    let large = MemberCount(Self.hub).types(over: 40)
    #expect(large.isEmpty, "\n\(large.joined(separator: "\n"))")
    #expect(MemberCount(Self.hub).counts["Hub"] ?? 0 > 20, "it is counted")
  }

  @Test func `what a type declares counts in each file that extends it, and nothing of its functions`() {
    let first = """
      package struct Line: Sendable {
        private(set) var phase = Phase.away { didSet { let old = 1 } }
        static let places: [Int] = [1, 2]
        var first: Int? { let x = 3; return x }
        init?(of line: Int) { var a = 1 }
        @discardableResult
        mutating func take(
          _ text: String, then: () -> Void = { let x = 1 }
        ) -> Int {
          switch text {
          case "a": func inner() { let b = 2 }
          default: struct Local { var c: Int }
          }
        }
      }
      """
    let second = """
      extension Line {
        subscript(i: Int) -> Int { i }
        enum Phase: Equatable { case away, looking(Int, Int), online }
      }
      let beside = 1
      """
    #expect(count(first, second) == ["Line": 6, "Line.Phase": 3])
  }

  @Test func `a type that has one too many is named`() {
    let text = "struct Wide {\n" + (1...41).map { "  var a\($0): Int\n" }.joined() + "}"
    let file = SourceTree.File(path: "Sources/Hub/Wide.swift", text: text)
    #expect(MemberCount([file]).types(over: 40) == ["Wide: 41"])
    #expect(MemberCount([file]).types(over: 41) == [])
  }
}
