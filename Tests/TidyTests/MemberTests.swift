import Testing

/// How much a reader has to hold in mind of one type.
@Suite struct MemberTests {
  private static let most = 40

  /// Those that are over it today. The list shrinks, and its numbers.
  private static let known: [String: [String: Int]] = [
    "GardenCore": [
      "Garden": 125, "Plants": 101, "Waterings": 93, "Lease": 92, "WaterJudge": 67, "Reminders": 61,
      "Accounts": 52, "Sensors": 51, "SensorState": 51, "Controls": 50, "Interlocks": 43, "Valves": 45,
      "Heaters": 45,
    ],
    "LoamKit": ["LoamClient": 59],
    "PushChannels": ["Courier": 107],
    "GardenStore": [:], "Hub": [:],
  ]

  @Test(arguments: known.keys.sorted())
  func `no type has more than forty members, and those that had more get no more`(target: String) throws {
    let known = try #require(Self.known[target])
    let found = Members(SourceTree.sources.filter { $0.target == target }).counts
    for (type, count) in found where count > known[type] ?? Self.most {
      Issue.record("\(target): \(type) has \(count) members")
    }
    for (type, count) in known where found[type] ?? 0 < count {
      Issue.record("\(target): \(type) has shrunk to \(found[type] ?? 0): lower its number here")
    }
  }

  @Test func `properties, methods and initialisers count, of all extensions`() {
    let code = """
      struct Wide<
        Value
      >: Sendable {
        let first = [1, 2].map { n in
          let twice = n
          return twice
        }
        static func third(
          _ let: Int
        ) -> Self { Wide.init() }
        enum Kind {
          case one, two
          private(set) var name: String { "" }
        }
      }
      extension Wide {
        init(_ text: String) {
          func local() {}
        }
      }
      extension Wide.Kind {
        func other() {}
      }
      extension Sequence {
        func foreign() {}
      }
      func free() { let none = 1 }
      """
    let file = SourceTree.File(path: "Sources/GardenCore/Heat/Some.swift", text: code)
    #expect(Members([file]).counts == ["Wide": 3, "Wide.Kind": 2])
  }
}
