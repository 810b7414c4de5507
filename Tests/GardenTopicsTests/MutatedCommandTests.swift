import Foundation
import GardenCore
import LoamKit
import MQTTTypes
import Testing

@testable import GardenTopics

/// Whatever happens to a message on its way, an event never says something else than an independent reader of the
/// same bytes finds in them.
struct MutatedCommandTests {
  private func agrees(_ event: Event, _ bytes: [UInt8]) throws -> Bool {
    let object = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any] ?? [:]
    func text(_ key: String) -> String? { object[key] as? String }
    func number(_ key: String) -> Double? { (object[key] as? NSNumber)?.doubleValue }
    func fits(_ head: CommandHead, time: String = "at") -> Bool {
      head.id.description == text("id") && head.device == "anna-phone"
        && Double(head.at.seconds) == number(time)
        && head.expires.map { Double($0.seconds) } == number("exp")
    }
    switch event {
    case .command(.answer(let head, let plant, let note, let answer)):
      return fits(head) && plant == text("plant") ?? "" && note?.description == text("note")
        && "\(answer.identifier)" == text("action")
    case .command(.move(let head, let control, let value, let unit, let base)):
      return fits(head) && control == text("control") && value == number("value") && unit == text("unit")
        && base.map(Double.init) == number("base")
    case .command(.water(let head, let plant, let duration)):
      return fits(head) && plant == text("plant")
        && duration.map { Double($0.wholeSeconds) } == number("value")
    case .command(.stop(let head, let plant)): return fits(head) && plant == text("plant")
    case .command(.hideActivity(let head, let activity)):
      return fits(head, time: "ts") && activity.description == text("activity")
    case .shown(let device, let note): return device == "anna-phone" && note.description == text("re")
    case .hello(let device, let profile):
      return device == text("device") && profile.locale == text("locale")
        && profile.packetBytesMax.map(Double.init) == number("max_packet")
    default: return false
    }
  }

  private func judge(_ kind: String, _ bytes: [UInt8]) throws {
    var decoder = try CommandDecoderTests.decoder()
    let result = decoder.decode(
      topic: "plants/v1/d/anna-phone/up/\(kind)", payload: bytes, wasRetained: false, at: House.now)
    if case .event(let event) = result {
      #expect(try agrees(event, bytes), "\(event) from \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test(arguments: ["action", "set", "hello", "activity", "ack"])
  func `a mutated message never says something else`(_ kind: String) throws {
    let text = try #require(CommandDecoderTests.all.first { $0.0 == kind }).1
    let bytes = Array(text.utf8)
    var dice = SplitMix64(seed: 11)
    for position in bytes.indices {
      try judge(kind, Array(bytes.prefix(position)))
      var copy = bytes
      copy[position] ^= 1 << UInt8(dice.next() % 8)
      try judge(kind, copy)
      copy[position] = UInt8(truncatingIfNeeded: dice.next())
      try judge(kind, copy)
      copy = bytes
      copy.remove(at: position)
      try judge(kind, copy)
      copy.insert(bytes[Int(dice.next() % UInt64(bytes.count))], at: position)
      try judge(kind, copy)
    }
  }
}
