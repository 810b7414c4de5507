internal import BridgeConfig
internal import HostSystem

extension Site {
  /// What changes while the process runs.
  struct State: Sendable {
    /// Of a wrong token, in requests.
    static let costOfAGuess = 20.0

    var settings: BridgeSettings
    var page: PageFolder
    var pageLookedAt: Int64 = 0
    var configLookedAt: Int64
    var rates = RateTable()
    /// By status.
    var answers: [Int: Int] = [:]
    var reloads = 0
    var badReloads = 0
    var host = HostCheck(isOpen: false, names: [])
    var token: AccessToken?
    var safety: [WebAnswer.Header] = []
    let startedAt: ClockReading
    let pageFolder: String

    init(_ settings: BridgeSettings, pageFolder: String, startedAt: ClockReading) {
      self.settings = settings
      self.pageFolder = pageFolder
      self.startedAt = startedAt
      configLookedAt = startedAt.uptimeMilliseconds
      page = PageFolder(path: settings.web.pageFolder ?? pageFolder)
      adopt(settings)
    }

    /// Takes over all but what needs another socket: where we listen, and which files hold the certificate. Who asks for no token any
    /// more but is open to other machines still needs the old one.
    mutating func adopt(_ fresh: BridgeSettings) {
      let isLoopback = settings.web.isLoopback
      settings = fresh
      let web = fresh.web
      host = HostCheck(isOpen: !isLoopback, names: web.hostNames)
      if web.token != nil || isLoopback { token = web.token.map { AccessToken($0.revealed) } }
      safety = SafetyHeaders.all(broker: web.pageBroker)
      settings.web.isLoopback = isLoopback
      let folder = web.pageFolder ?? pageFolder
      if folder != page.path { page = PageFolder(path: folder) }
    }
  }
}
