import GardenCore
import MQTTTypes
import Testing

@testable import Hub

/// What leaves first, and that nothing else takes its place.
@Suite struct LeavingTests {
  private static func publication(_ topic: String, _ text: String = "OFF") -> MQTTPublication {
    MQTTPublication(topic: topic, payload: Array(text.utf8))
  }
  private static func device(_ position: Int) -> ActuatorIndex { ActuatorIndex(position) }

  /// How many of a kind leave, one after the other, while so many are under way.
  private static func leave(_ kind: Leaving, of window: Int, underWay: Int = 0) -> Int {
    var count = underWay
    while count < kind.places(of: window) { count += 1 }
    return count - underWay
  }

  @Test(arguments: [20, 32, 100, 65_535])
  func `documents that came first leave room for five closes, and for three openings before them`(
    window: Int
  ) {
    for kind in Leaving.allCases where kind.rawValue >= Leaving.alarm.rawValue {
      let documents = Self.leave(kind, of: window)
      #expect(documents <= Leaving.documentsMax)
      #expect(Self.leave(.close, of: window, underWay: documents) >= Leaving.waterPlaces)
      let orders = Self.leave(.order, of: window, underWay: documents)
      #expect(orders >= Leaving.waterPlaces - 2)
      #expect(Self.leave(.close, of: window, underWay: documents + orders) == 2)
    }
  }

  @Test(arguments: 1...5)
  func `a broker that takes few gets one document at a time, and everything leaves`(window: Int) {
    for kind in Leaving.allCases { #expect((1...window).contains(kind.places(of: window))) }
    #expect(Leaving.state.places(of: window) == 1)
    #expect(Leaving.close.places(of: window) == window)
  }

  @Test func `each kind has no more places than the one before it`() {
    for window in 1...130 {
      let places = Leaving.allCases.map { $0.places(of: window) }
      #expect(places == places.sorted(by: >))
    }
  }

  @Test func `what is for devices leaves in the order of the kinds`() {
    let ranks = Handling.Rank.allCases.sorted { Leaving($0).rawValue < Leaving($1).rawValue }
    #expect(ranks == [.alarm, .ack, .notice, .rest])
    // Stored: another order would make an older bridge read another rank.
    #expect(Handling.Rank.allCases.map(\.rawValue) == [0, 1, 2, 3])
  }

  @Test func `a close that waits is first in line, the newest of its device, and stays until it has left`() {
    var line = ClosingLine()
    line.put([Self.publication("bed"), Self.publication("bed/run", "0")], of: Self.device(0))
    line.put([Self.publication("lawn")], of: Self.device(1))
    line.put([Self.publication("bed", "OFF again")], of: Self.device(0))
    line.put([], of: Self.device(2))
    var left: [MQTTPublication] = []
    while let next = line.first?.publication {
      #expect(line.first?.publication == next)
      left.append(next)
      line.removeFirst()
    }
    #expect(left == [Self.publication("bed", "OFF again"), Self.publication("lawn")])
    #expect(line.isEmpty)
  }

  @Test func `after a reload what waits gives its place to no device of the new config`() {
    var line = ClosingLine()
    line.put([Self.publication("old")], of: Self.device(0))
    line.forgetDevices()
    line.put([Self.publication("new")], of: Self.device(0))
    #expect(line.first?.publication == Self.publication("old"))
    line.removeFirst()
    #expect(line.first?.publication == Self.publication("new"))
  }
}
