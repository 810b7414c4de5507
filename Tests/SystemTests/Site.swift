import FoundationEssentials
import TestKit
import Testing

/// The world of a test: a broker, and a folder for what a test writes.
///
/// It is the one that we ship: its settings, access rules and accounts. Bridges and devices come to its door, where an account has one client id;
/// at ``port`` are the tests' own hands. The bridge never begins a session anew: what the broker keeps for it are people's answers.
struct Site {
  enum World {
    case shipped
    /// With lines of `mosquitto.conf` that count instead of ours.
    case changed([String], because: String)
    /// No accounts, and free client ids.
    case open([String] = [], because: String)
    /// A broker of somebody else.
    case made(TestBroker.Options, because: String)
  }

  let broker: TestBroker
  var isOpen = false
  var port: String { "\(broker.port)" }
  var folder: String { broker.folder.path }
  /// Of the broker, in a bridge's config, in place of `port: 1883`.
  var reach: String { isOpen ? "port: \(port)" : broker.reach }

  static func during(
    _ world: World = .shipped, isAway: Bool = false, _ body: (Site) async throws -> Void
  ) async throws {
    let site: Site
    switch world {
    case .shipped: site = Site(broker: try .shipped(hasHands: true))
    case .changed(let lines, _): site = Site(broker: try .shipped(hasHands: true, lines: lines))
    case .open(let lines, _):
      var options = TestBroker.Options()
      options.hasPort = true
      options.lines = lines
      site = Site(broker: try TestBroker(options), isOpen: true)
    case .made(let options, _): site = Site(broker: try TestBroker(options), isOpen: true)
    }
    // Python's tests find it there.
    try site.broker.folder.write(site.reach, to: "reach")
    try await site.broker.during(isAway: isAway) { _ in try await body(site) }
    // At somebody else's broker a command may ask as the bridge, before that has ever lived there.
    if case .made = world { return }
    #expect(site.broker.cleanStarts.isEmpty, "the bridge threw away what the broker kept for it")
  }

  /// A script's config with this broker and this folder in it, or with another folder for the store.
  func config(_ name: String, store: String? = nil) throws -> String {
    let text = try String(contentsOfFile: Program.scripts + "/" + name, encoding: .utf8)
    return try config(text: text, name, store: store)
  }

  /// The same for a config that stands in a test.
  func config(text: String, _ name: String = "garden.yaml", store: String? = nil) throws -> String {
    let text =
      text.replacing("port: 1883", with: reach) + "store: {path: \(store ?? folder + "/store")}\n"
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
