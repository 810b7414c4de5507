import MQTTTypes
import MosquittoClient
import TestKit
import Testing

/// A broker that sends topics which no broker may send.
@Suite(.inTurn, .timeLimit(.minutes(15))) struct HostileTopicTests {
  private static func publish(_ topic: [UInt8], _ payload: String) -> [UInt8] {
    let body = [UInt8(topic.count >> 8), UInt8(topic.count & 0xFF)] + topic + Array(payload.utf8)
    var length: [UInt8] = []
    var rest = body.count
    repeat {
      length.append(UInt8(rest % 128) | (rest > 127 ? 0x80 : 0))
      rest /= 128
    } while rest > 0
    return [0x30] + length + body
  }

  private static let connected: [UInt8] = [0x20, 0x02, 0x00, 0x00]

  /// Whatever libmosquitto makes of it (it may hang up), the client lives, connects again and hears the next message.
  @Test(arguments: [
    Array("a\0b".utf8), Array("a/+/b".utf8), Array("#".utf8), [0xFF, 0xFE], [0xED, 0xA0, 0x80], [],
    [UInt8](repeating: UInt8(ascii: "x"), count: 65_535),
    [UInt8](repeating: UInt8(ascii: "/"), count: 65_535),
    [0x01, 0x7F],
  ])
  func `a topic that must not be ends no client`(topic: [UInt8]) async throws {
    let broker = try ScriptedBroker { connection, _ in
      connection == 0
        ? .bytesThenHangUp(Self.connected + Self.publish(topic, "first"))
        : .bytes(Self.connected + Self.publish(Array("a/b".utf8), "second"))
    }
    try await onOwnThread {
      var settings = MosquittoClient.Settings(
        address: .tcp(host: "127.0.0.1", port: broker.port), clientID: "ears")
      settings.reach.version = .only(.v311)
      settings.backoff = Backoff(floor: .milliseconds(20), ceiling: .milliseconds(100))
      let ears = try Driven(settings)
      try ears.run { ears.recorder.texts.last == "second" }
      #expect(ears.recorder.heard.count <= 2)
      for one in ears.recorder.heard { #expect(!one.topic.utf8.contains(0)) }
      ears.leave()
    }
  }
}
