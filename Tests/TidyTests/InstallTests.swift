import Foundation
import TestKit
import Testing

@Suite struct InstallTests {
  private let hasConfig = SourceTree.text("config/example.yaml") != nil

  @Test func `installing puts everything in place, and again changes nothing`() throws {
    try #require(hasConfig, "config/example.yaml is missing")
    let staged = try StagedInstall()
    let first = try staged.install()
    #expect(first.status == 0, "\(first.output)")
    let files = staged.files
    for path in [
      "usr/local/bin/loam", "etc/systemd/system/loam.service", "usr/local/share/doc/loam/mosquitto.conf",
      "usr/local/share/doc/loam/loam.acl", "usr/local/share/man/man5/loam.yaml.5",
    ] { #expect(files[path] != nil, "\(path)") }
    #expect(first.output.contains("Next: sudo loam setup"))
    // What is made here would be the same on every machine that gets these files.
    #expect(files.keys.filter { $0.hasPrefix("etc/loam/") || $0.contains("passwd") } == [])
    #expect(files.keys.filter { $0.hasPrefix("etc/mosquitto/") } == ["etc/mosquitto/mosquitto.conf"])
    let second = try staged.install()
    #expect(second.status == 0, "\(second.output)")
    #expect(staged.files == files)
  }

  @Test func `the web process comes along where it was built`() throws {
    try #require(hasConfig, "config/example.yaml is missing")
    let staged = try StagedInstall()
    #expect(try staged.install().status == 0)
    #expect(staged.files.keys.filter { $0.contains("web") && !$0.hasSuffix(".webp") } == [])
    #expect(try staged.run("uninstall", environment: ["PURGE": "1"]).status == 0)
    try staged.standInForWeb()
    let first = try staged.install()
    #expect(first.status == 0, "\(first.output)")
    let files = staged.files
    for path in [
      "usr/local/bin/loam-web", "usr/local/share/loam/page/index.html",
      "usr/local/share/loam/page/icons/192.png",
      "etc/systemd/system/loam-web.service",
    ] { #expect(files[path] != nil, "\(path)") }
    try staged.writeConfig()
    let second = try staged.install()
    #expect(second.status == 0, "\(second.output)")
    #expect(second.output.contains("add the web process's own account to /etc/loam/loam.yaml"))
    #expect(staged.files.filter { files[$0.key] != $0.value }.keys.sorted() == ["etc/loam/loam.yaml"])
    try staged.write("web: {}\n", to: "etc/loam/loam.yaml")
    #expect(!(try staged.install().output.contains("add the web process's own account")))
    #expect(staged.text("etc/loam/loam.yaml") == "web: {}\n")
    #expect(try staged.run("uninstall", environment: ["PURGE": "1"]).status == 0)
    #expect(staged.files.keys.filter { $0.contains("loam") } == [])
  }

  @Test func `the push process comes along where it was built`() throws {
    try #require(hasConfig, "config/example.yaml is missing")
    let staged = try StagedInstall()
    try staged.standInForPush()
    try staged.writeConfig()
    let first = try staged.install()
    #expect(first.status == 0, "\(first.output)")
    #expect(first.output.contains("For Telegram, ntfy and webhooks add 'channels:' to /etc/loam/loam.yaml"))
    #expect(first.output.contains("path: ${STATE_DIRECTORY:-/var/lib/loam-push}/push"))
    #expect(staged.text("usr/local/share/doc/loam/Sources/Bridge/Bridge.docc/Channels.md") != nil)
    let files = staged.files
    for path in ["usr/local/bin/loam-push", "etc/systemd/system/loam-push.service"] {
      #expect(files[path] != nil, "\(path)")
    }
    #expect(try staged.install().status == 0)
    #expect(staged.files == files)
    try staged.write("", to: "var/lib/loam-push/push/push.sqlite")
    #expect(try staged.run("uninstall", environment: ["PURGE": "1"]).status == 0)
    #expect(staged.files.keys.filter { $0.contains("loam") } == [])
  }

  @Test func `what the owner changed stays, and the program is renewed`() throws {
    try #require(hasConfig, "config/example.yaml is missing")
    let staged = try StagedInstall()
    _ = try staged.install()
    try staged.write("mine: 1\n", to: "etc/loam/loam.yaml")
    try staged.write("user mine\n", to: "etc/mosquitto/loam.acl")
    try staged.standIn(saying: "second")
    #expect(try staged.install().status == 0)
    #expect(staged.text("etc/loam/loam.yaml") == "mine: 1\n")
    #expect(staged.text("etc/mosquitto/loam.acl") == "user mine\n")
    #expect(staged.text("usr/local/bin/loam")?.contains("second") == true)
  }

  @Test func `a config that is not in order stops the installation before anything is changed`() throws {
    try #require(hasConfig, "config/example.yaml is missing")
    let staged = try StagedInstall()
    _ = try staged.install()
    try staged.write("wrong: 1\n", to: "etc/loam/loam.yaml")
    try staged.standIn(saying: "second")
    let before = staged.files
    let result = try staged.install()
    #expect(result.status == 78)
    #expect(result.output.contains("Nothing was changed"))
    #expect(staged.files == before)
  }

  @Test func `uninstalling keeps config and state and says where, twice over, unless it shall purge`() throws
  {
    try #require(hasConfig, "config/example.yaml is missing")
    let staged = try StagedInstall()
    try staged.writeConfig()
    _ = try staged.install()
    try staged.write("state", to: "var/lib/loam/state.sqlite")
    for _ in 1...2 {
      let result = try staged.run("uninstall")
      #expect(result.status == 0, "\(result.output)")
      #expect(result.output.contains("/var/lib/loam"))
      #expect(staged.text("usr/local/bin/loam") == nil)
      #expect(staged.text("etc/systemd/system/loam.service") == nil)
      #expect(staged.text("usr/local/share/man/man5/loam.yaml.5") == nil)
      #expect(staged.text("var/lib/loam/state.sqlite") == "state")
      #expect(staged.text("etc/loam/loam.yaml") != nil)
    }
    #expect(try staged.run("uninstall", environment: ["PURGE": "1"]).status == 0)
    let left = staged.files.keys.filter { $0.contains("loam") }
    #expect(left.isEmpty, "\(left)")
  }

  @Test func `a purge takes the garden's own accounts, and leaves the broker to those who have others`()
    throws
  {
    try #require(hasConfig, "config/example.yaml is missing")
    let staged = try StagedInstall()
    _ = try staged.install()
    let files = ["conf.d/loam.conf", "loam.acl"].map { "etc/mosquitto/\($0)" }
    for file in files { try staged.write("# ours\n", to: file) }
    try staged.write(
      "loam:$7$a\nzigbee2mqtt:$7$b\ndashboard:$7$c\nloam-web:$7$d\n", to: "etc/mosquitto/loam.passwd")
    let kept = try staged.run("uninstall", environment: ["PURGE": "1"])
    #expect(
      kept.status == 0 && kept.output.contains("others have accounts there: zigbee2mqtt"), "\(kept.output)")
    #expect(staged.text("etc/mosquitto/loam.passwd") == "zigbee2mqtt:$7$b\n")
    #expect(files.allSatisfy { staged.text($0) != nil })
    try staged.write("loam:$7$a\n", to: "etc/mosquitto/loam.passwd")
    let gone = try staged.run("uninstall", environment: ["PURGE": "1"])
    #expect(gone.output.contains("Debian's own again"), "\(gone.output)")
    #expect((files + ["etc/mosquitto/loam.passwd"]).allSatisfy { staged.text($0) == nil })
    // The package does the same, by the same lines.
    let script = try #require(SourceTree.text("deploy/debian/loam.postrm"))
    #expect(script.contains("\n  broker=/etc/mosquitto\n#BROKER#\n") && !script.contains("loam.passwd"))
  }

  @Test(.enabled(if: ShellCommand.isInstalled("systemd-analyze"), "systemd-analyze is not installed"))
  func `an instance sees no store but its own, and systemd has nothing to say about it`() throws {
    let staged = try StagedInstall()
    let unit = try ShellCommand([
      "sed", "-f", SourceTree.root.appending(path: "deploy/instance.sed").path,
      SourceTree.root.appending(path: "deploy/loam.service").path,
    ]).output
    let lines = unit.split(separator: "\n")
    for line in [
      "StateDirectory=loam/%i", "TemporaryFileSystem=/var/lib/loam:ro", "BindPaths=/var/lib/loam/%i",
    ] {
      #expect(lines.contains(Substring(line)), "\(line)")
    }
    let text = unit.replacing("/usr/local/bin/loam ", with: "/bin/true ")
      .replacing("file:///usr/local/share/doc/loam/README.md", with: "file:///")
    let path = try staged.folder.write(text, to: "loam@north.service")
    let verdict = try ShellCommand(["systemd-analyze", "verify", "--man=no", path])
    #expect(verdict.output == "" && verdict.status == 0)
  }

  @Test func `who stops all of it waits until all of it has ended`() throws {
    for name in ["loam", "loam-web", "loam-push"] {
      let unit = try #require(SourceTree.text("deploy/\(name).service"))
      let after = unit.split(separator: "\n").first { $0.hasPrefix("After=") }
      #expect(after?.split(separator: " ").contains("loam.target") == true, "\(name)")
    }
  }

  @Test func `what the README leads to is installed beside it`() throws {
    try #require(hasConfig, "config/example.yaml is missing")
    let staged = try StagedInstall()
    let installed = try staged.install()
    #expect(installed.status == 0, "\(installed.output)")
    let documents = "\(staged.root)/usr/local/share/doc/loam"
    let text = try String(contentsOfFile: documents + "/README.md", encoding: .utf8)
    let links = text.matches(of: /\]\(([^):#]+)[^):]*\)/).map { String($0.1) }
    #expect(links.count > 5)
    for link in links {
      #expect(FileManager.default.fileExists(atPath: "\(documents)/\(link)"), "\(link)")
    }
  }

  @Test(
    .enabled(if: ShellCommand.isInstalled("systemd-analyze"), "systemd-analyze is not installed"),
    arguments: ["loam", "loam-push", "loam-web"])
  func `systemd has nothing to say about the unit, and little of the system is exposed`(name: String) throws {
    try #require(hasConfig, "config/example.yaml is missing")
    let staged = try StagedInstall()
    let text = (SourceTree.text("deploy/\(name).service") ?? "")
      .replacing("/usr/local/bin/\(name) ", with: staged.program + " ")
      .replacing("file:///usr/local/share/doc/loam/README.md", with: "file:///")
    let unit = try staged.folder.write(text, to: "\(name).service")
    let verdict = try ShellCommand(["systemd-analyze", "verify", "--man=no", unit])
    #expect(verdict.output == "")
    #expect(verdict.status == 0)
    let exposure = try ShellCommand(["systemd-analyze", "security", "--offline=true", "--threshold=20", unit])
    #expect(exposure.status == 0, "\(exposure.output.suffix(200))")
  }

  @Test(arguments: ["loam", "loam-push", "loam-web"])
  func `the unit does not take away what the runtime needs`(name: String) throws {
    let unit = try #require(SourceTree.text("deploy/\(name).service"))
    let settings = unit.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(!settings.contains { $0.contains("@resources") })
    #expect(!settings.contains { $0.hasPrefix("ProcSubset") })
    #expect(settings.contains("Type=notify"))
    #expect(settings.contains { $0.hasPrefix("WatchdogSec=") })
    #expect(settings.contains("StateDirectory=loam") == (name == "loam"))
    // The web process writes nowhere, and reads the history as one of the bridge's group.
    #expect(settings.contains("ReadOnlyPaths=/") == (name == "loam-web"))
    #expect(settings.contains("SupplementaryGroups=loam") == (name == "loam-web"))
    #expect(settings.contains("UMask=0027") == (name == "loam"))
  }
}
