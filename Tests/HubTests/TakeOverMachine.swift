import GardenCore
import LeaseHarness
import LoamKit

@testable import Hub

/// A machine with a bridge: the garden, its store, and what the bridge knows of others.
struct TakeOverMachine {
  enum State { case awake, frozen, gone }

  var state = State.awake
  /// Its line carries nothing, and it does not know.
  var isCut = false
  var isOnline = false
  var isLooking = false
  /// Its connection: what was under way to an earlier one does not arrive.
  var link = 0
  var asked = 0
  /// The last word of the broker.
  var heardAt: Int64 = 0
  /// What the broker has for it, which it has not read.
  var waiting: [BridgeStatus] = []
  /// By which its clock is off, ms.
  var clock: Int64 = 0
  let bootedAt: Int64
  let session: UniqueID
  let since: Int64
  let term: Int
  var garden: Garden
  var stored: GardenMemory
  var rivals: RivalWatch
  /// Not handed over yet.
  var notes: [Notice] = []
  /// The store as a replica has it, some seconds ago; each was made in the last half a minute.
  var copies: [(at: Int64, memory: GardenMemory, notes: [Notice])] = []
  private var effects: [Effect] = []

  init(
    _ plan: GardenPlan, memory: GardenMemory, term: Int, at simulation: TakeOverSimulation,
    _ random: inout SplitMix64
  ) {
    bootedAt = simulation.time - 1_000_000
    stored = memory
    self.term = term
    let now = Moment(
      wall: Timestamp(milliseconds: LeaseSimulation.start.milliseconds + simulation.time),
      uptime: Uptime(milliseconds: 1_000_000))
    session = UniqueID(at: now.wall, random: &random)
    since = now.wall.seconds
    rivals = RivalWatch(session: session, term: term, former: [], startedAt: now.wall)
    garden = Garden(
      plan: plan, memory: memory, boot: BootID(UniqueID(high: random.next(), low: 1)), seed: random.next(),
      at: now)
    garden.start(at: now, into: &effects)
    for case .remember(let change) in effects { stored.apply(change) }
    for case .notify(let notice) in effects { notes.append(notice) }
    copies = [(simulation.time, stored, notes)]
  }

  var isAwake: Bool { state == .awake }
  var hears: Bool { isAwake && isOnline && !isCut }
  var isConnected: Bool { isOnline || isLooking }

  func isSettled(_ time: Int64) -> Bool { hears && time - heardAt >= 1000 && heardAt > 0 }

  func now(_ time: Int64) -> Moment {
    Moment(
      wall: Timestamp(milliseconds: LeaseSimulation.start.milliseconds + time + clock),
      uptime: Uptime(milliseconds: time - bootedAt))
  }

  /// True time.
  mutating func nextDeadline(at time: Int64) -> Int64? {
    guard isAwake else { return nil }
    return garden.nextDeadline(after: now(time)).map { $0.milliseconds + bootedAt }
  }

  func status(at time: Int64) -> BridgeStatus? {
    MessageID(session.description).map { id in
      BridgeStatus(
        online: true, ts: EpochSeconds(clamping: now(time).wall.seconds),
        since: EpochSeconds(clamping: since), session: id, term: term > 1 ? term : nil)
    }
  }

  /// - Returns: what leaves for the valves, if there is a way.
  mutating func turn(
    _ now: Moment, _ body: (inout Garden, Moment, inout [Effect]) -> Void, answered: (Outcome) -> Void
  ) -> [ActuatorCommand] {
    var orders: [ActuatorCommand] = []
    let yields = rivals.tellsPeople(at: now)
    if garden.yields != yields { garden.handle(.yields(yields), at: now, into: &effects) }
    let bar: OpeningBar? = rivals.mustYield(at: now) ? .otherBridge : nil
    if garden.openingBar != bar { garden.handle(.openings(barredBy: bar), at: now, into: &effects) }
    body(&garden, now, &effects)
    var rounds = 0
    while !effects.isEmpty, rounds < 4 {
      rounds += 1
      let done = effects
      effects = []
      for effect in done {
        switch effect {
        case .remember(let change): stored.apply(change)
        case .notify(let notice): notes.append(notice)
        case .withdraw(let taken): notes.removeAll { $0.key == taken.key }
        case .acknowledge(let outcome): answered(outcome)
        case .command(let order):
          if case .open = order.action, bar != nil {
            garden.handle(.leaseNotDurable(order.actuator, lease: order.lease), at: now, into: &effects)
          } else {
            orders.append(order)
          }
        default: break
        }
      }
    }
    copies.append((now.uptime.milliseconds + bootedAt, stored, notes))
    copies.removeAll { $0.at < now.uptime.milliseconds + bootedAt - 30_000 }
    return orders
  }

  mutating func takeNotes() -> [Notice] {
    defer { notes = [] }
    return notes
  }
}
