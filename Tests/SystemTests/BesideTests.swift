import Foundation
import TestKit
import Testing

/// What commands do at a broker that gives an account one client id, and how the bridge is asked without the broker.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(15))) struct BesideTests {
  private static let config = """
    broker: {host: 127.0.0.1, port: 1883, username: loam, password_file: SECRET}
    sensors: {probe: {family: zigbee2mqtt, topic: zigbee2mqtt/basil}}
    plants: {basil: {name: Basil, sensors: probe, dry_below: 30%}}
    people: {anna: {devices: {anna-phone: {role: operator}}}}

    """

  /// `loam` with that exit code, and what it said.
  private func loam(_ words: [String]) async throws -> (code: String, output: String) {
    let ended = try await Program.run("sh", ["-c", #""$0" "$@"; echo "exit $?""#, Program.loam] + words)
    let lines = ended.output.split(separator: "\n", omittingEmptySubsequences: false)
    let last = lines.last { $0.hasPrefix("exit ") } ?? ""
    return (String(last.dropFirst(5)), lines.filter { $0 != last }.joined(separator: "\n"))
  }

  @Test func `no command ever comes as the bridge, and each says what to do instead`() async throws {
    let accounts = try TemporaryFolder()
    for (name, flags) in [("loam", ["-b", "-c"]), ("author", ["-b"])] {
      let made = try await Program.run(
        "mosquitto_passwd", flags + [accounts.file("accounts"), name, "secret"])
      try #require(made.isSuccess, "\(made.output)")
    }
    let secret = try accounts.write("secret\n", to: "secret")
    var options = TestBroker.Options()
    options.hasPort = true
    options.allowsAnonymous = false
    options.lines = ["password_file \(accounts.file("accounts"))"]
    options.portLines = ["use_username_as_clientid true"]
    try await Site.during(.made(options, because: "the commands have an account, and no socket")) { site in
      let text = Self.config.replacing("SECRET", with: secret)
      let config = try site.config(text: text)
      // Nobody has lived there yet: whether the broker lets the bridge in may be asked.
      let first = try await loam(["check", config, "--broker"])
      #expect(first.code == "0", "\(first.output)")
      let log = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        for words in [
          ["plants"], ["plants", "--json"], ["watch"], ["topics"], ["answer", "basil", "done"], ["set"],
          ["water", "basil"], ["stop", "--all"], ["hold"], ["release"], ["countdown"], ["forecast"],
          ["history", "basil"], ["sniff", "--for", "1s"], ["calibrate", "probe", "--yes", "--wait", "1s"],
          ["record", "--for", "1s"], ["simulate", "notification", "--device", "anna-phone"],
          ["check", "--broker"], ["setup", "--yes", "--listen", "1s"], ["device", "list"],
        ] {
          let ended = try await loam(words + ["--config", config])
          #expect(ended.code == "77", "\(words): \(ended)")
          #expect(
            ended.output.contains("not connected: the account 'loam' is the bridge's"), "\(ended.output)")
        }
        let named = try await loam([
          "plants", "--config", config, "--username", "author", "--password-file", secret,
        ])
        #expect(named.code == "0" && named.output.contains("Basil"), "\(named.output)")
        let other = try site.config(
          text: text.replacing(
            "SECRET}", with: secret + "}"
          ).replacing(
            "password_file: \(secret)}",
            with: "password_file: \(secret), commands_account: {username: author, password_file: \(secret)}}"),
          "other.yaml")
        let written = try await loam(["plants", "--config", other])
        #expect(written.code == "0" && written.output.contains("Basil"), "\(written.output)")
      }
      #expect(!log.contains("not connected"), "\(log)")
      // The end of the broker is the end of its log.
      await site.broker.stop()
      let said = site.broker.log
      #expect(!said.contains { $0.contains("already connected") }, "\(said)")
    }
  }

  @Test func `the bridge says how it does without the broker, and what is not there does not answer`()
    async throws
  {
    try await Site.during { site in
      let config = try site.config(
        text: Self.config.replacing(", username: loam, password_file: SECRET", with: ""))
      let before = try await loam(["health", "--config", config])
      #expect(before.code == "69" && before.output.contains("no bridge answers at "), "\(before)")
      _ = try await BridgeRun.during(config) { log, _ in
        try await log.waitUntilBridgeHears()
        for _ in 0..<20 {
          let well = try await loam(["health", "--config", config])
          #expect(well.code == "0" && well.output.contains("runs, connected to the broker at "), "\(well)")
        }
        await site.broker.stop()
        try await log.wait(for: "not connected")
        let away = try await loam(["health", "--config", config])
        #expect(away.code == "75" && away.output.contains("runs; it is not connected"), "\(away)")
      }
      // A killed bridge leaves its socket there.
      #expect(FileManager.default.fileExists(atPath: site.folder + "/store/health.sock"))
      let after = try await loam(["health", "--config", config])
      #expect(after.code == "69", "\(after)")
    }
  }
}
