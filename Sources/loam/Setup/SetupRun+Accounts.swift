import ArgumentParser
import Bridge
import GardenSetup
import HostSystem
import Hub
import MQTTTypes

extension SetupRun {
  /// Loam's own accounts at a broker with our settings, and the files of their passwords.
  private var accounts: [(name: String, file: String)] {
    let own = [
      ("loam", SetupConfig.passwordFile), ("loam-web", SetupConfig.webPasswordFile),
      (SetupConfig.pageDevice, SetupConfig.tokenFile),
    ]
    return own + (hasPush ? [("loam-push", SetupConfig.pushPasswordFile)] : [])
  }

  private var hasPush: Bool {
    HostProgram.folder.map { HostProgram.isExecutable($0 + "/loam-push") } ?? false
  }

  /// The password in that file; a new one where there is none.
  mutating func secret(_ name: String) -> (text: String, isNew: Bool) {
    if let known = secrets[name] { return (known, false) }
    if let text = SetupFiles.text("\(folder)/\(name)"), let line = text.split(separator: "\n").first {
      secrets[name] = String(line)
      return (String(line), false)
    }
    var random = HostRandom()
    let made = NewPassword.make(using: &random)
    secrets[name] = made
    if name == SetupConfig.tokenFile { hasNewToken = true }
    return (made, true)
  }

  /// Where systemd's units look for passwords; who has none is given one, also where the broker asks for none.
  mutating func addSecrets(to files: inout SetupFiles) {
    let push = hasPush ? [SetupConfig.pushPasswordFile] : []
    let names = [SetupConfig.passwordFile, SetupConfig.webPasswordFile, SetupConfig.tokenFile] + push
    for name in names where secret(name).isNew || HostFile.facts(of: "\(folder)/\(name)") == nil {
      files.addSecret("\(folder)/\(name)", secret(name).text)
    }
  }

  /// A broker that has our settings lets in each program of ours.
  mutating func completeAccounts() throws {
    let isThere = HostFile.facts(of: ships.passwordsPath) != nil
    let text = SetupFiles.text(ships.passwordsPath)
    guard !isThere || text != nil else {
      throw talk.end(
        "\(ships.passwordsPath) cannot be read. It needs root: sudo loam setup",
        .noPermission)
    }
    let known = ShippedBroker.accounts(in: text ?? "")
    var missing: [(name: String, password: String)] = []
    var files = SetupFiles()
    for account in accounts {
      let (password, isNew) = secret(account.file)
      if isNew { files.addSecret("\(folder)/\(account.file)", password) }
      if isNew || !known.contains(account.name) { missing.append((account.name, password)) }
    }
    files.add(accounts: missing, to: ships.passwordsPath, owner: HostUser("mosquitto"))
    let isHeard = try !addRights(to: &files)
    useOwnAccount()
    guard !files.isEmpty else { return }
    talk.say(
      isHeard
        ? "mosquitto has Loam's settings. Some of Loam's accounts are missing; these files give them to it."
        : "mosquitto has Loam's settings, and lets Loam hear less than your config asks for; these files mend it."
    )
    guard try put(files, asking: "Write these files?") else {
      throw talk.end("Nothing was changed.", .failure)
    }
    if !missing.isEmpty || !isHeard { try renewBroker("reload") }
  }

  /// What the config listens to, and the account may not read.
  private func addRights(to files: inout SetupFiles) throws -> Bool {
    guard let present, let rights = SetupFiles.text(ships.rightsPath) else { return false }
    let filters = try Startup.subscriptions(of: present).map(\.filter)
    let lines = ShippedBroker.missing(filters, for: ShippedBroker.account, in: rights)
    guard !lines.isEmpty else { return false }
    files.add(
      ships.rightsPath, mode: 0o640, owner: HostUser("mosquitto"),
      ShippedBroker.rights(rights, with: lines, for: ShippedBroker.account))
    return true
  }

  private mutating func useOwnAccount() {
    guard present == nil else { return }
    reach.username = "loam"
    reach.password = secrets[SetupConfig.passwordFile]
    reach.socket = HostFile.facts(of: ships.commandsSocket) == nil ? nil : ships.commandsSocket
  }

  /// The broker was installed with Loam: nobody has used it before. By when Debian's packages were unpacked.
  private static var cameTogether: Bool {
    let times = ["mosquitto", "loam"].compactMap {
      HostFile.facts(of: "/var/lib/dpkg/info/\($0).list")?.modifiedNanoseconds
    }
    return times.count == 2 && abs(times[0] - times[1]) < 3_600_000_000_000
  }

  /// Accounts for a broker that nobody has configured and nobody uses.
  ///
  /// - Returns: whether the broker has them now.
  mutating func offerAccounts(heardNothing: Bool) throws -> Bool {
    guard broker == .untouched, present == nil else { return false }
    guard heardNothing, clientsBefore == 0 else {
      broker = .others
      let connected = clientsBefore == 1 ? "1 is connected" : "\(clientsBefore) are connected"
      let proof = clientsBefore > 0 ? connected : "\(heardCount) messages were heard"
      talk.say()
      talk.say(
        "Other programs use this broker without an account (\(proof)). It stays as it is, and Loam uses it as they do."
      )
      return false
    }
    var files = SetupFiles()
    let owner = HostUser("mosquitto")
    files.add(ships.settingsPath, mode: 0o644, ships.settings)
    if HostFile.facts(of: ships.rightsPath) == nil {
      files.add(ships.rightsPath, mode: 0o640, owner: owner, ships.rights)
    }
    let list = accounts.map { (name: $0.name, password: secret($0.file).text) }
    files.add(accounts: list, to: ships.passwordsPath, owner: owner)
    addSecrets(to: &files)
    let names = accounts.map(\.name)
    talk.heading(
      "Nobody was heard on this broker. Loam can give it accounts, so that each may do no more than it needs:"
    )
    talk.show([
      "\(ships.settingsPath): nobody is let in without an account; ports \(ships.port) and \(ships.pagePort) open to your network",
      "\(ships.rightsPath): what each account may read and write",
      "\(ships.passwordsPath): the accounts \(names.dropLast().joined(separator: ", ")) and \(names.last ?? "")",
    ])
    talk.say(
      Self.cameTogether
        ? "It was installed with Loam."
        : "What is asleep now, such as a probe on a battery or a program that is switched off, is locked out until you give it an account. "
          + "Without them Loam uses the broker as it is."
    )
    guard
      try put(
        files, if: { try talk.agree("Give the broker accounts?", usual: Self.cameTogether, files: files) })
    else {
      broker = .others
      secrets = [:]
      return false
    }
    broker = .ours
    useOwnAccount()
    reach.socket = nil
    try renewBroker("restart")
    talk.say("The broker lets Loam in with its account.")
    return true
  }

  /// What the owner does for everything that speaks to the broker.
  func sayAccountsOfOthers() {
    talk.heading("Every program and device that speaks to the broker needs an account now:")
    talk.show([
      "mosquitto_passwd \(ships.passwordsPath) zigbee2mqtt",
      SystemTools.hasUnit("mosquitto.service")
        ? "systemctl reload mosquitto" : "kill -HUP (mosquitto's process)",
    ])
    talk.say(
      "Put the same name and password into that program: mqtt: {user: …, password: …} in zigbee2mqtt, user=…,pass=… behind -F mqtt:// "
        + "for rtl_433, MqttUser and MqttPassword for Tasmota. What each name may do stands in \(ships.rightsPath)."
    )
  }
}
