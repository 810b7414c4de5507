import GardenCore
import GardenTopics
import LoamKit
import StoreTypes

/// What a turn has gathered, and how far it has come.
struct Turn {
  enum Stage {
    case over
    /// Effects become documents, commands and changes.
    case carrying
    /// The store has what the turn rests on; nothing leaves before it has answered.
    case committing
    case leaving
    /// What leaves is handed over, one by one.
    case draining
  }

  /// How far the end has come.
  enum Ending { case no, suspended, saying, over }

  /// Everything in a turn happens at one moment.
  var now: Moment
  var log = HubLog()
  var chance: any RandomNumberGenerator
  var stage = Stage.over
  var ending = Ending.no
  /// An open command that was held back ends its lease; the closing that follows is carried out in a second round.
  var round = 0
  static let roundsMax = 4

  var effects: [Effect] = []
  var batch = StoreBatch()
  /// For the history.
  var waterings: [WateringRecord] = []
  var outgoing: [Outgoing] = []
  /// Commands whose answers go before all others.
  var stops: Set<UniqueID> = []
  var commands: [ActuatorCommand] = []
  /// When these were given.
  private var given = Uptime(milliseconds: 0)
  /// A store that is at its transaction for longer has kept water waiting for so long that nobody reckons with it any more.
  private static let openPatience: Duration = .seconds(60)
  /// Devices that an activity's start did not fit.
  var unstarted: [Event] = []
  /// Asked of the machine in this turn.
  var errands: [Hub.Output] = []
  /// The counters are to be published as soon as it is known what only the machine knows.
  private var owesCounters = false

  /// Something happened while it was drained.
  var isDisturbed = false

  init(_ chance: any RandomNumberGenerator, at now: Moment) {
    self.chance = chance
    self.now = now
    makeRoom()
  }

  var isClear: Bool { effects.isEmpty && outgoing.isEmpty && batch.isEmpty }

  /// For an ordinary turn: what publishes everything fills these with the whole garden.
  mutating func makeRoom() {
    effects = []
    outgoing = []
    batch = StoreBatch()
    effects.reserveCapacity(256)
    outgoing.reserveCapacity(64)
  }

  mutating func begin() {
    switch stage {
    case .over:
      stage = .carrying
      round = 0
    case .carrying: break
    case .committing, .leaving, .draining: isDisturbed = true
    }
  }

  /// Effects are carried out from here on.
  mutating func carries() { given = now.uptime }

  /// What is over before this is left.
  var isLate: Bool { now.uptime - given > Self.openPatience }

  /// Before they are published the machine is asked what only it knows.
  mutating func oweCounters() {
    guard !owesCounters else { return }
    owesCounters = true
    errands.append(.survey)
  }

  mutating func surveyed() { owesCounters = false }

  /// An effect as documents, in ``outgoing``.
  mutating func render(_ effect: Effect, by renderer: Renderer, _ tally: inout Tally) {
    let failures = renderer.publications(for: effect, at: now, into: &outgoing)
    tally.undelivered(failures, &log)
    for failure in failures {
      switch effect {
      // Who cannot be sent an activity's start is sent nothing of it.
      case .activity(let step) where step.kind == .start && failure.error.code == .tooLarge:
        guard case .down(let device, .activity)? = renderer.tree.topic(failure.topic) else { break }
        unstarted.append(.tooSmall(device.text, document: step.snapshot.id))
      case .deliver(let message): unstarted.append(.tooSmall(message.to, document: message.head.id))
      default: break
      }
    }
    guard case .acknowledge(let outcome) = effect else { return }
    tally.count(Renderer.code(outcome.code))
    guard stops.contains(outcome.id) else { return }
    for i in outgoing.indices { outgoing[i].handling?.rank = .alarm }
  }

  mutating func takeErrand() -> Hub.Output? { errands.isEmpty ? nil : errands.removeFirst() }
}
