import MQTTTypes
@testable import MosquittoClient
import TestKit
import Testing

@Suite(.inTurn, .timeLimit(.minutes(15))) struct MessageTests {
  @Test(arguments: [MQTTVersion.v5, .v311])
  func `a message goes through the broker and is told as it was`(version: MQTTVersion) async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let ears = try Driven(broker.settings("ears") { $0.reach.version = .only(version) })
        try ears.client.subscribe([MQTTSubscription(filter: "a/#")])
        try ears.runUntilReady(["a/#"])
        #expect(ears.client.link == .online(LinkFacts(version: version, isSessionPresent: false)))
        let mouth = try Driven(broker.settings("mouth") { $0.reach.version = .only(version) })
        try mouth.runUntilReady()
        try mouth.publish("a/b", "{\"x\":1}")
        try ears.run { !ears.recorder.heard.isEmpty }
        #expect(ears.recorder.heard == [.init(topic: "a/b", payload: Array("{\"x\":1}".utf8))])
        #expect(ears.recorder.contentTypes == [version == .v5 ? "application/json" : nil])
        mouth.leave()
        ears.leave()
      }
    }
  }

  @Test func `only a replay is marked retained`() async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let mouth = try Driven(broker.settings("mouth"))
        try mouth.runUntilReady()
        try mouth.publish("r/old", "1", retained: true)
        let ears = try Driven(broker.settings("ears"))
        try ears.client.subscribe([
          MQTTSubscription(filter: "r/+"), MQTTSubscription(filter: "c/+", skipsRetained: true),
        ])
        try mouth.publish("c/old", "never", retained: true)
        try ears.runUntilReady(["r/+", "c/+"])
        try mouth.publish("r/new", "2", retained: true)
        try mouth.publish("c/new", "3", retained: true)
        try ears.run { ears.recorder.heard.count >= 3 }
        #expect(
          ears.recorder.heard.map { "\($0.topic) \($0.isRetained)" } == [
            "r/old true", "r/new false", "c/new false",
          ])
      }
    }
  }

  @Test func `an asker's response topic, correlation and expiry can be read`() async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let ears = try Driven(broker.settings("ears"))
        try ears.client.subscribe([MQTTSubscription(filter: "q")])
        try ears.runUntilReady(["q"])
        let mouth = try Driven(broker.settings("mouth"))
        try mouth.runUntilReady()
        let question = MQTTPublication(
          topic: "q", payload: [0, 255, 10], expirySeconds: 90, correlation: [0, 1, 254])
        _ = try mouth.client.publish(question)
        try mouth.run { mouth.client.inFlight == 0 }
        try ears.run { !ears.recorder.heard.isEmpty }
        #expect(ears.recorder.heard.map(\.payload) == [[0, 255, 10]])
        #expect(ears.recorder.correlations == [[0, 1, 254]])
        #expect(ears.recorder.expiries.allSatisfy { ($0 ?? 0) > 80 })
        #expect(ears.recorder.responseTopics == [nil])
      }
    }
  }

  @Test(arguments: ["ä/β/植物/🌱", "a//b", "/", " ", "$loam/x", "\u{feff}x", "'\"\\;--", "a b/c "])
  func `odd topics arrive as they were sent`(topic: String) async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let one = try Driven(broker.settings("one") { $0.receivesOwnPublications = true })
        try one.client.subscribe([MQTTSubscription(filter: topic)])
        try one.runUntilReady([topic])
        try one.publish(topic, "x")
        try one.run { !one.recorder.heard.isEmpty }
        #expect(one.recorder.heard.map(\.topic) == [topic])
      }
    }
  }

  @Test func `64 kB arrive whole, and more than the limit does not arrive`() async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let ears = try Driven(broker.settings("ears") { $0.payloadBytesMax = 70_000 })
        try ears.client.subscribe([MQTTSubscription(filter: "big")])
        try ears.runUntilReady(["big"])
        let mouth = try Driven(broker.settings("mouth"))
        try mouth.runUntilReady()
        let payload = (0..<65_536).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        for bytes in [payload, payload + payload, [7]] {
          _ = try mouth.client.publish(MQTTPublication(topic: "big", payload: bytes))
          try mouth.run { mouth.client.inFlight == 0 }
        }
        try ears.run { ears.recorder.heard.last?.payload == [7] }
        #expect(ears.recorder.heard.map(\.payload.count) == [65_536, 1])
        #expect(ears.recorder.heard.first?.payload == payload)
        #expect(ears.recorder.leftOut == [131_072])
      }
    }
  }

  @Test(arguments: [MQTTVersion.v5, .v311])
  func `many messages over the limit are dropped and told, and what follows is heard`(version: MQTTVersion)
    async throws
  {
    try await withBroker { broker in
      try await onOwnThread {
        let ears = try Driven(
          broker.settings("ears") {
            $0.payloadBytesMax = 100
            $0.reach.version = .only(version)
          })
        try ears.client.subscribe([MQTTSubscription(filter: "big")])
        try ears.runUntilReady(["big"])
        let mouth = try Driven(broker.settings("mouth"))
        try mouth.runUntilReady()
        for _ in 0..<50 { try mouth.publish("big", String(repeating: "x", count: 200)) }
        try mouth.publish("big", "small")
        try ears.run { !ears.recorder.heard.isEmpty }
        #expect(ears.recorder.texts == ["small"])
        #expect(ears.recorder.leftOut == [Int](repeating: 200, count: 50))
      }
    }
  }

  @Test func `a thousand messages keep their order`() async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let ears = try Driven(broker.settings("ears"))
        try ears.client.subscribe([MQTTSubscription(filter: "n")])
        try ears.runUntilReady(["n"])
        let mouth = try Driven(broker.settings("mouth"))
        try mouth.runUntilReady()
        var next = 0
        while ears.recorder.heard.count < 1000 {
          while next < 1000, mouth.client.canPublish {
            _ = try mouth.client.publish(MQTTPublication(topic: "n", payload: Array("\(next)".utf8)))
            next += 1
          }
          mouth.client.turn(timeout: .milliseconds(2))
          ears.client.turn(timeout: .milliseconds(2))
        }
        #expect(ears.recorder.texts == (0..<1000).map(String.init))
      }
    }
  }

  @Test func `our own publications stay away unless asked for`() async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let one = try Driven(broker.settings("one"))
        try one.client.subscribe([MQTTSubscription(filter: "own")])
        try one.runUntilReady(["own"])
        try one.publish("own", "mine")
        let other = try Driven(broker.settings("other"))
        try other.runUntilReady()
        try other.publish("own", "theirs")
        try one.run { !one.recorder.heard.isEmpty }
        #expect(one.recorder.texts == ["theirs"])
      }
    }
  }

  @Test func `a message that nobody listens to says so`() async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let mouth = try Driven(broker.settings("mouth"))
        try mouth.runUntilReady()
        let ticket = try mouth.client.publish(MQTTPublication(topic: "void", payload: [1]))
        try mouth.run { mouth.client.inFlight == 0 }
        #expect(mouth.recorder.published[ticket] == .nobodyListens)
      }
    }
  }

  @Test(arguments: ["", "a/+", "#", "a\0b", "a\tb", String(repeating: "x", count: 65_536)])
  func `what is no topic is refused before it is taken`(topic: String) async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let mouth = try Driven(broker.settings("mouth"))
        try mouth.runUntilReady()
        #expect(throws: MosquittoError.invalidTopic(topic)) {
          try mouth.client.publish(MQTTPublication(topic: topic, payload: []))
        }
        #expect(mouth.client.inFlight == 0)
      }
    }
  }

  @Test func `what is no filter is refused at once`() throws {
    let settings = MosquittoClient.Settings(address: .unixSocket(path: "/nowhere"), clientID: "x")
    let client = try MosquittoClient(settings: settings)
    #expect(throws: MosquittoError.invalidFilter("a/#/b")) {
      try client.subscribe([MQTTSubscription(filter: "a"), MQTTSubscription(filter: "a/#/b")])
    }
  }
}
