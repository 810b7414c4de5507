import ArgumentParser
import BridgeConfig
import GardenSetup
import HostSystem
import MQTTTypes
import ProgramConfig

extension SetupRun {
  /// Writes the first config, or adds what the present one lacks.
  ///
  /// - Returns: whether a config was written.
  mutating func writeConfig(_ found: FoundConfig) throws -> Bool {
    var files = SetupFiles()
    if present == nil {
      try addFirstConfig(found, to: &files)
    } else if !found.offeredPlants.isEmpty, let text = SetupFiles.text(options.configPath) {
      let added = ConfigAddition.text(text, adding: found.text(broker: nil))
      guard check(added, else: "The new entries do not fit into this file by themselves. They are:") else {
        talk.show(found.text(broker: nil).split(separator: "\n").map(String.init))
        return false
      }
      files.add(options.configPath, mode: 0o644, added)
    }
    addSecrets(to: &files)
    if files.isEmpty {
      talk.say("Nothing has to be written.")
      return false
    }
    let changes = files.paths.contains(options.configPath)
    guard try put(files, asking: "Write these files?") else {
      if present != nil { return false }
      throw talk.end("Nothing was written.", .failure)
    }
    return changes
  }

  private mutating func addFirstConfig(_ found: FoundConfig, to files: inout SetupFiles) throws {
    var config = SetupConfig()
    config.folder = folder
    config.host = reach.host
    config.port = reach.port
    config.isEncrypted = reach.tls != nil
    if let file = reach.tls?.caFile, let authority = SetupFiles.text(file) {
      // Where the service's user can read it.
      let copy = "\(folder)/broker-ca.pem"
      files.add(copy, mode: 0o644, authority)
      config.authorityFile = copy
    }
    if broker == .ours {
      config.username = "loam"
      config.webUsername = "loam-web"
      config.commandsSocket = ships.commandsSocket
    } else if let username = reach.username {
      config.username = username
      config.sharesAccount = reach.letsAccountInTwice
      if !config.sharesAccount {
        talk.say(
          "This broker lets an account in once. Commands such as loam plants need one of their own: broker.commands_account in \(options.configPath)."
        )
      }
      config.webUsername = webAccount?.username
      for (name, password) in [
        (SetupConfig.passwordFile, reach.password), (SetupConfig.webPasswordFile, webAccount?.password),
      ] {
        guard let password else { continue }
        secrets[name] = password
        files.addSecret("\(folder)/\(name)", password)
      }
    }
    if let named = options.pageBroker {
      config.pageBroker = named
    } else if !reach.isHere || ships.pagePort != 9001 {
      let host = reach.isHere ? Self.address : reach.host
      config.pageBroker = "ws://\(host):\(ships.pagePort)"
    }
    _ = secret(SetupConfig.passwordFile)
    _ = secret(SetupConfig.webPasswordFile)
    _ = secret(SetupConfig.tokenFile)
    let text = config.text(found)
    guard check(text, else: "This config would not be right. Please report it with these lines:") else {
      throw ExitCode(.software)
    }
    files.add(options.configPath, mode: 0o644, text)
  }

  /// The same check as that of `loam check`, before anything is written.
  private func check(_ text: String, else complaint: String) -> Bool {
    let (folder, secrets) = (folder, secrets)
    let result = ConfigFile.read(
      text: text, fileName: options.configPath, environment: HostProgram.environment,
      readSecret: { path in
        let name = String(path.split(separator: "/").last ?? "")
        if path == "\(folder)/\(name)", let known = secrets[name] { return .success(known) }
        return SetupFiles.text(path).map { .success($0) } ?? .failure(FileUnreadable("it cannot be read"))
      }, readFile: ConfigSource(named: options.configPath).part, timeZoneExists: { ZoneTable.exists($0) })
    guard case .failure(let problems) = result else { return true }
    talk.say(complaint)
    StandardError.write(problems.description)
    return false
  }

  /// This machine as others reach it.
  static var address: String { HostNetwork.address ?? HostProcess.machine }
}
