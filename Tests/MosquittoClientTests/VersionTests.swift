import HostSystem
import MQTTTypes
@testable import MosquittoClient
import Synchronization
import TestKit
import Testing

@Suite(.inTurn, .timeLimit(.minutes(15))) struct VersionTests {
  private static let welcome5: [UInt8] = [0x20, 3, 0, 0, 0]
  private static let welcome3: [UInt8] = [0x20, 2, 0, 0]

  private static func driven(_ broker: ScriptedBroker) throws -> Driven {
    var settings = MosquittoClient.Settings(
      address: .tcp(host: "127.0.0.1", port: broker.port), clientID: "x")
    settings.backoff = Backoff(floor: .milliseconds(5), ceiling: .milliseconds(20))
    return try Driven(settings)
  }

  @Test(arguments: [[0x20, 2, 0, 1], [0x20, 3, 0, 0x84, 0]] as [[UInt8]])
  func `a broker that refuses MQTT 5 by name is asked with 3-1-1 at once, and for good`(refusal: [UInt8])
    throws
  {
    let levels = Mutex<[UInt8]>([])
    let broker = try ScriptedBroker { _, level in
      let seen = levels.withLock { levels in
        levels.append(level)
        return levels
      }
      if level == 5 { return .bytesThenHangUp(refusal) }
      return seen.filter { $0 == 4 }.count == 1 ? .bytesThenHangUp(Self.welcome3) : .bytes(Self.welcome3)
    }
    let one = try Self.driven(broker)
    try one.run { levels.withLock { $0.filter { $0 == 4 }.count == 2 } && one.client.isOnline }
    let online = LinkState.online(LinkFacts(version: .v311, isSessionPresent: false))
    #expect(one.recorder.links.contains(.offline(.lost("The connection was lost"))))
    #expect(one.recorder.links.last == online)
    // From 2.0.12 on libmosquitto takes a refusal in the words of 3.1.1 for garbage: that settles nothing, and is asked again.
    let asked = levels.withLock { $0 }
    #expect(asked == [5, 4, 4] || asked == [5, 4, 5, 4] && refusal.count == 4)
    #expect(one.client.backoff.failures == 1)
    one.leave()
  }

  @Test func `a broker that only hangs up is tried with both versions in turn`() throws {
    let broker = try ScriptedBroker { _, level in level == 5 ? .hangUp : .bytes(Self.welcome3) }
    let one = try Self.driven(broker)
    try one.run { one.client.isOnline }
    #expect(one.client.link == .online(LinkFacts(version: .v311, isSessionPresent: false)))
    #expect(one.client.backoff.failures == 0)
    one.leave()
  }

  @Test func `a command asks a broker that only hangs up with 3-1-1 at once`() throws {
    let broker = try ScriptedBroker { _, level in level == 5 ? .hangUp : .bytes(Self.welcome3) }
    let address = BrokerAddress.tcp(host: "127.0.0.1", port: broker.port)
    let settings = MosquittoClient.Settings(address: address, clientID: "x")
    #expect(try MosquittoSession(settings: settings, timeout: .seconds(30)).version == .v311)
    let deaf = try ScriptedBroker { _, _ in .hangUp }
    let nobody = MosquittoClient.Settings(address: .tcp(host: "127.0.0.1", port: deaf.port), clientID: "x")
    #expect(throws: MosquittoError.link(.unreachable("The connection was lost"))) {
      try MosquittoSession(settings: nobody, timeout: .seconds(30))
    }
  }

  @Test func `a broker that dismisses us says why`() throws {
    let broker = try ScriptedBroker { connection, _ in
      .bytes(Self.welcome5 + (connection == 0 ? [0xE0, 2, 0x8B, 0] : []))
    }
    let one = try Self.driven(broker)
    try one.run { one.recorder.links.count == 3 }
    #expect(one.recorder.links[1] == .offline(.dismissed(reason: 139)))
    one.leave()
  }

  @Test func `bytes that are not MQTT do no harm`() throws {
    let broker = try ScriptedBroker { connection, _ in
      switch connection {
      case 0: .bytesThenHangUp(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8))
      case 1: .bytesThenHangUp([0x20, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
      case 2: .bytesThenHangUp(Self.welcome5 + [0x30, 4, 0xFF, 0xFF, 1, 2])
      case 3: .bytesThenHangUp(Self.welcome5 + [0x90, 3, 0, 77, 0])
      default: .bytes(Self.welcome5)
      }
    }
    let one = try Self.driven(broker)
    try one.run { one.client.backoff.failures >= 3 && one.client.isOnline }
    #expect(one.recorder.heard.isEmpty)
    one.leave()
  }
}
