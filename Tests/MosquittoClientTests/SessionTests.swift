import Foundation
import HostSystem
import MQTTTypes
import MosquittoClient
import TestKit
import Testing

@Suite(.inTurn, .timeLimit(.minutes(15))) struct SessionTests {
  @Test func `a tool asks, gets its answer and leaves`() async throws {
    try await withBroker { broker in
      try await onOwnThread {
        var answers: [String] = []
        let asker = try MosquittoSession(settings: broker.settings("asker"), timeout: .seconds(5)) {
          answers.append(String(decoding: $0.payload, as: UTF8.self))
        }
        #expect(asker.version == .v5)
        try asker.subscribe([MQTTSubscription(filter: "answer/#")], timeout: .seconds(5))
        let other = try MosquittoSession(settings: broker.settings("other"), timeout: .seconds(5))
        for i in 0..<100 {
          try other.publish(
            MQTTPublication(topic: "answer/x", payload: Array("\(i)".utf8)), timeout: .seconds(5))
        }
        let came = try asker.wait(timeout: .seconds(5)) { answers.count == 100 }
        #expect(came)
        let more = try asker.wait(timeout: .milliseconds(20)) { answers.count == 101 }
        #expect(!more)
        asker.close()
        other.close()
      }
    }
  }

  @Test func `a tool is told at once that no broker is there`() throws {
    let port = try LoopbackPort.free()
    let settings = MosquittoClient.Settings(address: .tcp(host: "127.0.0.1", port: port), clientID: "x")
    let start = HostClock.uptimeMilliseconds()
    #expect(throws: MosquittoError.link(.unreachable("Connection refused"))) {
      try MosquittoSession(settings: settings, timeout: .seconds(10))
    }
    #expect(HostClock.uptimeMilliseconds() - start < 2000)
  }

  @Test func `a tool waits no longer than it may`() throws {
    let silent = try SilentListener()
    let settings = MosquittoClient.Settings(
      address: .tcp(host: "127.0.0.1", port: silent.port), clientID: "x")
    #expect(throws: MosquittoError.timedOut) {
      try MosquittoSession(settings: settings, timeout: .milliseconds(200))
    }
  }

  @Test func `what the broker's rules forbid is refused by name`() async throws {
    let folder = try TemporaryFolder()
    let rules = try folder.write("topic read open/#\ntopic write open/#\n", to: "rules")
    var options = TestBroker.Options()
    options.lines = ["acl_file \(rules)"]
    try await withBroker(options) { broker in
      try await onOwnThread {
        let tool = try MosquittoSession(settings: broker.settings("tool"), timeout: .seconds(5))
        try tool.publish(MQTTPublication(topic: "open/x", payload: []), timeout: .seconds(5))
        #expect(throws: MosquittoError.publicationRefused(topic: "shut/x", reason: 135)) {
          try tool.publish(MQTTPublication(topic: "shut/x", payload: []), timeout: .seconds(5))
        }
        tool.close()
      }
    }
  }

  @Test func `a file that is not there is named as a setting, not as a broken link`() {
    var settings = MosquittoClient.Settings(address: .tcp(host: "127.0.0.1", port: 1), clientID: "x")
    settings.reach.tls = .init(caFile: "/nowhere/ca.pem")
    #expect {
      try MosquittoClient(settings: settings)
    } throws: { error in
      if case .some(.invalidSetting("tls", _)) = error as? MosquittoError { true } else { false }
    }
  }

  @Test(arguments: [-1, 4, 70_000])
  func `an impossible keep-alive is a setting's fault`(seconds: Int) {
    var settings = MosquittoClient.Settings(address: .tcp(host: "127.0.0.1", port: 1), clientID: "x")
    settings.reach.keepAliveSeconds = seconds
    #expect(throws: MosquittoError.self) { try MosquittoClient(settings: settings) }
  }
}
