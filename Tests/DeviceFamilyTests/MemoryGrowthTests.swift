import DeviceFamilies
import Foundation
import GardenCore
import PayloadJSON
import Testing

@Suite struct MemoryGrowthTests {
  /// Other tests allocate beside this one, so the smallest growth of several rounds counts.
  @Test func `ten thousand messages leave nothing behind`() throws {
    var devices: [(any DeviceDecoder, [UInt8], DecodeContext)] = []
    for one in FixtureCase.all where one.fixture.expect?.isEmpty == false && !one.payload.isEmpty {
      devices.append((try one.device(), one.payload, one.context))
    }
    let reader = PayloadReader()
    var items: [DecodedItem] = []
    items.reserveCapacity(64)
    func round() {
      for i in 0..<10_000 {
        let (device, payload, context) = devices[i % devices.count]
        items.removeAll(keepingCapacity: true)
        reader.load(payload.span)
        device.decode(reader, source: 0, context: context, into: &items)
      }
    }
    round()
    var smallest = Int.max
    for _ in 0..<8 {
      let before = try Self.residentBytes()
      round()
      smallest = min(smallest, try Self.residentBytes() - before)
    }
    #expect(smallest < 100_000, "less than ten bytes per message")
  }

  private static func residentBytes() throws -> Int {
    let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    return try #require(words.count > 1 ? Int(words[1]) : nil) * 4096
  }
}
