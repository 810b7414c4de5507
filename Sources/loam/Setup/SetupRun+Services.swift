import BridgeConfig
import GardenSetup
import GardenTerminal
import HostSystem

extension SetupRun {
  private static let units = ["loam.service", "loam-web.service"]

  /// Starts what is installed; where there is no systemd, says how.
  func start(hasChanged: Bool) throws {
    let units = Self.units.filter(SystemTools.hasUnit)
    guard !units.isEmpty else {
      talk.heading("Start Loam and its page, each in a terminal of its own:")
      let folder = HostProgram.folder.map { $0 + "/" } ?? ""
      return talk.show(
        ["run", "web"].map { "\(folder)loam \($0) --config \(options.configPath)" })
    }
    let idle = units.filter { !SystemTools.run("systemctl", ["is-active", "--quiet", $0]).isSuccess }
    if !idle.isEmpty, try talk.agree("Start \(idle.joined(separator: " and "))?") {
      systemctl(["enable", "--now"] + idle)
    }
    let running = units.filter { !idle.contains($0) }
    if hasChanged, !running.isEmpty { systemctl(["reload"] + running) }
  }

  /// Where the page is, how one logs in, and what it lacks.
  func showPage() {
    let port = present?.web.port ?? 8090
    let address = "http://\(Self.address):\(port)/"
    talk.heading("The page: \(address)")
    if HostTerminal.isTerminal(HostTerminal.output), let code = QRCode(Array(address.utf8)) {
      for line in QRLines.lines(of: code) { HostTerminal.write(line + "\n") }
    }
    let file = "\(folder)/\(SetupConfig.tokenFile)"
    let shown =
      hasNewToken && HostTerminal.isTerminal(HostTerminal.output) ? secrets[SetupConfig.tokenFile] : nil
    talk.say(
      "It asks for a password\(broker == .ours ? ", twice: as itself, and for the device \(SetupConfig.pageDevice). It is the same one" : ""): "
        + (shown ?? "sudo cat \(file)"))
    sayPageLines()
  }

  private func sayPageLines() {
    guard options.pageBroker == nil, present == nil || broker == .ours,
      HostPort.ask(reach.host, ships.pagePort) != .open
    else { return }
    talk.say()
    talk.say(
      "The page in a browser reaches the broker by websockets, at port \(ships.pagePort), where nothing listens. The owner of the broker adds:"
    )
    let file = wasUntouched ? "\(ships.folder)/conf.d/page.conf" : "mosquitto's settings, for instance"
    talk.show(
      ["# \(file)"]
        + OwnersLines.page(port: reach.port, pagePort: ships.pagePort, isUntouched: wasUntouched)
        + ["# and on the command line"]
        + [OwnersLines.pageAccount(isUntouched: wasUntouched), "systemctl restart mosquitto"])
  }
}
