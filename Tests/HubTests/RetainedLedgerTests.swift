import GardenCore
import MQTTTypes
import Testing

@testable import Hub

@Suite struct RetainedLedgerTests {
  private static let status = "bridge/status"

  private static func publication(_ topic: String, _ bytes: UInt8...) -> MQTTPublication {
    MQTTPublication(topic: topic, payload: bytes, isRetained: true)
  }

  /// `S1` is a status, `a1` a document.
  private static func ledger(after words: String) -> RetainedLedger {
    var ledger = RetainedLedger(statusTopic: status)
    for word in words.split(separator: " ") {
      let value = UInt8(word.dropFirst()) ?? 0
      ledger.handed(publication(word.first == "S" ? status : String(word.prefix(1)), value))
    }
    return ledger
  }

  private static func missing(after words: String, keeping kept: UInt8?) -> [String]? {
    ledger(after: words).missing(where: kept.map { [$0] })?
      .map { "\($0.topic)\($0.payload[0])" }.sorted()
  }

  @Test(
    arguments: [
      ("a1 S1 b1 c1 S2 d1 d2", 2, "d2"), ("a1 S1 b1 c1 S2 d1 d2", 1, "b1 c1 d2"), ("S1 a1 S2 a2", 1, "a2"),
      ("a1 S1", 1, ""), ("a1 S1 b1 S2 S3", 3, ""),
    ])
  func `a broker that keeps one of our last two statuses lacks what followed it`(
    _ handed: String, _ kept: UInt8, _ lacks: String
  ) {
    let missing = Self.missing(after: handed, keeping: kept)
    #expect(missing?.joined(separator: " ") == lacks)
  }

  @Test(
    arguments: [("a1 S1 b1 S2 c1 S3", 1), ("a1 S1 b1", 9), ("a1 S1 b1", nil), ("a1 b1", nil)]
      as [(String, UInt8?)])
  func `one that keeps an older status, our will or none may lack everything`(
    _ handed: String, _ kept: UInt8?
  ) {
    #expect(Self.missing(after: handed, keeping: kept) == nil)
  }

  @Test func `of two statuses alike the broker may keep the first`() {
    #expect(Self.missing(after: "S1 a1 S1 b1", keeping: 1) == ["a1", "b1"])
  }

  @Test func `too many changes after a status count as everything, until the next one`() {
    var ledger = Self.ledger(after: "S1")
    for number in 0...RetainedLedger.changesMax { ledger.handed(Self.publication("topic\(number)", 1)) }
    #expect(ledger.missing(where: [1]) == nil)
    ledger.handed(Self.publication(Self.status, 2))
    ledger.handed(Self.publication("a", 1))
    #expect(ledger.missing(where: [2])?.map(\.topic) == ["a"])
    #expect(ledger.missing(where: [1]) == nil)
  }

  @Test func `after a change of the config everything is missing`() {
    var ledger = Self.ledger(after: "S1 a1")
    ledger.forget()
    #expect(ledger.missing(where: [1]) == nil)
  }

  @Test func `wherever a broker falls back to, it ends with the newest of each topic`() {
    var dice = SplitMix64(seed: 17)
    var spared = 0
    for _ in 0..<2_000 {
      var ledger = RetainedLedger(statusTopic: Self.status)
      let length = Int(dice.next() % 60) + 1
      let handed = (0..<length).map { step in
        Self.publication(dice.next() % 8 == 0 ? Self.status : "topic\(dice.next() % 10)", UInt8(step))
      }
      for publication in handed { ledger.handed(publication) }
      func kept(_ publications: some Sequence<MQTTPublication>) -> [String: [UInt8]] {
        publications.reduce(into: [:]) { $0[$1.topic] = $1.payload }
      }
      // A broker keeps whole beginnings of what one client says.
      var broker = kept(handed.prefix(Int(dice.next() % UInt64(length + 1))))
      guard let missing = ledger.missing(where: broker[Self.status]) else { continue }
      spared += 1
      broker.merge(kept(missing)) { $1 }
      var wanted = kept(handed)
      broker[Self.status] = nil
      wanted[Self.status] = nil
      #expect(broker == wanted)
    }
    #expect(spared > 500)
  }

  @Test func `what waits is newer than what may be missing`() {
    var retained = RetainedQueue()
    retained.put(Self.publication("a", 2))
    retained.putBack(Self.publication("a", 1))
    retained.putBack(Self.publication("b", 1))
    #expect(retained.takeNext()?.payload == [2])
    #expect(retained.takeNext()?.topic == "b")
  }
}
