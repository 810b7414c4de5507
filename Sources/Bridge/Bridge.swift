package import BridgeConfig
import DeviceFamilies
import GardenCore
package import GardenStore
import GardenTopics
package import HostSystem
import LoamKit
package import Logging
import MQTTTypes
import MosquittoClient

/// The loop: owns the broker connection and the garden, on one thread.
///
/// A turn: wait → read (messages are decoded and evaluated inside) → `settle()` (render, commit, hand over) → flush
/// (PUBACKs and publications leave). Nothing leaves before what it rests on is committed.
package final class Bridge {
  let log: Logger
  var settings: BridgeSettings
  var clock: any GardenClock
  /// The time of the present turn: read once, so that everything in a turn happens at one moment.
  var now: Moment
  var garden: Garden
  let keeper: StoreKeeper
  let client: MosquittoClient
  let clientID: String
  let queries: Lookups
  /// Asked, and not answered yet.
  var questionsOpen = 0
  var devices: DeviceIntake
  var contract: ContractIntake
  var late = LateReports()
  var told = ToldCompanions()
  var accounts: AccountDesk
  var renderer: Renderer
  var outbox: Outbox
  var retained = RetainedQueue()
  var closings = ClosingLine()
  var ledger: RetainedLedger
  /// Our status as the broker kept it, by the look that the present link began with.
  var keptStatus: [UInt8]?
  var history = HistoryBuffer()
  var effects: [Effect] = []
  var batch = StoreBatch()
  /// For the history.
  var waterings: [WateringRecord] = []
  var outgoing: [Outgoing] = []
  /// Commands of the present turn whose answers go before all others.
  var stops: Set<UniqueID> = []
  var commands: [ActuatorCommand] = []
  /// Devices that an activity's start did not fit.
  var unstarted: [Event] = []
  var chores: Chores
  var home: HomeAssistantPublisher
  /// What earlier configs left at the broker, as far as it is not known to be gone.
  var formerTraces: BrokerTraces
  /// What the present wait waits for.
  private var waited: [PollEntry] = []
  /// New at every start: tells a late "offline" of a former run from ours.
  let session: UniqueID
  var rivals: RivalWatch
  /// By which this machine asks how the bridge does.
  package var door: StatusDoor?
  /// Who is in charge; while the client looks.
  var look = Look()
  /// Nobody has lived on the store.
  var isNew: Bool
  let bornAt: Uptime
  /// As the clock was seen last.
  var clockSeen: (now: Moment, doubt: ClockTrust.Doubt?)
  var retainedTrial: RetainedTrial
  /// Documents that did not fit what their device takes.
  var undeliverable: UInt64 = 0
  /// Of our subscriptions those that the broker did not grant.
  var refusedFilters: Set<String> = []
  /// Of our subscriptions those that the broker has not answered since the link came about.
  var unansweredFilters: Set<String> = []
  var tally = Tally()
  var pending: PendingReload?
  /// Reads the config anew on SIGHUP; `nil` answers were already said.
  let reread: () -> BridgeSettings?

  /// - Parameters:
  ///   - reread: the config file, read and checked; says itself what is wrong with it.
  package init(
    settings: BridgeSettings, store: GardenStore, clock: any GardenClock, log: Logger,
    reread: @escaping () -> BridgeSettings?
  ) throws {
    self.settings = settings
    self.log = log
    self.reread = reread
    var host = HostRandom()
    var dice = SplitMix64(seed: host.next())
    var clock = clock
    now = clock.read()
    self.clock = clock
    clockSeen = (now, nil)
    bornAt = now.uptime
    let term = Startup.beginTerm(of: store, log: log)
    let memory = try store.loadMemory()
    outbox = Outbox(
      restored: try store.loadOutbox(), receipts: ReceiptHabits(memory.devices), at: now)
    queries = try Lookups(folder: settings.store.path)
    keeper = StoreKeeper(store: store, leases: memory.leases.map(\.id), log: log)
    formerTraces = try store.loadTraces()
    if term.isCopy {
      log.warning("\(Startup.words(on: term, calendar: Startup.calendar(of: settings, at: now)))")
    }
    for row in store.unreadable { log.critical("store: a row cannot be read and is left as it is: \(row)") }
    garden = Garden(
      plan: Startup.plan(of: settings, at: now), memory: memory, boot: Startup.boot(),
      seed: dice.next(), at: now)
    let wired = try Startup.devices(of: settings)
    renderer = try Startup.renderer(
      for: settings, plan: garden.plan, memory: garden.memory, term: term.number, at: now)
    devices = DeviceIntake(wired, apart: renderer.tree.all)
    contract = ContractIntake(
      tree: renderer.tree, answers: settings.broker.accounts == nil ? nil : DynamicSecurity.answerTopic)
    home = HomeAssistantPublisher(
      settings.homeAssistant, plan: garden.plan, base: settings.bridge.baseTopic, former: formerTraces)
    chores = Chores(now: now)
    session = UniqueID(at: now.wall, random: &dice)
    accounts = AccountDesk(
      DynamicSecurity(
        tree: renderer.tree, session: session, group: Startup.accountGroup(from: store, random: &dice)),
      startedAt: now.uptime)
    let former = try store.loadSessions()
    rivals = RivalWatch(session: session, term: term.number, former: former, startedAt: now.wall)
    ledger = RetainedLedger(statusTopic: renderer.tree.text(.bridgeStatus))
    retainedTrial = RetainedTrial(root: renderer.tree.root)
    let will = renderer.bridgeWill(session: session, at: now).publication
    clientID = Startup.clientID(of: settings.broker, from: store, random: &dice)
    client = try MosquittoClient(
      settings: Startup.connection(for: settings.broker, clientID: clientID, will: will))
    isNew = former.isEmpty
    makeRoom()
    client.handler = self
    client.look = .init(contract.status)
    subscribe(subscriptions)
  }

  /// All that the broker is asked for; first what tells whether another bridge is there.
  var subscriptions: [MQTTSubscription] {
    contract.subscriptions + devices.subscriptions + birthSubscriptions
  }

  func subscribe(_ subscriptions: [MQTTSubscription]) {
    do throws(MosquittoError) {
      try client.subscribe(subscriptions)
    } catch {
      log.error("subscriptions: \(error)")
    }
  }

  /// Runs until `signals` brings SIGTERM or SIGINT (SIGUSR1 is the emergency stop), or `isStopped` says so (asked at least once a second).
  package func run(signals: SignalDescriptor?, notifier: ServiceNotifier, isStopped: () -> Bool = { false }) {
    tellOfAccounts()
    keeper.keep(session: session, at: now)
    garden.start(at: now, into: &effects)
    rememberTraces()
    settle()
    client.start()
    notifier.ready()
    while !isStopped() {
      wait(for: signals)
      now = clock.read()
      if let signal = signals?.next(), !obey(signal, notifier: notifier) { break }
      client.service(at: HostClock.uptimeMilliseconds())
      client.read(limit: 256)
      door?.answer { health }
      lookOut()
      pass(notifier: notifier)
      settle()
      if chores.isPublishingOver(at: now) { leavePublishing() }
      if chores.isLearningDue(at: now) { chores.isToLearn = !learnFromHistory() }
      client.flush()
    }
    stop(notifier: notifier)
  }

  private func wait(for signals: SignalDescriptor?) {
    waited.removeAll(keepingCapacity: true)
    if let signals { waited.append(PollEntry(signals.descriptor, .readable)) }
    if let broker = client.pollEntry { waited.append(broker) }
    if let door { waited.append(PollEntry(door.descriptor, .readable)) }
    if mayAnswer { waited.append(PollEntry(queries.bell.descriptor, .readable)) }
    var deadline = client.nextDeadline
    func wake(by due: Uptime?) {
      if let due { deadline = min(deadline, clock.machineUptime(at: due)) }
    }
    if client.isLooking { wake(by: look.endsAt) }
    wake(by: garden.nextDeadline(after: now))
    wake(by: keeper.nextDeadline)
    wake(by: chores.nextDeadline)
    wake(by: home.answerDue)
    wake(by: home.farewellDue)
    wake(by: pending?.until)
    wake(by: late.due)
    wake(by: retainedTrial.nextDeadline)
    HostPoll.wait(&waited, until: min(deadline, HostClock.uptimeMilliseconds() + 1000))
  }

  /// Time passed: what is due is done.
  private func pass(notifier: ServiceNotifier) {
    // What an event of this turn made due is done in the same turn, and stands in the same transaction.
    if let due = garden.nextDeadline(after: now), due <= now.uptime {
      garden.handle(.tick, at: now, into: &effects)
    }
    watchClock()
    answerQuestions()
    hearLateReports()
    tellNewDay()
    finishReload()
    keeper.retry(at: now)
    watchRivals()
    watchRetained()
    watchAccounts()
    tellOpenings()
    outbox.expire(at: now)
    outbox.repeatDue(at: now)
    if history.isDue || chores.isHistoryDue(at: now) { keeper.append(&history, at: now) }
    if chores.isCompactionDue(at: now) {
      switch keeper.compact(settings.store, at: now) {
      case .more: chores.compactAgain(after: Chores.compactionPause, at: now)
      case .notNow: chores.compactAgain(after: Chores.compactionRetry, at: now)
      case .done: break
      }
    }
    if chores.isStatusDue(at: now) {
      keeper.look(at: now)
      if client.isOnline {
        askAgainForRefused()
        announce()
      }
      tellOmittedLines()
    }
    answerBirth()
    if chores.isNewDay(at: now) { turnDay() }
    notifier.watchdog()
  }

  /// Everything has been published. Only after a turn that left nothing to be carried out.
  private func leavePublishing() {
    // Behind all the rest: a broker that keeps it has all of it.
    if client.isOnline { announce() }
    if effects.isEmpty && outgoing.isEmpty && batch.isEmpty { makeRoom() }
    ProcessMemory.releaseUnused()
  }

  /// For an ordinary turn: what publishes everything fills these with the whole garden.
  private func makeRoom() {
    effects = []
    outgoing = []
    batch = StoreBatch()
    effects.reserveCapacity(256)
    outgoing.reserveCapacity(64)
  }

  /// `false`: stop.
  private func obey(_ signal: HostSignal, notifier: ServiceNotifier) -> Bool {
    switch signal {
    case .terminate, .interrupt: return false
    case .hangUp:
      notifier.reloading()
      if let fresh = reread() { reload(fresh) }
      notifier.ready()
    case .user1: garden.handle(.emergencyStop, at: now, into: &effects)
    default: break
    }
    return true
  }

  /// Ends within 5 s: valves are left to their own timers or closed, the status says offline, the rest waits in the store.
  private func stop(notifier: ServiceNotifier) {
    notifier.stopping()
    queries.close()
    garden.suspend(at: now, into: &effects)
    settle()
    let farewell = renderer.bridgeStatus(isOnline: false, session: session, at: now).publication
    if client.isOnline { _ = try? client.publish(farewell) }
    keeper.append(&history, at: now)
    // Brokers may drop what is unread when we hang up: our last words are acknowledged first.
    let patience = HostClock.uptimeMilliseconds() + 2000
    while client.isOnline, client.inFlight > 0 || !retained.isEmpty || !closings.isEmpty,
      HostClock.uptimeMilliseconds() < patience
    {
      client.turn(timeout: .milliseconds(100))
      settle()
    }
    if client.isOnline, client.inFlight == 0, retained.isEmpty { forgetFormerTraces() }
    keepOutbox(withMarks: true)
    keeper.commit(batch, at: now)
    batch.removeAll()
    client.disconnect(within: .seconds(1))
    tellOmittedLines()
    log.notice("stopped")
  }
}
