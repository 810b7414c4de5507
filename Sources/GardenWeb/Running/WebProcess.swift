package import BridgeConfig
package import HostSystem
package import Logging
internal import Synchronization

/// The web process: the HTTP server on threads of its own, and on the calling one the subscriber at the broker, signals and
/// the watchdog.
package final class WebProcess {
  private let sites: [Site]
  private let server: WebServer
  private let outcome = Outcome()
  private let bell: WakeDescriptor
  private let ears = BridgeEars()

  /// What it serves.
  package enum Scope {
    case garden(WatchedConfig)
    /// Several, each with its name. All of their configs say the same of where it listens and who is let in.
    case fleet([(name: String, config: WatchedConfig)])
  }

  /// A config as it was read, and how its changes are noticed.
  package struct WatchedConfig {
    let settings: BridgeSettings
    let watch: ConfigWatch

    package init(settings: BridgeSettings, watch: ConfigWatch) {
      self.settings = settings
      self.watch = watch
    }

    fileprivate func site(_ pageFolder: String, _ bell: WakeDescriptor) -> Site {
      Site(
        settings, pageFolder: pageFolder, subscriber: BridgeSubscriber.Shared(),
        reread: { [watch] isAsked in
          let change = watch.look(isAsked: isAsked)
          if case .changed = change { bell.ring(Rung.noted) }
          return change
        })
    }
  }

  /// - Parameter pageFolder: where the page is unless the config says so.
  package init(_ scope: Scope, pageFolder: String, log: Logger) throws(WebFailure) {
    do {
      let bell = try WakeDescriptor()
      let gate: Gate
      let answer: @Sendable (WebRequest) async -> WebAnswer
      let web: WebSettings
      switch scope {
      case .garden(let config):
        let site = config.site(pageFolder, bell)
        (sites, gate, web, answer) = ([site], site.gate, config.settings.web, { await site.answer($0) })
      case .fleet(let gardens):
        let fleet = try FleetSite(
          gardens.map { ($0.name, $0.config.site(pageFolder, bell)) }, pageFolder: pageFolder)
        (sites, gate, web, answer) = (fleet.sites, fleet.gate, fleet.web, { await fleet.answer($0) })
      }
      try ears.listen(to: sites)
      server = try WebServer(
        // A machine without IPv6 has no ::1.
        addresses: web.addresses.map { ($0, isEssential: web.addresses.first == $0) }, port: web.port,
        tls: web.tls.map { ($0.certificateFile, $0.keyFile) }, connections: gate.connections, log: log,
        onListening: { bell.ring($0 == web.addresses.first ? Rung.listening : Rung.noted) }, answer: answer)
      self.bell = bell
    } catch {
      throw error as? WebFailure ?? WebFailure("\(error)")
    }
  }

  private final class Outcome: Sendable {
    private let reason = Mutex<String?>(nil)
    func failed(because reason: String?) { self.reason.withLock { $0 = reason } }
    var failure: String? { reason.withLock { $0 } }
  }

  /// Serves until a signal says to end; then for a second at most.
  ///
  /// - Parameter onReady: called once, when it listens.
  package func run(
    signals: SignalDescriptor, notifier: ServiceNotifier, onReady: () -> Void
  ) throws(WebFailure) {
    start()
    var isReady = false
    var isEnding = false
    let pulse = notifier.watchdogInterval.map { max(500, $0.components.seconds * 500) }
    var nextPulse = pulse == nil ? Int64.max : 0
    while true {
      var entries = [PollEntry(bell.descriptor, .readable), PollEntry(signals.descriptor, .readable)]
      entries += ears.pollEntries
      HostPoll.wait(&entries, until: min(ears.nextDeadline, nextPulse))
      let now = HostClock.uptimeMilliseconds()
      ears.turn(at: now)
      while let signal = signals.next() { isEnding = take(signal) || isEnding }
      if let rung = bell.take() {
        if rung >= Rung.ended { break }
        // Where a changed config cannot be heard, what was heard before goes on.
        try? ears.listen(to: sites)
        if rung >= Rung.listening, !isReady {
          isReady = true
          notifier.ready()
          onReady()
        }
      }
      if let pulse, now >= nextPulse {
        notifier.watchdog()
        nextPulse = now + pulse
      }
    }
    notifier.stopping()
    ears.close()
    if let reason = outcome.failure, !isEnding { throw WebFailure(reason) }
  }

  /// Whether the signal ends the process.
  private func take(_ signal: HostSignal) -> Bool {
    switch signal {
    case .terminate, .interrupt:
      let server = server
      Task.detached { await server.stop() }
      return true
    case .hangUp:
      for site in sites { site.refresh(at: HostClock.uptimeMilliseconds(), isAsked: true) }
      return false
    case .user1, .user2, .windowChanged: return false
    }
  }

  private func start() {
    let server = server
    let bell = bell
    let outcome = outcome
    Task.detached {
      let reason = await server.run()
      outcome.failed(because: reason)
      bell.ring(Rung.ended)
    }
  }
}

/// What the server's threads tell the loop; what was rung in between adds up.
private enum Rung {
  static let noted: UInt64 = 1
  static let listening: UInt64 = 1 << 16
  static let ended: UInt64 = 1 << 32
}

/// Why it does not serve: where it cannot listen, how its certificate or the broker's settings are wrong, or that its gardens cannot be served
/// at one place.
package struct WebFailure: Error, Sendable, CustomStringConvertible {
  package let description: String
  package let exitCode: ExitStatus

  init(_ description: String, _ exitCode: ExitStatus = .unavailable) {
    (self.description, self.exitCode) = (description, exitCode)
  }
}
