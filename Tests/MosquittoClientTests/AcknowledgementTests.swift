import MQTTTypes
@testable import MosquittoClient
import TestKit
import Testing

/// Ack after commit: what `flush()` has not acknowledged is still the broker's.
@Suite(.inTurn, .timeLimit(.minutes(15))) struct AcknowledgementTests {
  private static func bridge(_ broker: TestBroker, _ version: MQTTVersion) throws -> Driven {
    try Driven(
      broker.settings("bridge") {
        $0.reach.version = .only(version)
        $0.isCleanStart = false
        $0.sessionExpirySeconds = 3600
        $0.receiveMaximum = 20
      })
  }

  @Test(arguments: [MQTTVersion.v5, .v311])
  func `a message that was handled but not flushed comes again to the next session`(
    version: MQTTVersion
  ) async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let mouth = try Driven(broker.settings("mouth"))
        try mouth.runUntilReady()
        do {
          let first = try Self.bridge(broker, version)
          try first.client.subscribe([MQTTSubscription(filter: "x")])
          try first.runUntilReady(["x"])
          for i in 1...5 { try mouth.publish("x", "\(i)") }
          try first.run(flushes: false) { first.recorder.heard.count == 5 }
          // Destroyed like this the socket closes with the acknowledgements still queued: a crash before the commit.
        }
        let second = try Self.bridge(broker, version)
        try second.run { second.recorder.heard.count == 5 }
        #expect(second.client.link == .online(LinkFacts(version: version, isSessionPresent: true)))
        #expect(second.recorder.texts == ["1", "2", "3", "4", "5"])
        // The broker reads in order: when it has this, it has the acknowledgements before it.
        try second.publish("y", "behind them")
        second.leave()
        let third = try Self.bridge(broker, version)
        try third.runUntilReady()
        try mouth.publish("x", "6")
        try third.run { !third.recorder.heard.isEmpty }
        #expect(third.recorder.texts == ["6"])
      }
    }
  }

  @Test func `reading and serving alone acknowledge nothing`() async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let mouth = try Driven(broker.settings("mouth"))
        try mouth.runUntilReady()
        let bridge = try Driven(broker.settings("bridge") { $0.receiveMaximum = 20 })
        try bridge.client.subscribe([MQTTSubscription(filter: "x")])
        try bridge.runUntilReady(["x"])
        // The broker sends 20 messages ahead; without acknowledgements that is all.
        for i in 0..<30 { try mouth.publish("x", "\(i)") }
        try bridge.run(flushes: false) { bridge.recorder.heard.count >= 20 }
        for _ in 0..<20 {
          bridge.service()
          try mouth.run { true }
        }
        #expect(bridge.recorder.heard.count == 20)
        try bridge.run { bridge.recorder.heard.count == 30 }
      }
    }
  }

  @Test(arguments: [MQTTVersion.v5, .v311])
  func `what arrived while the client was away is delivered in order when it comes back`(
    version: MQTTVersion
  ) async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let first = try Self.bridge(broker, version)
        try first.client.subscribe([MQTTSubscription(filter: "x")])
        try first.runUntilReady(["x"])
        first.leave()
        let mouth = try Driven(broker.settings("mouth"))
        try mouth.runUntilReady()
        for i in 0..<50 { try mouth.publish("x", "\(i)") }
        let second = try Self.bridge(broker, version)
        try second.client.subscribe([MQTTSubscription(filter: "x")])
        try second.run { second.recorder.heard.count == 50 }
        #expect(second.recorder.texts == (0..<50).map(String.init))
      }
    }
  }
}
