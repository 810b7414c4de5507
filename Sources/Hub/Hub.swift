package import BridgeConfig
import DeviceFamilies
package import GardenCore
import GardenTopics
import LoamKit
package import MQTTTypes
package import StoreTypes

/// Everything between the bytes that come in and the bytes that leave, as one value: it knows no clock, no disk and no network.
///
/// A turn: ``handle(_:at:)`` and ``take(topic:payload:qos:wasRetained:at:)`` as often as something happened, then ``poll()`` until it has
/// nothing more. What a turn rests on is committed first; nothing leaves before the store has answered.
package struct Hub {
  var settings: BridgeSettings
  /// The time of the present turn: everything in a turn happens at one moment.
  var now: Moment
  /// Why the clock of the wall is not believed.
  var doubt: BridgeStatus.Doubt?
  var garden: Garden
  var turn = Turn()
  var log = HubLog()
  var line = Line()
  var durability: Durability
  let clientID: String
  let calendars: Calendars
  let clockPatience: Duration
  var chance: any RandomNumberGenerator

  var devices: DeviceIntake
  var contract: ContractIntake
  var late = LateReports()
  /// Who is in charge; while a link only looks.
  var look = Look()
  /// Of our subscriptions those that the broker did not grant.
  var refusedFilters: Set<String> = []
  /// Of our subscriptions those that the broker has not answered since the link came about.
  var unansweredFilters: Set<String> = []

  var renderer: Renderer
  var told = ToldCompanions()
  var outbox: Outbox
  var closings = ClosingLine()

  var retained = RetainedQueue()
  var ledger: RetainedLedger
  var retainedTrial: RetainedTrial
  /// Our status as the broker kept it, by the look that the present link began with.
  var keptStatus: [UInt8]?
  /// What earlier configs left at the broker, as far as it is not known to be gone.
  var formerTraces: BrokerTraces

  var history = HistoryBuffer()
  var chores: Chores
  var rivals: RivalWatch
  var accounts: AccountDesk
  var home: HomeAssistantPublisher
  var pending: PendingReload?
  /// Asked, and not answered yet.
  var questionsOpen = 0

  /// New at every start: tells a late "offline" of a former run from ours.
  let session: UniqueID
  /// Nobody has lived on the store.
  var isNew: Bool
  let bornAt: Uptime
  /// As the clock was seen last.
  var clockSeen: Moment
  /// Documents that did not fit what their device takes.
  var undeliverable: UInt64 = 0
  var tally = Tally()
  /// The counters are to be published as soon as it is known what only the machine knows.
  var owesCounters = false
  var ending = Ending.no

  /// What a bridge begins with.
  package struct Beginning {
    package var settings: BridgeSettings
    package var memory: GardenMemory
    package var outbox: [OutboxEntry]
    package var traces: BrokerTraces
    /// Of earlier starts on the store.
    package var sessions: [UniqueID]
    package var term: Int
    /// The store takes nothing yet.
    package var isInMemory: Bool
    package var boot: BootID
    package var clientID: String
    package var accountGroup: String
    package var calendars: Calendars
    /// So long after the machine was switched on its clock is believed, though no time service speaks for it.
    package var clockPatience: Duration
    /// Also secrets are made of it.
    package var chance: any RandomNumberGenerator

    package init(
      settings: BridgeSettings, memory: GardenMemory, outbox: [OutboxEntry] = [],
      traces: BrokerTraces = BrokerTraces(), sessions: [UniqueID] = [], term: Int = 1,
      isInMemory: Bool = false,
      boot: BootID, clientID: String, accountGroup: String, calendars: Calendars,
      clockPatience: Duration, chance: any RandomNumberGenerator
    ) {
      self.settings = settings
      self.memory = memory
      self.outbox = outbox
      self.traces = traces
      self.sessions = sessions
      self.term = term
      self.isInMemory = isInMemory
      self.boot = boot
      self.clientID = clientID
      self.accountGroup = accountGroup
      self.calendars = calendars
      self.clockPatience = clockPatience
      self.chance = chance
    }
  }

  /// - Throws: ``StartupError``; `BindingProblem`, which ``ConfigFile`` has ruled out for settings that it read.
  package init(_ beginning: Beginning, at now: Moment) throws {
    settings = beginning.settings
    clientID = beginning.clientID
    calendars = beginning.calendars
    clockPatience = beginning.clockPatience
    chance = beginning.chance
    self.now = now
    bornAt = now.uptime
    clockSeen = now
    var dice = SplitMix64(seed: chance.next())
    let memory = beginning.memory
    outbox = Outbox(restored: beginning.outbox, receipts: ReceiptHabits(memory.devices), at: now)
    durability = Durability(isInMemory: beginning.isInMemory, leases: memory.leases.map(\.id))
    formerTraces = beginning.traces
    garden = Garden(
      plan: Startup.plan(of: settings, calendars, at: now), memory: memory, boot: beginning.boot,
      seed: dice.next(), at: now)
    let wired = try Startup.devices(of: settings)
    renderer = try Startup.renderer(
      for: settings, plan: garden.plan, memory: garden.memory, term: beginning.term, calendars, at: now)
    devices = DeviceIntake(wired, apart: renderer.tree.all)
    contract = ContractIntake(
      tree: renderer.tree, answers: settings.broker.accounts == nil ? nil : DynamicSecurity.answerTopic)
    home = HomeAssistantPublisher(
      settings.homeAssistant, plan: garden.plan, base: settings.bridge.baseTopic, former: formerTraces)
    chores = Chores(now: now)
    session = UniqueID(at: now.wall, random: &dice)
    accounts = AccountDesk(
      DynamicSecurity(tree: renderer.tree, session: session, group: beginning.accountGroup),
      startedAt: now.uptime)
    rivals = RivalWatch(
      session: session, term: beginning.term, former: beginning.sessions, startedAt: now.wall)
    ledger = RetainedLedger(statusTopic: renderer.tree.text(.bridgeStatus))
    retainedTrial = RetainedTrial(root: renderer.tree.root)
    isNew = beginning.sessions.isEmpty
  }

  /// What the broker publishes when the bridge is lost.
  package var will: MQTTPublication { renderer.bridgeWill(session: session, at: now).publication }

  /// With which a link begins.
  package var statusSubscription: MQTTSubscription { contract.status }

  /// All that the broker is asked for; first what tells whether another bridge is there.
  var subscriptions: [MQTTSubscription] {
    contract.subscriptions + devices.subscriptions + birthSubscriptions
  }
}
