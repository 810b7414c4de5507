import GardenSetup
import Testing

/// Of a broker in a backup count its accounts and what single ones may do.
@Suite struct BrokerBackupTests {
  private static let ships = ShippedBroker()

  private static func read(
    settings: String = ships.settings, rights: String = ships.rights, passwords: String = ""
  ) throws(BrokerBackup.Refusal) -> BrokerBackup {
    try BrokerBackup(settings: settings, rights: rights, passwords: passwords, ships: ships, base: "plants")
  }

  @Test func `what we ship comes back as it is, with the ports that it had`() throws {
    let plain = try Self.read()
    #expect(plain.settings(plugin: nil) == Self.ships.settings && plain.leftOut.isEmpty)
    #expect(plain.rights(withPlugin: false) == Self.ships.rights)
    var moved = Self.ships
    moved.port = 1884
    #expect(try Self.read(settings: moved.settings).settings(plugin: nil) == moved.settings)
  }

  @Test(arguments: [
    "user root", "  plugin /etc/loam/evil.so", "plugin\t/etc/loam/evil.so", "auth_plugin /x.so",
    "auth_opt_x y",
    "plugin_opt_backdoor yes", "include_dir /etc/loam", "pid_file /etc/cron.d/x",
    "log_dest file /etc/profile.d/x",
    "persistence_location /etc/", "http_dir /", "plugin /usr/lib/x86_64-linux-gnu/../../../etc/evil.so",
  ])
  func `settings that could do something to the machine are refused`(line: String) {
    #expect(throws: BrokerBackup.Refusal.self) { try Self.read(settings: Self.ships.settings + line + "\n") }
  }

  @Test func `settings of the owner's own are left out by name`() throws {
    let backup = try Self.read(
      settings: Self.ships.settings + "\nlistener 8883\ncertfile /etc/loam/c.pem\nbridge_x 1\n")
    #expect(backup.leftOut == ["'certfile' of broker/loam.conf", "'bridge_x' of broker/loam.conf"])
    #expect(backup.settings(plugin: nil) == Self.ships.settings)
  }

  @Test func `the plugin is switched on where it was, at this machine's place`() throws {
    let on = Self.ships.settings.replacing("#plugin", with: "plugin")
    let backup = try Self.read(settings: on)
    #expect(backup.phonesPath == "/var/lib/mosquitto/loam-accounts.json")
    let text = backup.settings(plugin: "/usr/lib/aarch64-linux-gnu/mosquitto_dynamic_security.so")
    #expect(text.contains("\nplugin /usr/lib/aarch64-linux-gnu/mosquitto_dynamic_security.so\n"))
    #expect(text.contains("\nplugin_opt_config_file /var/lib/mosquitto/loam-accounts.json\n"))
    #expect(backup.rights(withPlugin: true).contains("\ntopic readwrite $CONTROL/dynamic-security/v1/#\n"))
  }

  @Test func `accounts keep what is their own, and no more`() throws {
    let own = [
      ("bed-plug", "topic write tele/bed-plug/#"), ("loam", "topic readwrite house/#"),
      ("loam-push", "topic write plants/v1/d/anna-telegram/up/#"), ("wall", "topic read plants/v1/state/#"),
      ("wall", "topic deny plants/v1/d/#"),
    ]
    let wide = [
      ("", "topic readwrite #"), ("", "pattern readwrite #"), ("bed-plug", "topic readwrite #"),
      ("bed-plug", "topic write +/set"), ("bed-plug", "topic readwrite plants/v1/d/+/up/action"),
      ("bed-plug", "topic write plants/v1/bridge/status"), ("bed-plug", "topic read plants/#"),
      ("bed-plug", "topic readwrite $CONTROL/#"), ("bed-plug", "topic x"), ("bed-plug", "topic write a/#/b"),
      ("bed-plug", "listener 1"),
    ]
    let lines = (own + wide).map { user, line in (user.isEmpty ? "" : "user \(user)\n") + line + "\n" }
    let backup = try Self.read(
      rights: lines.suffix(wide.count).prefix(2).joined() + Self.ships.rights + lines.joined())
    let rights = backup.rights(withPlugin: false)
    #expect(rights.hasPrefix(Self.ships.rights))
    let added = rights.dropFirst(Self.ships.rights.count)
    for (user, line) in own {
      let section = added.split(separator: "\nuser ").first { $0.hasPrefix(user + "\n") } ?? ""
      #expect(section.contains("\n\(line)\n"), "\(user): \(line)")
    }
    for (_, line) in wide {
      #expect(!added.contains(line + "\n"), "\(line)")
      #expect(backup.leftOut.contains("'\(line)' of broker/loam.acl"), "\(line)")
    }
  }

  @Test func `the password file holds accounts and nothing else`() throws {
    let good = "loam:$7$101$c2FsdA==$aGFzaA==\nzigbee2mqtt:$6$c2FsdA==$aGFzaA==\n"
    var old = try Self.read(passwords: "# a remark\n" + good)
    #expect(old.passwords == good)
    for line in ["loam:secret", "loam:", ":$7$1$a$b", "no account", "a b:$7$1$a$b", "#x\nevil"] {
      #expect(throws: BrokerBackup.Refusal.self, "\(line)") {
        old = try Self.read(passwords: good + line + "\n")
      }
    }
  }
}
