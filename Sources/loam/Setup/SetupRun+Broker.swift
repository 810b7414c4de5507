import ArgumentParser
import GardenSetup
import HostSystem
import MQTTTypes
import MosquittoClient
import ProgramConfig

extension SetupRun {
  /// Connects once; asks where an answer can help, else says what the broker says and ends.
  mutating func meetBroker() throws {
    talk.say("Looking for the broker at \(reach.place) …")
    var questions = 0
    while true {
      do throws(BrokerTrouble) {
        try reach.connect().close()
        let encrypted = reach.tls != nil && reach.socket == nil ? ", encrypted" : ""
        let account = reach.username.map { " with the account '\($0)'" } ?? " without an account"
        talk.say("The broker at \(reach.place) lets Loam in\(account)\(encrypted).")
        return
      } catch {
        talk.say(error.sentence(reach.place))
        questions += 1
        guard questions < 6, try mend(error) else { throw ExitCode(status(after: error)) }
      }
    }
  }

  private func status(after trouble: BrokerTrouble) -> ExitStatus {
    switch trouble {
    case .wantsAccount, .wrongPassword: .noPermission
    default: .unavailable
    }
  }

  /// Whether another attempt makes sense.
  private mutating func mend(_ trouble: BrokerTrouble) throws -> Bool {
    if case .nothingListens(isHere: true) = trouble, try startBroker() { return true }
    guard present == nil else {
      talk.say("What Loam tries stands under 'broker' in \(options.configPath).")
      return false
    }
    if trouble == .wantsAccount { sayAccountLines() }
    guard SetupTalk.isWatched, !options.yes else { return false }
    switch trouble {
    case .wantsAccount:
      let name = try talk.ask("Account (Enter ends):")
      guard !name.isEmpty else { return false }
      reach.username = name
      reach.password = try talk.secret("Password of \(name):")
    case .wrongPassword(let name):
      let password = try talk.secret("Password of \(name) (Enter ends):")
      guard !password.isEmpty else { return false }
      reach.password = password
    case .untrusted:
      let file = try talk.ask("File of the authority (Enter ends):")
      guard !file.isEmpty else { return false }
      reach.tls = BrokerTLS(caFile: file)
    case .unknownHost, .nothingListens, .silent, .unreachable:
      let place = try talk.ask("Where is the broker? HOST or HOST:PORT (Enter ends):")
      guard !place.isEmpty else { return false }
      var other = options
      other.broker = place
      other.port = nil
      reach = try other.reach()
      broker = .others
    case .needsTLS, .speaksNoTLS, .otherName, .other: return false
    }
    return true
  }

  /// The account's name as we would like it.
  private func sayAccountLines() {
    talk.say(
      "Its owner gives Loam two: one for the bridge, and one for the page. On a mosquitto these lines do it, and then a restart of it:"
    )
    talk.show(OwnersLines.accounts)
    talk.say("Then: loam setup --broker \(reach.place) --username loam --password-file FILE")
  }

  /// The page's own account at a broker elsewhere: `loam check` wants one that only reads.
  mutating func meetPageAccount() throws {
    guard present == nil, broker == .others, reach.username != nil else { return }
    var page = reach
    (page.username, page.password) = (options.webUsername, try options.webPassword())
    let isAsking = SetupTalk.isWatched && !options.yes
    while true {
      if page.username == nil, isAsking {
        talk.say()
        talk.say("The page has an account of its own at the broker, which only reads.")
        let name = try talk.ask("Account of the page, such as loam-web (Enter: none yet):")
        if !name.isEmpty {
          (page.username, page.password) = (name, try talk.secret("Password of \(name):"))
        }
      }
      guard let name = page.username else {
        return talk.say(
          "Without an account of its own the page shows no plants. Later: web.account in \(options.configPath)."
        )
      }
      do throws(BrokerTrouble) {
        guard name != reach.username else { throw .other("the page needs another account than the bridge's") }
        try page.connect().close()
        webAccount = (name, page.password ?? "")
        return
      } catch {
        talk.say(error.sentence(reach.place))
        page.username = nil
        guard isAsking else { throw ExitCode(status(after: error)) }
      }
    }
  }

  /// Debian's mosquitto that is installed and stands still.
  private func startBroker() throws -> Bool {
    guard SystemTools.hasUnit("mosquitto.service"),
      !SystemTools.run("systemctl", ["is-active", "--quiet", "mosquitto"]).isSuccess,
      HostUser.isRoot, try talk.agree("Start mosquitto now?")
    else { return false }
    return systemctl(["enable", "--now", "mosquitto"])
  }

  /// Runs and says it.
  @discardableResult
  func systemctl(_ words: [String]) -> Bool {
    let ended = SystemTools.run("systemctl", words)
    talk.say("systemctl \(words.joined(separator: " ")): \(ended.isSuccess ? "done" : ended.output)")
    return ended.isSuccess
  }

  /// A broker that has not read its new settings yet lets in whoever comes, under any name.
  private var asksForAccounts: Bool {
    var stranger = reach
    (stranger.socket, stranger.username, stranger.password) = (nil, nil, nil)
    do throws(BrokerTrouble) {
      try stranger.connect().close()
      return false
    } catch {
      return error == .wantsAccount
    }
  }

  /// What the broker has to be told after its files have changed.
  mutating func renewBroker(_ verb: String) throws {
    if SystemTools.hasUnit("mosquitto.service") {
      systemctl([verb, "mosquitto"])
    } else {
      let how = verb == "reload" ? "Send mosquitto a hang-up (kill -HUP), or restart it" : "Restart mosquitto"
      talk.say("\(how) now, please. Loam waits until it lets the account 'loam' in …")
    }
    let end = HostClock.uptimeMilliseconds() + 120_000
    while HostClock.uptimeMilliseconds() < end {
      if asksForAccounts, (try? reach.connect().close()) != nil { return }
      var nothing: [PollEntry] = []
      HostPoll.wait(&nothing, until: HostClock.uptimeMilliseconds() + 300)
    }
    throw talk.end(
      "mosquitto does not let the account 'loam' in. What it says: journalctl -u mosquitto, or its log file.",
      .unavailable)
  }
}
