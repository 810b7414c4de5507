package import BridgeConfig
import GardenCore
package import GardenStore
package import HostSystem
import Hub
import LoamKit
package import Logging
package import MQTTTypes
package import MosquittoClient
import ProgramLog

/// The reactor: one thread that waits for what happens, tells the hub, and does what it answers. It decides nothing.
package final class Bridge {
  private let log: Logger
  /// Of the broker.
  private let place: String
  private var clock: any GardenClock
  private var now: Moment
  private var hub: Hub
  private let store: StoreWriter
  private let client: MosquittoClient
  private let lookups: Lookups
  private let clockSet: ClockSetDescriptor?
  /// Of what is under way at QoS 1, by the broker's number.
  private var parcels: [UInt16: Parcel] = [:]
  private static let readsMax = 256
  /// Perhaps not all was read: what TLS has taken from the socket wakes nobody.
  private var isMore = false
  /// What the present wait waits for.
  private var waited: [PollEntry] = []
  /// By which this machine asks how the bridge does.
  package var door: StatusDoor?
  /// Reads the config anew on SIGHUP; `nil` answers were already said.
  private let reread: () -> BridgeSettings?

  /// - Parameters:
  ///   - reread: the config file, read and checked; says itself what is wrong with it.
  package init(
    settings: BridgeSettings, store: GardenStore, clock: any GardenClock, log: Logger,
    reread: @escaping () -> BridgeSettings?
  ) throws {
    place = settings.broker.reach.address.text
    self.log = log
    self.reread = reread
    var clock = clock
    now = clock.read()
    self.clock = clock
    self.store = StoreWriter(store: store)
    let beginning = try Startup.beginning(of: settings, store, log: log, at: now)
    hub = try Hub(beginning, at: now)
    lookups = try Lookups(folder: settings.store.path)
    clockSet = try? ClockSetDescriptor()
    client = try MosquittoClient(
      settings: Startup.connection(for: settings.broker, clientID: beginning.clientID, will: hub.will))
    client.look = .init(hub.statusSubscription)
    client.handler = self
  }

  /// Runs until `signals` brings SIGTERM or SIGINT (SIGUSR1 is the emergency stop), or `isStopped` says so (asked at least once a second).
  package func run(signals: SignalDescriptor?, notifier: ServiceNotifier, isStopped: (() -> Bool)? = nil) {
    tell(.start)
    drain()
    client.start()
    notifier.ready()
    while isStopped?() != true {
      wait(for: signals, notifier, isWatched: isStopped != nil)
      now = clock.read()
      if let signal = signals?.next(), !obey(signal, notifier) { break }
      client.service(at: HostClock.uptimeMilliseconds())
      isMore = client.read(limit: Self.readsMax) >= Self.readsMax
      door?.answer { health }
      while hub.mayAnswer, let finding = lookups.takeFinding() { tell(.found(finding)) }
      tell(.time(doubt: clock.doubt.map(BridgeStatus.Doubt.init)))
      drain()
      notifier.watchdog()
    }
    stop(notifier)
  }

  private func wait(for signals: SignalDescriptor?, _ notifier: ServiceNotifier, isWatched: Bool) {
    waited.removeAll(keepingCapacity: true)
    if let signals { waited.append(PollEntry(signals.descriptor, .readable)) }
    if let broker = client.pollEntry { waited.append(broker) }
    if let door { waited.append(PollEntry(door.descriptor, .readable)) }
    if hub.mayAnswer { waited.append(PollEntry(lookups.bell.descriptor, .readable)) }
    if let clockSet { waited.append(PollEntry(clockSet.descriptor, .readable)) }
    var deadline = client.nextDeadline
    if let due = hub.nextDeadline(after: now) { deadline = min(deadline, clock.machineUptime(at: due)) }
    let machine = HostClock.uptimeMilliseconds()
    // Nobody tells when a clock that nobody vouched for is to be believed, or a demo has ended.
    if isWatched || clock.doubt != nil || clockSet == nil { deadline = min(deadline, machine + 1000) }
    if isMore { deadline = machine }
    if let watchdog = notifier.watchdogInterval {
      deadline = min(deadline, machine + watchdog.milliseconds / 2)
    }
    HostPoll.wait(&waited, until: deadline)
    if let clockSet, waited.last?.isReady == true { clockSet.take() }
  }

  /// `false`: stop.
  private func obey(_ signal: HostSignal, _ notifier: ServiceNotifier) -> Bool {
    switch signal {
    case .terminate, .interrupt: return false
    case .hangUp:
      notifier.reloading()
      if let fresh = reread() { tell(.settings(fresh)) }
      notifier.ready()
    case .user1: tell(.emergencyStop)
    default: break
    }
    return true
  }

  /// Ends within 5 s: valves are left to their own timers or closed, the status says offline, the rest waits in the store.
  private func stop(_ notifier: ServiceNotifier) {
    notifier.stopping()
    lookups.close()
    tell(.suspend)
    drain()
    // Brokers may drop what is unread when we hang up: our last words are acknowledged first.
    let patience = HostClock.uptimeMilliseconds() + 2000
    while hub.isSayingFarewell, HostClock.uptimeMilliseconds() < patience {
      client.turn(timeout: .milliseconds(100))
      drain()
    }
    tell(.end)
    drain()
    client.disconnect(within: .seconds(1))
    lines?.tellOmitted()
    log.notice("stopped")
  }

  private func tell(_ input: Hub.Input) { hub.handle(input, at: now) }

  /// Does all that the hub asks for, in its order.
  private func drain() {
    while let output = hub.poll() { perform(output) }
  }

  private func perform(_ output: Hub.Output) {
    switch output {
    case .log(let entry):
      log.log(level: Logger.Level(entry.level), "\(entry.text)", source: entry.source ?? "Bridge")
    case .store(let errand):
      let reply = store.reply(to: errand)
      // A card may take its time, and what it kept waiting has to know.
      now = clock.read()
      tell(.stored(reply))
    case .broker(let errand): perform(errand)
    case .lookUp(.question(let asked)):
      if case .blob(let message, let facts, let part) = asked.subject {
        tell(.found(.answer(store.answer(asked, blob: message, facts, part))))
      } else if !lookups.take(.question(asked)) {
        tell(.notLookedUp(.question(asked)))
      }
    case .lookUp(let errand): if !lookups.take(errand) { tell(.notLookedUp(errand)) }
    case .survey:
      lines?.tellOmitted()
      tell(
        .surveyed(
          .init(
            residentBytes: ProcessMemory.residentBytes(), privateBytes: ProcessMemory.anonymousBytes(),
            writtenBytes: ProcessWrites.bytes(), omittedLines: lines?.omitted ?? 0)))
    case .releaseMemory: ProcessMemory.releaseUnused()
    case .flush: client.flush()
    }
  }

  private func perform(_ errand: BrokerErrand) {
    switch errand {
    case .publish(let publication, let parcel): publish(publication, parcel)
    case .subscribe(let subscriptions):
      do throws(MosquittoError) {
        try client.subscribe(subscriptions)
      } catch {
        log.error("subscriptions: \(error)")
      }
    case .unsubscribe(let filters): client.unsubscribe(filters)
    case .beginNextLook(let words): client.look?.words = words
    case .goOnline: client.goOnline()
    case .stayAway(let pause): client.stayAway(for: pause)
    }
  }

  private func publish(_ publication: MQTTPublication, _ parcel: Parcel) {
    do throws(MosquittoError) {
      let ticket = try client.publish(publication)
      if ticket.qos == .atLeastOnce { parcels[ticket.id] = parcel }
    } catch {
      tell(.notPublished(parcel, publication, "\(error)"))
    }
  }

  /// Where the log goes, unless a test or the demo has a place of its own for it.
  private var lines: LineLogHandler? { log.handler as? LineLogHandler }

  /// An exit code, and the words to it.
  private var health: String {
    client.isOnline
      ? "0 loam \(Release.version) runs, connected to the broker at \(place)"
      : "\(ExitStatus.tempFail.rawValue) loam \(Release.version) runs; it is not connected to the broker at \(place)"
  }
}

