import DeviceFamilies
import Foundation
import GardenCore
import PayloadJSON
import Testing
@testable import FuzzHarness

@Suite struct MemoryGrowthTests {
  /// In a process of its own: the other tests allocate beside this one.
  @Test func `thirty thousand messages leave nothing behind`() async {
    await #expect(processExitsWith: .success) {
      let growth = try MemoryGrowthTests.growth(rounds: 3)
      if growth >= 300_000 { print("grew by \(growth) bytes") }
      exit(growth < 300_000 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  private static func growth(rounds: Int) throws -> Int {
    var devices: [(any DeviceDecoder, [UInt8], DecodeContext)] = []
    for one in FixtureCase.all where one.fixture.expect?.isEmpty == false && !one.payload.isEmpty {
      devices.append((try one.device(), one.payload, one.context))
    }
    let reader = PayloadReader()
    var items: [DecodedItem] = []
    items.reserveCapacity(64)
    func round() {
      for i in 0..<10_000 {
        let place = i % devices.count
        items.removeAll(keepingCapacity: true)
        let payload = devices[place].1
        reader.load(payload.span)
        devices[place].0.decode(reader, source: 0, context: devices[place].2, into: &items)
      }
    }
    round()
    let before = try residentBytes()
    for _ in 0..<rounds { round() }
    return try residentBytes() - before
  }

  private static func residentBytes() throws -> Int {
    let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return try #require(words.count > 1 ? Int(words[1]) : nil) * 4096
  }
}
