internal import Foundation

extension TestBroker {
  /// Who may come to the door of ``shipped(accounts:webPort:hasHands:lines:arguments:)``.
  package static let accounts = [
    "loam", "loam-web", "loam-push", "zigbee2mqtt", "home-assistant", "anna-phone", "anna-watch",
    "anna-browser", "anna-ntfy",
    "anna-telegram", "bo-phone", "bob-phone", "bob-tablet", "emma-phone", "hall-reader", "hall-tablet",
    "wall-tablet",
    "wei-phone",
  ]

  /// Topics that an owner adds to what the bridge's account may, for what stands in no list of ours.
  private static let ownTrees = [
    "garden", "probe", "pots", "shellies", "ecowitt2mqtt", "spBv1.0", "wild", "bed-node", "frost-guard",
    "STATE",
  ]

  package static func password(of account: String) -> String { "pw-\(account)" }

  /// With the settings and the access rules of `deploy`, on free ports of the loopback interface.
  ///
  /// - Parameters:
  ///   - webPort: for pages in a browser.
  ///   - hasHands: the tests' own hands come to a port of their own, where ids are free and nobody needs an account, and may do everything;
  ///     bridges and devices come to ``door``.
  ///   - lines: of `mosquitto.conf`, which count instead of the shipped ones.
  package static func shipped(
    accounts: [String] = accounts, webPort: UInt16? = nil, hasHands: Bool = false, lines: [String] = [],
    arguments: [String] = []
  ) throws -> TestBroker {
    let door = try LoopbackPort.free()
    let port = hasHands ? try LoopbackPort.free() : door
    let web = try webPort ?? LoopbackPort.free()
    let deploy = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../deploy")
      .standardizedFileURL
    return try TestBroker(port: port, door: door, arguments: arguments) { folder in
      let passwords = try folder.write(accounts.map { "\($0):\(password(of: $0))\n" }.joined(), to: "passwd")
      let hashing = try Process.run(
        URL(filePath: "/usr/bin/env"), arguments: ["mosquitto_passwd", "-U", passwords])
      hashing.waitUntilExit()
      guard hashing.terminationStatus == 0 else { throw Failure(description: "mosquitto_passwd failed") }
      try folder.write("\(password(of: "loam"))\n", to: "password")
      var rules = try String(contentsOf: deploy.appending(path: "loam.acl"), encoding: .utf8)
      var text = try String(contentsOf: deploy.appending(path: "mosquitto.conf"), encoding: .utf8)
        .replacing("/etc/mosquitto/loam.passwd", with: passwords)
        .replacing("listener 1883", with: "listener \(door) 127.0.0.1")
        .replacing("listener 9001", with: "listener \(web) 127.0.0.1")
        .replacing("/run/mosquitto/loam.sock", with: folder.file("loam.sock"))
      if hasHands {
        let own = ownTrees.map { "topic readwrite \($0)/#\n" }.joined()
        rules =
          "topic readwrite #\ntopic readwrite $SYS/#\n"
          + rules.replacing("user loam\n", with: "user loam\n\(own)")
        text = text.replacing("allow_anonymous false", with: "allow_anonymous true")
        text += "\npersistence true\npersistence_location \(folder.path)/\nlistener \(port) 127.0.0.1\n"
      }
      text = text.replacing("/etc/mosquitto/loam.acl", with: try folder.write(rules, to: "acl"))
      return ([text] + lines).joined(separator: "\n")
    }
  }

  /// How the bridge comes to its door, in a config, in place of `port: 1883`.
  package var reach: String {
    "port: \(door), username: loam, password_file: \(folder.file("password")), commands_socket: \(folder.file("loam.sock"))"
  }

  /// The bridge's connections that threw away what the broker kept for it.
  package var cleanStarts: [String] { log.filter { $0.contains(" as loam (p") && $0.contains(", c1, ") } }
}
