import BridgeConfig
import DeviceFamilies
import Testing

@Suite struct SecretTests {
  private let garden = """
    sensors: {probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Basil}}
    plants: {basil: {sensors: probe}}

    """

  @Test func `a password comes from the first line of its file`() throws {
    let settings = try read(
      garden + "broker: {username: loam, password_file: '${CREDENTIALS_DIRECTORY}/mqtt-password'}"
    ).get()
    #expect(settings.broker.password?.revealed == "correct horse")
  }

  @Test(arguments: [
    ("correct horse\nmore", "correct horse"), ("\u{FEFF}correct horse\r\n", "correct horse"),
    ("\n\ncorrect horse", "correct horse"), ("", nil), ("\n", nil), ("c\0o\0r\0", nil),
  ])
  func `a file's first line is the password, without what an editor puts before it`(
    text: String, line: String?
  ) {
    #expect(SecretText.firstLine(of: text) == line)
  }

  @Test func `the same config serves a shell, where systemd has set nothing`() throws {
    let text = "broker: {username: loam, password_file: '${NOWHERE:-/run/credentials/loam}/mqtt-password'}"
    #expect(try read(garden + text).get().broker.password?.revealed == "correct horse")
    let empty = "broker: {username: loam, password_file: '${EMPTY:-/run/credentials/loam}/mqtt-password'}"
    #expect(try read(garden + empty).get().broker.password?.revealed == "correct horse")
    let set = "broker: {username: loam, password_file: '${CREDENTIALS_DIRECTORY:-/nowhere}/mqtt-password'}"
    #expect(try read(garden + set).get().broker.password?.revealed == "correct horse")
  }

  @Test func `a password comes from the environment`() throws {
    let settings = try read(garden + "broker: {username: loam, password_env: LOAM_MQTT_PASSWORD}").get()
    #expect(settings.broker.password?.revealed == "hunter2")
  }

  private let owners = """
    sensors: {probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Basil}}
    plants: {basil: {sensors: probe}}
    broker: {username: loam, password_file: /root/mqtt}
    web: {token_file: /root/web, account: {username: loam-web, password_file: /root/web-mqtt}}

    """

  private func readAs(_ owner: SecretOwner, files: [String: String]) -> Result<BridgeSettings, ConfigProblems>
  {
    ConfigFile.read(
      text: owners, fileName: "loam.yaml", environment: [:],
      readSecret: { path in
        files[path].map { .success($0) } ?? .failure(FileUnreadable("not permitted"))
      }, reader: owner)
  }

  @Test func `each process reads its own secrets and cannot do without them`() throws {
    let web = try readAs(.web, files: ["/root/web": "correct horse battery", "/root/web-mqtt": "w"]).get()
    #expect(web.web.token?.revealed == "correct horse battery")
    #expect(web.web.account?.password?.revealed == "w")
    #expect(web.broker.password?.revealed == "")
    let bridge = try readAs(.bridge, files: ["/root/mqtt": "m"]).get()
    #expect(bridge.broker.password?.revealed == "m")
    #expect(bridge.web.token?.revealed == "")
    #expect(report(readAs(.web, files: [:])).contains("web.token_file cannot be read: not permitted"))
    #expect(
      report(readAs(.bridge, files: [:])).contains("broker.password_file cannot be read: not permitted"))
    #expect(
      report(readAs(.everyone, files: ["/root/mqtt": "m"])).contains("web.account.password_file cannot"))
  }

  @Test func `no description or dump of the settings shows the password`() throws {
    let settings = try read(garden + "broker: {username: loam, password_env: LOAM_MQTT_PASSWORD}").get()
    var dumped = ""
    dump(settings, to: &dumped)
    #expect(!dumped.contains("hunter2"))
    #expect(!"\(settings)".contains("hunter2"))
    #expect(!String(reflecting: settings).contains("hunter2"))
    #expect(dumped.contains("secret"))
  }

  @Test func `a station's password comes from the environment and is never shown`() throws {
    let settings = try read(
      """
      sensors: {probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Basil}}
      valves:
        drip: {family: opensprinkler, topic: os, part: 0, command_topic: OS, password_env: LOAM_MQTT_PASSWORD}
      plants: {basil: {sensors: probe, watering: {valve: drip}}}
      """
    ).get()
    #expect(settings.actuators.first?.password != nil)
    var dumped = ""
    dump(settings, to: &dumped)
    // MD5 of "hunter2".
    for secret in ["hunter2", "2ab96390c7dbe3439de74d0c9b0b1767"] {
      #expect(!dumped.contains(secret) && !"\(settings)".contains(secret))
    }
  }

  @Test(arguments: [
    "broker:\n  password: hunter2", "broker: {password: hunter2, prot: 1}", "broker: {'password': hunter2}",
    "broker:\n  username: loam\n  password_env: hunter2",
    "broker:\n  username: loam\n  password_file: hunter2",
    "broker:\n  pass: hunter2", "broker:\n  host: loam:hunter2@broker", "broker:\n  Password: hunter2",
    "broker:\n  password: hunter2: really", "broker:\n  password: [hunter2", "broker:\n  password: \"hunter2",
    "brokr:\n  password: hunter2", "broker:\n  password:\n    hunter2",
    "broker:\n  password: {value: hunter2}", "web:\n  token: hunter2", "web:\n  password: hunter2",
    "web:\n  token_file: hunter2", "web:\n  account: {username: web, password: hunter2}",
    "web:\n  page: {broker: \"wss://anna:hunter2@garden.local/\"}",
  ])
  func `a password written into the file by mistake is not repeated`(broker: String) {
    let found = report(read(garden + broker + "\n"))
    #expect(!found.isEmpty)
    #expect(!found.contains("hunter2"))
  }
}
