package import BridgeConfig

/// The first config, from what was found out.
package struct SetupConfig: Sendable {
  package var host = "localhost"
  package var port = 1883
  package var isEncrypted = false
  /// Of the authority that signed the broker's certificate.
  package var authorityFile: String?
  /// `nil`: the broker lets everybody in.
  package var username: String?
  /// The web process's account, where the broker gives each program its own.
  package var webUsername: String?
  package var commandsSocket: String?
  /// The broker lets several in under one account: then commands come as the bridge does.
  package var sharesAccount = false
  /// The folder of the config and of its passwords.
  package var folder = "/etc/loam"
  /// Where a page in a browser reaches the broker; `nil`: at the page's own host, port 9001. A path: at the proxy before the page.
  package var pageBroker: String?

  package init() {}

  /// Names of files in ``folder``.
  package static let passwordFile = "mqtt-password"
  package static let webPasswordFile = "web-mqtt-password"
  package static let pushPasswordFile = "push-mqtt-password"
  package static let tokenFile = "web-token"
  /// The account of the page in a browser: its device under `people`.
  package static let pageDevice = FoundConfig.pageDevice

  package func text(_ found: FoundConfig) -> String {
    """
    # Written by `loam setup`. `man loam.yaml` explains every key. After a change: loam check, then systemctl reload loam.

    broker:
    \(broker)

    \(garden(found))
    # The page, for \(isBehindProxy ? "the proxy on this machine" : "every machine of this network"). Its password is in \(folder)/\(Self.tokenFile).
    web:
    \(web)

    store:
      path: ${STATE_DIRECTORY:-/var/lib/loam}/store

    """
  }

  private var isBehindProxy: Bool { pageBroker?.contains(":") == false }

  private var broker: String {
    var lines = ["host: \(YAMLText.value(host))"]
    if port != (isEncrypted ? 8883 : 1883) { lines.append("port: \(port)") }
    if isEncrypted {
      let authority = authorityFile.map { ", ca_file: \(YAMLText.quoted($0))" } ?? ""
      lines.append("tls: {enabled: true\(authority)}")
    }
    if let username {
      lines += ["username: \(YAMLText.value(username))", "password_file: \(secret(Self.passwordFile))"]
    }
    if let username, sharesAccount {
      lines.append(
        "commands_account: {username: \(YAMLText.value(username)), password_file: '\(folder)/\(Self.passwordFile)'}"
      )
    }
    if let commandsSocket { lines.append("commands_socket: \(commandsSocket)") }
    return lines.map { "  \($0)" }.joined(separator: "\n")
  }

  private var web: String {
    var lines = [
      "listen: \(isBehindProxy ? "localhost" : "0.0.0.0")", "token_file: \(secret(Self.tokenFile))",
    ]
    if let webUsername {
      lines += [
        "account:", "  username: \(YAMLText.value(webUsername))",
        "  password_file: \(secret(Self.webPasswordFile))",
      ]
    }
    if let pageBroker { lines.append("page: {broker: \(YAMLText.quoted(pageBroker))}") }
    return lines.map { "  \($0)" }.joined(separator: "\n")
  }

  /// Where systemd hands the file over, else where it is.
  private func secret(_ name: String) -> String { "${CREDENTIALS_DIRECTORY:-\(folder)}/\(name)" }

  private func garden(_ found: FoundConfig) -> String {
    let text = found.text(broker: nil)
    if !found.offeredPlants.isEmpty { return text }
    return """
      # Nothing was heard yet. So a plant looks: put your own names in, and remove the '#'. `loam sniff` finds your devices, and
      # `loam setup` adds them here.
      #sensors:
      #  basil-probe:
      #    family: zigbee2mqtt
      #    topic: zigbee2mqtt/Basil
      #plants:
      #  basil:
      #    name: Basil
      #    sensors: basil-probe
      #    dry_below: 30%

      \(text)
      """
  }
}