extension Bridge: MosquittoHandler {
  package func message(topic: Span<UInt8>, payload: Span<UInt8>, info: borrowing MessageInfo) {
    hub.take(topic: topic, payload: payload, qos: info.qos, wasRetained: info.isRetained, at: now)
  }

  package func leftOut(topic: Span<UInt8>, bytes: Int, bytesMax: Int) {
    tell(.tooLarge(topic: topic.indices.map { topic[$0] }, bytes: bytes, bytesMax: bytesMax))
  }

  package func lookBegan(_ facts: LinkFacts) { tell(.lookBegan(facts, window: client.window)) }
  package func linkChanged(to link: LinkState) { tell(.link(link, window: client.window)) }

  package func published(_ ticket: PublishTicket, _ outcome: PublishOutcome) {
    guard ticket.qos == .atLeastOnce, let parcel = parcels.removeValue(forKey: ticket.id) else { return }
    tell(.published(parcel, outcome))
  }

  package func subscribed(to filter: String, _ outcome: SubscribeOutcome) {
    tell(.subscribed(filter, outcome))
  }
}

extension Logger.Level {
  fileprivate init(_ level: LogEntry.Level) {
    self =
      switch level {
      case .debug: .debug
      case .info: .info
      case .notice: .notice
      case .warning: .warning
      case .error: .error
      case .critical: .critical
      }
  }
}

extension BridgeStatus.Doubt {
  init(_ doubt: ClockTrust.Doubt) {
    self =
      switch doubt {
      case .beforeBuild: .past
      case .noEvidence: .unsure
      }
  }
}
