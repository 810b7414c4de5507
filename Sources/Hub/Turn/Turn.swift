import GardenCore
import GardenTopics
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

  var stage = Stage.over
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
  var given = Uptime(milliseconds: 0)
  /// A store that is at its transaction for longer has kept water waiting for so long that nobody reckons with it any more.
  static let openPatience: Duration = .seconds(60)
  /// Devices that an activity's start did not fit.
  var unstarted: [Event] = []
  /// Asked of the machine in this turn.
  var errands: [Hub.Output] = []

  /// Something happened while it was drained.
  var isDisturbed = false

  init() { makeRoom() }

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

  mutating func takeErrand() -> Hub.Output? { errands.isEmpty ? nil : errands.removeFirst() }
}
