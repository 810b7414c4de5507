import FoundationEssentials
import TestKit
import Testing

/// A broker with a port, and a folder for what a test writes.
struct Site {
  let broker: TestBroker
  var port: String { "\(broker.port)" }
  var folder: String { broker.folder.path }

  static func during(
    _ lines: [String] = [], isAway: Bool = false, _ body: (Site) async throws -> Void
  ) async throws {
    var options = TestBroker.Options()
    options.hasPort = true
    options.lines = lines
    try await withBroker(options, isAway: isAway) { try await body(Site(broker: $0)) }
  }

  /// A script's config with this broker and this folder in it, or with another folder for the store.
  func config(_ name: String, store: String? = nil) throws -> String {
    let text = try String(contentsOfFile: Program.scripts + "/" + name, encoding: .utf8)
    return try config(text: text, name, store: store)
  }

  /// The same for a config that stands in a test.
  func config(text: String, _ name: String = "garden.yaml", store: String? = nil) throws -> String {
    let text =
      text.replacing("port: 1883", with: "port: \(port)") + "store: {path: \(store ?? folder + "/store")}\n"
    return try broker.folder.write(text, to: name)
  }

  func publish(_ topic: String, _ payload: String) async throws {
    let sent = try await Program.run(
      "mosquitto_pub", ["-p", port, "-q", "1", "-t", topic, "-m", payload])
    try #require(sent.isSuccess, "\(sent.output)")
  }

  /// The first document on a topic that fits, retained or new. What is not there yet is waited for.
  func document(_ topic: String, where fits: @escaping @Sendable (String) -> Bool = { _ in true })
    async throws
    -> String
  {
    var found = ""
    try await BridgeRun.listening(to: [topic], on: port) { found = try await $0.document(topic, where: fits) }
    return found
  }

  /// What the broker keeps on a topic now; `nil`: nothing. Retained messages come before what is published after them.
  func retained(_ topic: String) async throws -> String? {
    var found: String?
    try await BridgeRun.listening(to: [topic], on: port) { heard in
      try await publish("listening", "now")
      try await heard.wait(for: "listening now")
      found = await heard.documents(topic).last
    }
    return found
  }
}
