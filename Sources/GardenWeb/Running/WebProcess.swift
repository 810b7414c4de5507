package import BridgeConfig
package import HostSystem
package import Logging
internal import Synchronization

/// The web process: the HTTP server on threads of its own, and on the calling one the subscriber at the broker, signals and
/// the watchdog.
package final class WebProcess {
  /// Why it does not serve.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    package let description: String
  }

  private let site: Site
  private let server: WebServer
  private let outcome = Outcome()
  private let bell: WakeDescriptor
  private var subscriber: BridgeSubscriber
  /// What ``subscriber`` was made from.
  private var place: BridgeSubscriber.Place

  /// - Parameter pageFolder: where the page is unless the config says so.
  package init(
    settings: BridgeSettings, watch: ConfigWatch, pageFolder: String, log: Logger
  ) throws(Failure) {
    let shared = BridgeSubscriber.Shared()
    let web = settings.web
    do {
      let bell = try WakeDescriptor()
      let site = Site(
        settings, pageFolder: pageFolder, subscriber: shared,
        reread: { isAsked in
          let change = watch.look(isAsked: isAsked)
          if case .changed = change { bell.ring(Rung.noted) }
          return change
        })
      place = BridgeSubscriber.Place(settings)
      subscriber = try BridgeSubscriber(place, shared: shared)
      server = try WebServer(
        // A machine without IPv6 has no ::1.
        addresses: web.addresses.map { ($0, isEssential: web.addresses.first == $0) }, port: web.port,
        tls: web.tls.map { ($0.certificateFile, $0.keyFile) }, connections: site.connections, log: log,
        onListening: { bell.ring($0 == web.addresses.first ? Rung.listening : Rung.noted) },
        answer: { await site.answer($0) })
      self.bell = bell
      self.site = site
    } catch {
      throw Failure(description: "\(error)")
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
  ) throws(Failure) {
    start()
    var isReady = false
    var isEnding = false
    let pulse = notifier.watchdogInterval.map { max(500, $0.components.seconds * 500) }
    var nextPulse = pulse == nil ? Int64.max : 0
    while true {
      var entries = [PollEntry(bell.descriptor, .readable), PollEntry(signals.descriptor, .readable)]
      if let link = subscriber.pollEntry { entries.append(link) }
      HostPoll.wait(&entries, until: min(subscriber.nextDeadline, nextPulse))
      let now = HostClock.uptimeMilliseconds()
      subscriber.turn(at: now)
      while let signal = signals.next() { isEnding = take(signal) || isEnding }
      if let rung = bell.take() {
        if rung >= Rung.ended { break }
        moveEar()
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
    subscriber.close()
    if let reason = outcome.failure, !isEnding { throw Failure(description: reason) }
  }

  /// Listens elsewhere where a changed config says so.
  private func moveEar() {
    let wanted = BridgeSubscriber.Place(site.settings)
    guard wanted != place, let fresh = try? BridgeSubscriber(wanted, shared: site.subscriber) else { return }
    subscriber.close()
    site.subscriber.forget()
    subscriber = fresh
    place = wanted
  }

  /// Whether the signal ends the process.
  private func take(_ signal: HostSignal) -> Bool {
    switch signal {
    case .terminate, .interrupt:
      let server = server
      Task.detached { await server.stop() }
      return true
    case .hangUp:
      site.refresh(at: HostClock.uptimeMilliseconds(), isAsked: true)
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
