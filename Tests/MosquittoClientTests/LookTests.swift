import HostSystem
import MQTTTypes
@testable import MosquittoClient
import TestKit
import Testing

/// A look before the link is used costs nothing that the broker kept.
@Suite(.inTurn, .timeLimit(.minutes(15))) struct LookTests {
  private static func bridge(_ broker: TestBroker, _ version: MQTTVersion, looks: Bool = true) throws
    -> Driven
  {
    let driven = try Driven(
      broker.settings("bridge") {
        $0.reach.version = .only(version)
        $0.isCleanStart = false
        $0.sessionExpirySeconds = 3600
        $0.receiveMaximum = 20
      })
    if looks {
      driven.client.look = .init(
        MQTTSubscription(filter: "status", qos: .atMostOnce),
        saying: [MQTTPublication(topic: "question", payload: [1], qos: .atMostOnce)])
    }
    return driven
  }

  /// More than the broker sends ahead wait for it.
  private static func fill(_ broker: TestBroker, _ version: MQTTVersion) throws -> Driven {
    let first = try bridge(broker, version, looks: false)
    try first.client.subscribe([MQTTSubscription(filter: "x")])
    try first.runUntilReady(["x"])
    first.leave()
    let mouth = try Driven(broker.settings("mouth"))
    try mouth.client.subscribe([MQTTSubscription(filter: "question")])
    try mouth.runUntilReady(["question"])
    try mouth.publish("status", "another", retained: true)
    for i in 0..<30 { try mouth.publish("x", "\(i)") }
    return mouth
  }

  private static let all = (0..<30).map(String.init)

  /// Its words have left, and it has read what the broker sends unasked and what is retained.
  private static func look(_ bridge: Driven) throws {
    try bridge.run { bridge.client.isLooking && bridge.recorder.heard.count == 21 }
    #expect(bridge.recorder.heard.last?.topic == "status" && bridge.recorder.subscribed["status"] != nil)
    #expect(bridge.client.isOnline == false && bridge.recorder.links == [])
    #expect(throws: MosquittoError.offline) {
      try bridge.client.publish(MQTTPublication(topic: "y", payload: []))
    }
  }

  @Test(arguments: [MQTTVersion.v5, .v311])
  func `who leaves after a look, or dies in it, leaves everything`(version: MQTTVersion) async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let mouth = try Self.fill(broker, version)
        do {
          let dies = try Self.bridge(broker, version)
          try Self.look(dies)
        }
        let leaves = try Self.bridge(broker, version)
        try Self.look(leaves)
        // Much longer than it takes to write what waits.
        leaves.client.stayAway(for: .seconds(600))
        #expect(leaves.client.link == .offline(.ended))
        let ends = try Self.bridge(broker, version)
        try Self.look(ends)
        ends.leave()
        try mouth.run { mouth.recorder.heard.count == 3 }
        let stays = try Self.bridge(broker, version, looks: false)
        try stays.run { stays.recorder.heard.count == 30 }
        #expect(stays.recorder.texts == Self.all)
        leaves.leave()
      }
    }
  }

  @Test(arguments: [MQTTVersion.v5, .v311])
  func `who goes online after a look has read all of it once, and acknowledges it`(version: MQTTVersion)
    async throws
  {
    try await withBroker { broker in
      try await onOwnThread {
        let mouth = try Self.fill(broker, version)
        let bridge = try Self.bridge(broker, version)
        try bridge.client.subscribe([MQTTSubscription(filter: "x")])
        try Self.look(bridge)
        // A look at once again is a new link, and begins with its words.
        bridge.client.stayAway(for: .zero)
        try bridge.run { bridge.client.isLooking && bridge.recorder.heard.count == 42 }
        bridge.recorder.heard.removeFirst(21)
        bridge.client.goOnline()
        #expect(bridge.recorder.links.last == .online(LinkFacts(version: version, isSessionPresent: true)))
        try bridge.run { bridge.recorder.heard.count == 31 && bridge.recorder.subscribed["x"] != nil }
        #expect(bridge.recorder.texts.filter { $0 != "another" } == Self.all)
        try bridge.publish("y", "behind them")
        bridge.leave()
        try mouth.run { mouth.recorder.heard.count == 2 }
        let third = try Self.bridge(broker, version, looks: false)
        try third.runUntilReady()
        try mouth.publish("x", "last")
        try third.run { !third.recorder.heard.isEmpty }
        #expect(third.recorder.texts == ["last"])
      }
    }
  }

  @Test func `a link without an answer to the look is given up, and one that breaks in it is said each time`()
    async throws
  {
    let broker = try ScriptedBroker { _, _ in .bytes([0x20, 0x03, 0x00, 0x00, 0x00]) }
    try await onOwnThread {
      var settings = MosquittoClient.Settings(
        address: .tcp(host: "127.0.0.1", port: broker.port), clientID: "bridge")
      settings.backoff = Backoff(floor: .milliseconds(20), ceiling: .milliseconds(100))
      settings.answerTimeout = .milliseconds(200)
      let bridge = try Driven(settings)
      bridge.client.look = .init(MQTTSubscription(filter: "status", qos: .atMostOnce))
      try bridge.run { bridge.recorder.links.count == 2 }
      #expect(bridge.recorder.links == [.offline(.noAnswer), .offline(.noAnswer)])
    }
  }
}
