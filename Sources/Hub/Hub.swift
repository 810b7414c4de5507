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
  var garden: Garden
  var renderer: Renderer
  var turn: Turn

  var inbox: Inbox
  var outbox: Outbox
  var line = Line()
  var retained: Retained
  var rivals: Rivals
  var durability: Durability
  var accounts: AccountDesk
  var home: HomeAssistantPublisher
  var schedule: Schedule
  var questions = Questions()
  var tally = Tally()

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
    let (memory, calendars, base) = (beginning.memory, beginning.calendars, settings.bridge.baseTopic)
    var chance = beginning.chance
    var dice = SplitMix64(seed: chance.next())
    turn = Turn(chance, at: now)
    schedule = Schedule(calendars, clockPatience: beginning.clockPatience, at: now)
    outbox = Outbox(restored: beginning.outbox, receipts: ReceiptHabits(memory.devices), at: now)
    durability = Durability(isInMemory: beginning.isInMemory, leases: memory.leases.map(\.id))
    garden = Garden(
      plan: calendars.plan(of: settings, at: now), memory: memory, boot: beginning.boot,
      seed: dice.next(), at: now)
    let wired = try BridgeDevices(of: settings)
    renderer = try Startup.renderer(
      for: settings, plan: garden.plan, memory: garden.memory, term: beginning.term, calendars, at: now)
    home = HomeAssistantPublisher(
      settings.homeAssistant, plan: garden.plan, base: base, former: beginning.traces)
    inbox = Inbox(
      DeviceIntake(wired, apart: renderer.tree.all),
      ContractIntake(
        tree: renderer.tree, answers: settings.broker.accounts == nil ? nil : DynamicSecurity.answerTopic),
      births: home.subscriptions)
    retained = Retained(renderer.tree, former: beginning.traces)
    let session = UniqueID(at: now.wall, random: &dice)
    // By then a bridge that was first has answered: no account of its devices is touched before.
    accounts = AccountDesk(
      DynamicSecurity(tree: renderer.tree, session: session, group: beginning.accountGroup),
      opensAt: now.uptime + RivalWatch.answersWithin)
    rivals = Rivals(
      RivalWatch(
        session: session, term: beginning.term, former: beginning.sessions, startedAt: now.wall),
      session: session, isNew: beginning.sessions.isEmpty, clientID: beginning.clientID, base: base)
  }

  /// What the broker publishes when the bridge is lost.
  package var will: MQTTPublication {
    renderer.bridgeWill(session: rivals.session, at: turn.now).publication
  }

  /// With which a link begins.
  package var statusSubscription: MQTTSubscription { inbox.status }

  /// An answer waits while the window to the broker is full; without a broker it is lost.
  package var mayAnswer: Bool { questions.isWaiting && (line.mayLeave(.ack) || !line.isOnline) }

  /// Something of the last words is still under way.
  package var isSayingFarewell: Bool { line.isOnline && (line.isBusy || !retained.isEmpty) }

  /// What the present config keeps at the broker.
  var traces: BrokerTraces {
    BrokerTraces(
      of: garden, inbox.subscriptions, home.announced(by: renderer), by: renderer, at: turn.now)
  }
}
