import HostSystem
import TestKit
import Testing

/// A broker that does not let the bridge hear what people answer: the rules are those of mosquitto's own plugin.
@Suite(.inTurn, .timeLimit(.minutes(5))) struct RefusedSubscriptionTests {
  private static let plugin = [
    "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib/arm-linux-gnueabihf",
  ].map { $0 + "/mosquitto_dynamic_security.so" }.first { HostFile.facts(of: $0) != nil }

  private static func rules(denying topic: String) -> String {
    """
    {"defaultACLAccess": {"publishClientSend": true, "publishClientReceive": true, "subscribe": true, "unsubscribe": true},
     "clients": [], "anonymousGroup": "everyone",
     "groups": [{"groupname": "everyone", "roles": [{"rolename": "deaf"}]}],
     "roles": [{"rolename": "deaf", "acls": [
       {"acltype": "subscribePattern", "topic": "\(topic)", "priority": 0, "allow": false},
       {"acltype": "publishClientSend", "topic": "$CONTROL/#", "priority": 0, "allow": true}]}]}
    """
  }

  private func loam(_ words: String...) async throws -> Program.Ended {
    try await Program.run(Program.loam, words)
  }

  private func during(denying topic: String = "plants/v1/d/#", _ body: (Site) async throws -> Void)
    async throws
  {
    let plugin = try #require(Self.plugin, "mosquitto has no dynamic security plugin")
    let folder = try TemporaryFolder()
    let rules = try folder.write(Self.rules(denying: topic), to: "rules.json")
    try await Site.during(
      .open(
        ["plugin \(plugin)", "plugin_opt_config_file \(rules)"],
        because: "it refuses what our rules grant, and changes while it runs"),
      body)
  }

  /// All whose rules change are disconnected, the one who changes them too.
  private func allow(_ topic: String, at site: Site) async throws {
    _ = try await Program.run(
      "mosquitto_pub",
      [
        "-p", site.port, "-q", "1", "-t", "$CONTROL/dynamic-security/v1", "-m",
        #"{"commands": [{"command": "removeRoleACL", "rolename": "deaf", "acltype": "subscribePattern", "topic": "\#(topic)"}]}"#,
      ])
  }

  @Test func `a plant whose sensor's topic is refused says so, until the broker grants it`() async throws {
    try await during(denying: "zigbee2mqtt/basil") { site in
      let config = try site.config("phone.yaml")
      let log = try await BridgeRun.during(config) { _, _ in
        _ = try await site.document("plants/v1/state/plant/basil") { $0.contains("\"y\":\"refused\"") }
        _ = try await site.document("plants/v1/state/plant/dill") { $0.contains("\"y\":\"never\"") }
        _ = try await site.document("plants/v1/bridge/status") { !$0.contains("trouble") }
        try await allow("zigbee2mqtt/basil", at: site)
        _ = try await site.document("plants/v1/state/plant/basil") { $0.contains("\"y\":\"never\"") }
      }
      // Once for each link: the broker ends the first one when its rules change.
      let answers = log.matches(of: /broker: (\d+) of (\d+) subscriptions granted/)
      #expect(answers.map { (Int($0.2) ?? 0) - (Int($0.1) ?? 0) } == [1, 0], "\(log)")
    }
  }

  @Test func `check names what the bridge would not hear, and fails`() async throws {
    try await during { site in
      let config = try site.config("phone.yaml")
      let checked = try await loam("check", "--config", config, "--broker")
      #expect(!checked.isSuccess)
      #expect(
        checked.output.contains("refuses the subscription plants/v1/d/+/up/action"), "\(checked.output)")
      #expect(!checked.output.contains("refuses the subscription plants/v1/bridge/status"))
    }
  }

  @Test func `the bridge's status says that nothing is heard, until the broker grants it`() async throws {
    try await during { site in
      let config = try site.config("phone.yaml")
      let log = try await BridgeRun.during(config) { _, _ in
        _ = try await site.document("plants/v1/bridge/status") { $0.contains("\"trouble\":\"unheard\"") }
        try await allow("plants/v1/d/#", at: site)
        _ = try await site.document("plants/v1/bridge/status") {
          $0.contains("\"online\":true") && !$0.contains("trouble")
        }
      }
      #expect(log.contains("refuses the subscription plants/v1/d/+/up/action"))
      #expect(log.contains("grants the subscription plants/v1/d/+/up/action now"))
    }
  }
}
