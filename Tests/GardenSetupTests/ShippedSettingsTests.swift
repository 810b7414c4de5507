import DeviceFamilies
import GardenSetup
import Testing

@Suite struct ShippedSettingsTests {
  @Test func `as shipped they are the files of deploy`() {
    let ships = ShippedBroker()
    #expect(ships.settings.contains("\nlistener 1883\nuse_username_as_clientid true\n"))
    #expect(ships.settings.contains("password_file /etc/mosquitto/loam.passwd\n"))
    #expect(ships.rights.contains("\nuser loam-web\n"))
    #expect(ships.readable.contains("zigbee2mqtt/#") && !ships.readable.contains("plants/v1/#"))
  }

  @Test(arguments: Families.all)
  func `the bridge may hear and command each family that has a tree of its own`(_ family: Family) {
    // Called as their owner likes, or a Shelly's own id: a line each, which the owner adds.
    let anyName: Set = [
      "garden", "greenhouse", "shellyplusuni-a8032ab6f0e1", "shellyplus1-a8032ab12345", "OS-0A1B2C3D4E5F",
    ]
    // Below prefixes that are the family's.
    let prefixed = ["bed-probe": "tele", "bed-valve": "cmnd", "C4:7C:8D:65:B6:63": "home"]
    let granted = ShippedBroker().rights(of: "loam")
    for line in family.block.split(separator: "\n") {
      guard let topic = line.firstMatch(of: /^ +(?:command_)?topic: ([^\/ ]+)/)?.1,
        !anyName.contains(String(topic))
      else {
        continue
      }
      #expect(granted.contains("topic readwrite \(prefixed[String(topic)] ?? String(topic))/#"), "\(line)")
    }
  }

  @Test func `what another broker's owner is asked for is no wider than what we ship`() {
    let lines = OwnersLines.accounts
    #expect(!lines.contains("topic readwrite #") && lines.contains("topic deny plants/v1/d/+/up/push"))
    #expect(lines.contains("topic readwrite zigbee2mqtt/#") && lines.contains("topic deny plants/v1/d/#"))
    for isUntouched in [true, false] {
      let page = OwnersLines.page(port: 1883, pagePort: 9001, isUntouched: isUntouched)
      #expect(page.contains("pattern write plants/v1/d/%u/up/#") && page.contains { $0.contains("acl_file") })
      #expect(!page.contains { $0.contains("zigbee2mqtt") })
    }
  }

  @Test(
    arguments: [
      (["zigbee2mqtt/Basil", "tele/pots/SENSOR", "plants/v1/d/+/up/#", "home/+/BTtoMQTT/C47C8D65B663"], []),
      (
        ["greenhouse/sensor/+/state", "greenhouse/status", "garden/bed/moisture"],
        ["topic readwrite garden/#", "topic readwrite greenhouse/#"]
      ),
      (["+/bed/moisture"], ["topic read +/bed/moisture"]), (["$CONTROL/x"], []),
    ])
  func `what a config listens to and the account may not read is named, and added`(
    filters: [String], lines: [String]
  ) {
    let rights = ShippedBroker().rights
    #expect(ShippedBroker.missing(filters, for: "loam", in: rights) == lines)
    let added = ShippedBroker.rights(rights, with: lines, for: "loam")
    #expect(ShippedBroker.missing(filters, for: "loam", in: added).isEmpty)
    #expect(ShippedBroker.missing(filters, for: "loam-web", in: added).isEmpty == filters[0].hasPrefix("$"))
  }

  @Test func `rights that do not name the account get it, and stay what they are else`() {
    for (old, kept) in [
      ("", ""), ("user bob\ntopic read #", "user bob\ntopic read #\n\n"), ("# ours\n", "# ours\n\n"),
    ] {
      let new = ShippedBroker.rights(old, with: ["topic read garden/#"], for: "loam")
      #expect(new == "\(kept)user loam\ntopic read garden/#\n")
    }
  }

  @Test func `another folder and other ports stand in all their places`() {
    var ships = ShippedBroker()
    ships.folder = "/opt/broker"
    ships.port = 1884
    ships.pagePort = 9002
    ships.commandsSocket = "/run/other.sock"
    for line in [
      "listener 1884", "listener 9002", "listener 0 /run/other.sock", "acl_file /opt/broker/loam.acl",
    ] { #expect(ships.settings.contains("\n\(line)\n"), "\(line)") }
    #expect(!ships.settings.contains("\npassword_file /etc/"))
  }

  @Test(arguments: [
    ("# a word\ninclude_dir /etc/mosquitto/conf.d\n", ["README", "loam.conf"], true),
    ("include_dir x\n", ["house.conf"], false), ("  listener 1883\n", [], false),
    ("allow_anonymous true\n", [], false), ("#listener 1883\n", [], true),
  ])
  func `a mosquitto is untouched until somebody says who may use it`(
    main: String, included: [String], isUntouched: Bool
  ) {
    #expect(ShippedBroker.isUntouched(main: main, included: included) == isUntouched)
  }

  @Test func `accounts are added, and one that is there gets its new password`() {
    let text = ShippedBroker.passwords(
      "zigbee2mqtt:$7$a\nloam:$7$old\n", with: ["loam:$7$new", "loam-web:$7$b"])
    #expect(text == "zigbee2mqtt:$7$a\nloam:$7$new\nloam-web:$7$b\n")
    #expect(ShippedBroker.accounts(in: text) == ["zigbee2mqtt", "loam", "loam-web"])
  }

  @Test func `a password has four groups of five, and no two are alike`() {
    var random = SystemRandomNumberGenerator()
    let made = (0..<100).map { _ in NewPassword.make(using: &random) }
    #expect(made.allSatisfy { $0.wholeMatch(of: /([a-z2-9]{5}-){3}[a-z2-9]{5}/) != nil })
    #expect(Set(made).count == 100)
  }

  @Test func `a difference shows what is around it`() {
    let lines = LineDifference.lines(from: "a\nb\nc\nd\ne\nf\n", to: "a\nb\nc\nd\nx\nf\n")
    #expect(lines == ["  …", "  c", "  d", "- e", "+ x", "  f"])
    #expect(LineDifference.lines(from: "a\n", to: "a\n").isEmpty)
  }
}
