import Foundation
import HostSystem
import MQTTTypes
@testable import MosquittoClient
import TestKit
import Testing

@Suite(.inTurn, .timeLimit(.minutes(15))) struct LinkTests {
  @Test func `a broker that is not there is said once and found when it comes`() async throws {
    try await withBroker(isAway: true) { broker in
      try await onOwnThread {
        let one = try Driven(broker.settings("one"))
        try one.client.subscribe([MQTTSubscription(filter: "x")])
        try one.run { one.client.backoff.failures >= 3 }
        #expect(one.recorder.links == [.offline(.unreachable("No such file or directory"))])
        #expect(throws: MosquittoError.offline) {
          try one.client.publish(MQTTPublication(topic: "x", payload: []))
        }
        try waiting { try await broker.start() }
        try one.runUntilReady(["x"])
        #expect(one.recorder.links.count == 2)
        one.leave()
      }
    }
  }

  @Test(arguments: [MQTTVersion.v5, .v311])
  func `after a broker's restart everything is subscribed again`(version: MQTTVersion) async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let one = try Driven(broker.settings("one") { $0.reach.version = .only(version) })
        let filters = (0..<120).map { "f/\($0)" }
        try one.client.subscribe(filters.map { MQTTSubscription(filter: $0) })
        try one.runUntilReady(filters)
        #expect(one.recorder.answers == 120)
        one.client.unsubscribe(["f/7"])
        try waiting {
          await broker.stop()
          try await broker.start()
        }
        try one.run { !one.client.isOnline }
        #expect(throws: MosquittoError.offline) {
          try one.client.publish(MQTTPublication(topic: "x", payload: []))
        }
        try one.run { one.recorder.answers == 239 }
        let mouth = try Driven(broker.settings("mouth"))
        try mouth.runUntilReady()
        try mouth.publish("f/7", "ended")
        try mouth.publish("f/119", "on")
        try one.run { !one.recorder.heard.isEmpty }
        #expect(one.recorder.texts == ["on"])
      }
    }
  }

  @Test func `a publication that the broker never acknowledged is sent again after its restart`() async throws
  {
    try await withBroker { broker in
      try await onOwnThread {
        let ears = try Driven(broker.settings("ears"))
        try ears.client.subscribe([MQTTSubscription(filter: "x")])
        let mouth = try Driven(broker.settings("mouth"))
        try ears.runUntilReady(["x"])
        try mouth.runUntilReady()
        // Queued and not flushed when the broker dies.
        let ticket = try mouth.client.publish(MQTTPublication(topic: "x", payload: [42]))
        try waiting {
          await broker.stop(SIGKILL)
          try await broker.start()
        }
        try ears.run { ears.recorder.answers == 2 }
        try mouth.run { mouth.recorder.published[ticket] != nil }
        #expect(mouth.client.inFlight == 0)
        try ears.run { !ears.recorder.heard.isEmpty }
        #expect(ears.recorder.heard.map(\.payload) == [[42]])
      }
    }
  }

  @Test(arguments: [MQTTVersion.v5, .v311])
  func `refused credentials are said once and tried again with pauses`(version: MQTTVersion) async throws {
    var options = TestBroker.Options()
    options.allowsAnonymous = false
    try await withBroker(options) { broker in
      try await onOwnThread {
        let one = try Driven(
          broker.settings("one") {
            $0.reach.version = .only(version)
            $0.username = "nobody"
            $0.password = "wrong"
          })
        try one.run { one.client.backoff.failures >= 3 }
        #expect(one.recorder.links == [.offline(.refused(.notAuthorized))])
      }
    }
  }

  @Test func `the publication window is bounded and seen`() async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let one = try Driven(broker.settings("one") { $0.inFlightMax = 3 })
        try one.runUntilReady()
        for i in 1...3 {
          #expect(one.client.canPublish)
          _ = try one.client.publish(MQTTPublication(topic: "x", payload: []))
          #expect(one.client.inFlight == i)
        }
        #expect(!one.client.canPublish)
        #expect(throws: MosquittoError.windowFull) {
          try one.client.publish(MQTTPublication(topic: "x", payload: []))
        }
        try one.run { one.client.inFlight == 0 }
        #expect(one.client.canPublish)
      }
    }
  }

  @Test func `the window is what the broker takes, where it says so, and a full one is not written beyond`()
    async throws
  {
    var options = TestBroker.Options()
    options.lines = ["max_inflight_messages 7"]
    try await withBroker(options) { broker in
      try await onOwnThread {
        let one = try Driven(broker.settings("one"))
        try one.runUntilReady()
        #expect(one.client.window == 7)
        for _ in 1...7 { _ = try one.client.publish(MQTTPublication(topic: "x", payload: [])) }
        #expect(throws: MosquittoError.windowFull) {
          try one.client.publish(MQTTPublication(topic: "x", payload: []))
        }
        let other = try Driven(
          broker.settings("other") {
            $0.reach.version = .only(.v311)
            $0.inFlightMax = 30
          })
        try other.runUntilReady()
        #expect(other.client.window == 30)
      }
    }
  }

  @Test(arguments: [MQTTVersion.v5, .v311])
  func `the will is published when the client dies, and not when it says goodbye`(
    version: MQTTVersion
  ) async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let ears = try Driven(broker.settings("ears"))
        try ears.client.subscribe([MQTTSubscription(filter: "will/+")])
        try ears.runUntilReady(["will/+"])
        func live(_ id: String) throws -> Driven {
          let one = try Driven(
            broker.settings(id) {
              $0.reach.version = .only(version)
              $0.will = MQTTPublication(topic: "will/\(id)", payload: Array("dead".utf8), isRetained: true)
            })
          try one.runUntilReady()
          return one
        }
        try live("polite").leave()
        try live("asked").client.disconnect(.publishingWill, within: .seconds(1))
        _ = try live("killed")
        try ears.run { ears.recorder.heard.count >= 2 }
        #expect(Set(ears.recorder.heard.map(\.topic)) == ["will/asked", "will/killed"])
      }
    }
  }

  @Test func `a broker that never answers does not hold up the loop`() async throws {
    let silent = try SilentListener()
    try await onOwnThread {
      var settings = MosquittoClient.Settings(
        address: .tcp(host: "127.0.0.1", port: silent.port), clientID: "x")
      settings.answerTimeout = .milliseconds(300)
      settings.backoff = Backoff(floor: .milliseconds(10), ceiling: .milliseconds(20))
      let one = try Driven(settings)
      var slowest: Int64 = 0
      try one.run {
        let before = HostClock.uptimeMilliseconds()
        one.service()
        slowest = max(slowest, HostClock.uptimeMilliseconds() - before)
        return one.client.backoff.failures >= 2
      }
      #expect(one.recorder.links == [.offline(.noAnswer)])
      #expect(slowest < 100)
    }
  }

  @Test func `the time that a broker let an attempt hang counts as a pause`() async throws {
    let silent = try SilentListener()
    try await onOwnThread {
      var settings = MosquittoClient.Settings(
        address: .tcp(host: "127.0.0.1", port: silent.port), clientID: "x")
      // The first attempt has a quarter of it.
      settings.answerTimeout = .milliseconds(1600)
      settings.backoff = Backoff(floor: .seconds(1), ceiling: .seconds(1))
      let one = try Driven(settings, jitter: BackoffTests.Constant.lowest)
      try one.run { one.client.backoff.failures == 1 }
      #expect(one.client.nextDeadline - HostClock.uptimeMilliseconds() <= 600)
    }
  }

  @Test func `a link that has held comes back within the shortest pause`() async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let one = try Driven(
          broker.settings("one") { $0.backoff = Backoff(floor: .seconds(1), ceiling: .seconds(60)) },
          jitter: BackoffTests.Constant.highest)
        try one.runUntilReady()
        let id = try #require(broker.processID)
        let later = HostClock.uptimeMilliseconds() + 20_000
        one.client.service(at: later)
        kill(id, SIGKILL)
        while one.client.isOnline {
          var entries = one.client.pollEntry.map { [$0] } ?? []
          HostPoll.wait(&entries, until: HostClock.uptimeMilliseconds() + 1000)
          one.client.read()
        }
        #expect(one.client.nextDeadline <= later + 1000)
      }
    }
  }

  @Test func `a client whose attempt hangs can be left at once`() throws {
    // TEST-NET-1 (RFC 5737): packets to it go nowhere, or are refused at once.
    let settings = MosquittoClient.Settings(address: .tcp(host: "192.0.2.1", port: 1883), clientID: "x")
    let one = try Driven(settings)
    let before = HostClock.uptimeMilliseconds()
    one.service()
    one.leave()
    #expect(HostClock.uptimeMilliseconds() - before < 500)
    #expect(one.recorder.links == [.offline(.ended)])
    #expect(one.client.nextDeadline == .max)
  }

  @Test func `an idle client sleeps`() async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let one = try Driven(broker.settings("one"))
        try one.client.subscribe([MQTTSubscription(filter: "x")])
        try one.runUntilReady(["x"])
        one.client.turn(timeout: .milliseconds(50))
        var turns = 0
        let end = HostClock.uptimeMilliseconds() + 2000
        while HostClock.uptimeMilliseconds() < end {
          var entries = one.client.pollEntry.map { [$0] } ?? []
          HostPoll.wait(&entries, until: min(end, one.client.nextDeadline))
          one.service()
          one.client.flush()
          turns += 1
        }
        #expect(turns <= 2)
      }
    }
  }

  @Test func `the link is kept alive, and a broker that hangs is noticed`() async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let one = try Driven(broker.settings("one") { $0.reach.keepAliveSeconds = 5 })
        try one.runUntilReady()
        let end = HostClock.uptimeMilliseconds() + 9000
        try one.run(seconds: 15) { HostClock.uptimeMilliseconds() > end || !one.client.isOnline }
        #expect(one.client.isOnline)
        let id = try #require(broker.processID)
        kill(id, SIGSTOP)
        try one.run(seconds: 20) { !one.client.isOnline }
        kill(id, SIGCONT)
        try one.runUntilReady()
      }
    }
  }

  @Test func `a session taken over by another client is lost, and not fought for`() async throws {
    try await withBroker { broker in
      try await onOwnThread {
        let one = try Driven(
          broker.settings("same") { $0.backoff = Backoff(floor: .seconds(60), ceiling: .seconds(60)) })
        try one.runUntilReady()
        let other = try Driven(broker.settings("same"))
        try other.runUntilReady()
        try one.run { !one.client.isOnline }
        #expect(other.client.isOnline)
        #expect(one.client.nextDeadline > HostClock.uptimeMilliseconds() + 50_000)
      }
    }
  }
}
