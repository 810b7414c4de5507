import Foundation
import MQTTTypes
@testable import MosquittoClient
import TestKit
import Testing

@Suite(
  .inTurn, .timeLimit(.minutes(15)),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct TLSTests {
  /// An authority, and a certificate of it for 127.0.0.1, in a folder that `body` gets.
  private static func withCertificates(
    _ body: @Sendable (TemporaryFolder) async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.currentDirectoryURL = folder.url
    shell.arguments = [
      "-ec",
      """
      exec 2>/dev/null
      key='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
      openssl req -x509 $key -keyout ca.key -out ca.pem -days 2 -subj /CN=Test-CA
      openssl req -x509 $key -keyout other.key -out other.pem -days 2 -subj /CN=Other-CA
      printf 'subjectAltName=IP:127.0.0.1\\n' > names
      for name in broker client; do
        openssl req -new $key -keyout $name.key -out $name.csr -subj /CN=$name
        openssl x509 -req -in $name.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out $name.pem
      done
      """,
    ]
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)
    try await body(folder)
  }

  private static func options(_ folder: TemporaryFolder) -> TestBroker.Options {
    var options = TestBroker.Options()
    options.hasPort = true
    options.portLines = [
      "cafile \(folder.path)/ca.pem", "certfile \(folder.path)/broker.pem",
      "keyfile \(folder.path)/broker.key",
      "require_certificate true",
    ]
    return options
  }

  private static func settings(_ broker: TestBroker, _ folder: TemporaryFolder, ca: String)
    -> MosquittoClient.Settings
  {
    broker.settings("secret") {
      $0.reach.address = broker.loopback
      $0.reach.tls = .init(
        caFile: folder.file(ca), certFile: folder.file("client.pem"),
        keyFile: folder.file("client.key"))
    }
  }

  @Test func `messages go over TLS, large ones and many`() async throws {
    try await Self.withCertificates { folder in
      try await withBroker(Self.options(folder)) { broker in
        try await onOwnThread {
          let ears = try Driven(Self.settings(broker, folder, ca: "ca.pem"))
          try ears.client.subscribe([MQTTSubscription(filter: "x")])
          try ears.runUntilReady(["x"])
          let mouth = try Driven(broker.settings("mouth"))
          try mouth.runUntilReady()
          for i in 0..<200 {
            let payload = [UInt8](repeating: UInt8(i), count: i % 10 == 0 ? 40_000 : 10)
            _ = try mouth.client.publish(MQTTPublication(topic: "x", payload: payload))
            try mouth.run { mouth.client.inFlight == 0 }
          }
          try ears.run { ears.recorder.heard.count == 200 }
          #expect(ears.recorder.heard.map { $0.payload[0] } == (0..<200).map { UInt8($0) })
          try ears.publish("y", "back")
          ears.leave()
        }
      }
    }
  }

  @Test func `a broker of another authority is not talked to`() async throws {
    try await Self.withCertificates { folder in
      try await withBroker(Self.options(folder)) { broker in
        try await onOwnThread {
          let one = try Driven(Self.settings(broker, folder, ca: "other.pem"))
          try one.run { one.client.backoff.failures >= 2 }
          #expect(one.recorder.links == [.offline(.unreachable("A TLS error occurred"))])
        }
      }
    }
  }

  @Test func `a broker that hangs up inside the handshake is noticed at once`() throws {
    let broker = try ScriptedBroker { _, _ in .hangUp }
    var settings = MosquittoClient.Settings(
      address: .tcp(host: "127.0.0.1", port: broker.port), clientID: "x")
    settings.reach.tls = .init()
    settings.backoff = Backoff(floor: .milliseconds(5), ceiling: .milliseconds(5))
    let one = try Driven(settings)
    var turns = 0
    try one.run(seconds: 5) {
      turns += 1
      return one.client.backoff.failures >= 3
    }
    #expect(one.recorder.links == [.offline(.unreachable("A TLS error occurred"))])
    #expect(turns < 50)
    one.leave()
  }

  @Test func `a broker that is silent inside TLS is given up`() throws {
    let silent = try SilentListener()
    var settings = MosquittoClient.Settings(
      address: .tcp(host: "127.0.0.1", port: silent.port), clientID: "x")
    settings.reach.tls = .init()
    settings.answerTimeout = .milliseconds(100)
    settings.backoff = Backoff(floor: .milliseconds(5), ceiling: .milliseconds(5))
    let one = try Driven(settings)
    var turns = 0
    try one.run {
      turns += 1
      return one.client.backoff.failures >= 2
    }
    #expect(one.recorder.links == [.offline(.noAnswer)])
    #expect(turns < 50)
    one.leave()
  }
}
