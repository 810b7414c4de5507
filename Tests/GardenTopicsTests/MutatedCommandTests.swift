@testable import FuzzHarness
import GardenCore
import Testing

@testable import GardenTopics

/// Whatever happens to a message on its way, an event never says something else than an independent reader of the
/// same bytes finds in them.
struct MutatedCommandTests {
  private func evaluate(_ kind: String, _ bytes: [UInt8]) throws {
    let decoder = try CommandDecoderTests.decoder()
    let result = decoder.decode(
      topic: "plants/v1/d/anna-phone/up/\(kind)", payload: bytes, wasRetained: false, at: House.now)
    if case .event(let event) = result {
      #expect(CommandAgreement.holds(event, bytes), "\(event) from \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: ["action", "set", "hello", "activity", "ack"])
  func `a mutated message never says something else`(_ kind: String) throws {
    let text = try #require(CommandDecoderTests.all.first { $0.0 == kind }).1
    let bytes = Array(text.utf8)
    var dice = SplitMix64(seed: 11)
    for position in bytes.indices {
      try evaluate(kind, Array(bytes.prefix(position)))
      var copy = bytes
      copy[position] ^= 1 << UInt8(dice.next() % 8)
      try evaluate(kind, copy)
      copy[position] = UInt8(truncatingIfNeeded: dice.next())
      try evaluate(kind, copy)
      copy = bytes
      copy.remove(at: position)
      try evaluate(kind, copy)
      copy.insert(bytes[Int(dice.next() % UInt64(bytes.count))], at: position)
      try evaluate(kind, copy)
    }
  }
}
