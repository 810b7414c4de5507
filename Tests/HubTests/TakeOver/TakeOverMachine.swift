import BridgeConfig
import GardenCore
import LoamKit
import MQTTTypes
import StoreTypes

@testable import Hub

/// A machine with a bridge on it: the shipped hub, its disk, and its client at the broker.
struct TakeOverMachine {
  enum State { case awake, frozen, gone }

  var state = State.awake
  /// Its line carries nothing, and it does not know.
  var isCut = false
  /// The connection: what was under way to an earlier one does not arrive. `nil`: there is none.
  private(set) var link: Int?
  private var links = 0
  /// Nothing but the look is used of it.
  private(set) var isLooking = false
  /// With which the next link begins.
  private(set) var words: [MQTTPublication] = []
  private(set) var log: [String] = []
  private(set) var turns = 0
  /// Asked for with each link.
  private var wanted: [MQTTSubscription] = []
  /// What it is given while nobody reads it.
  var unread: [PlayedBroker.Delivery] = []
  /// The last word of the broker.
  var heardAt: Int64 = 0
  /// Not acknowledged by the broker: sent again with the next link.
  var underWay: [(publication: MQTTPublication, parcel: Parcel)] = []
  /// Read, and acknowledged when the turn is over.
  var read: [Int] = []
  /// By which its clock is off, ms.
  var clock: Int64 = 0
  let bootedAt: Int64
  let term: Int
  let clientID: String
  private(set) var hub: Hub
  private(set) var disk: PlayedDisk
  /// The store as a replica has it; each was made in the last half a minute.
  private(set) var copies: [(at: Int64, disk: PlayedDisk)] = []

  /// What it does that others see.
  enum Deed {
    case publishes(MQTTPublication, Parcel)
    case subscribes([MQTTSubscription])
    case acknowledges([Int])
    case connects(after: Duration)
  }

  init(
    _ settings: BridgeSettings, on disk: PlayedDisk, term: Int, clientID: String, chance: UInt64,
    at time: Int64, clock: Int64
  )
    throws
  {
    bootedAt = time - 1_000_000
    self.term = term
    self.clientID = clientID
    self.disk = disk
    self.clock = clock
    hub = try Hub(
      Hub.Beginning(
        settings: settings, memory: disk.memory, outbox: disk.outbox.values.sorted { $0.id < $1.id },
        traces: disk.traces, sessions: disk.sessions, term: term,
        boot: BootID(UniqueID(high: chance, low: 1)), clientID: clientID, accountGroup: "loam",
        calendars: Calendars(ownZone: "UTC") { _, _ in .utc }, clockPatience: .minutes(5),
        chance: SplitMix64(seed: chance)),
      at: Self.moment(time, bootedAt: bootedAt, clock: clock))
  }

  var isAwake: Bool { state == .awake }
  var isConnected: Bool { link != nil }
  var isOnline: Bool { link != nil && !isLooking }
  var hears: Bool { isAwake && isOnline && !isCut }

  func isSettled(_ time: Int64) -> Bool { hears && time - heardAt >= 1000 && heardAt > 0 }

  private static func moment(_ time: Int64, bootedAt: Int64, clock: Int64) -> Moment {
    Moment(
      wall: Timestamp(milliseconds: TakeOverSimulation.start.milliseconds + time + clock),
      uptime: Uptime(milliseconds: time - bootedAt), isWallTrusted: true)
  }

  func now(_ time: Int64) -> Moment { Self.moment(time, bootedAt: bootedAt, clock: clock) }

  /// True time.
  mutating func nextDeadline(at time: Int64) -> Int64? {
    guard isAwake else { return nil }
    return hub.nextDeadline(after: now(time)).map { max($0.milliseconds + bootedAt, time + 1) }
  }

  // MARK: its client

  /// The broker lets it in.
  mutating func connected(isSessionPresent: Bool, at time: Int64) -> [Deed] {
    links += 1
    link = links
    isLooking = true
    heardAt = time
    return turn(.lookBegan(LinkFacts(version: .v5, isSessionPresent: isSessionPresent), window: 20), at: time)
  }

  /// The connection is gone, and it notices.
  mutating func lost(_ cause: OfflineCause, at time: Int64) -> [Deed] {
    let wasThere = link != nil
    link = nil
    isLooking = false
    read = []
    guard wasThere, isAwake else { return [] }
    return [.connects(after: .seconds(1))] + turn(.link(.offline(cause), window: 20), at: time)
  }

  mutating func take(_ message: PlayedBroker.Delivery, at time: Int64) -> [Deed] {
    heardAt = time
    if let number = message.number { read.append(number) }
    hub.take(
      topic: message.topic.utf8Span.span, payload: message.payload.span, qos: message.qos,
      wasRetained: message.wasRetained, at: now(time))
    return turn(.time(doubt: nil), at: time)
  }

  /// Tells the hub, and does what it wants that nobody sees.
  mutating func turn(_ input: Hub.Input, at time: Int64) -> [Deed] {
    turns += 1
    hub.handle(input, at: now(time))
    var deeds: [Deed] = []
    while let output = hub.poll() { perform(output, at: time, &deeds) }
    copies.append((time, disk))
    copies.removeAll { $0.at < time - 30_000 }
    return deeds
  }

  private mutating func perform(_ output: Hub.Output, at time: Int64, _ deeds: inout [Deed]) {
    switch output {
    case .store(let errand): hub.handle(.stored(disk.reply(to: errand)), at: now(time))
    case .broker(.publish(let publication, let parcel)):
      guard isOnline else { return hub.handle(.notPublished(parcel, publication, "offline"), at: now(time)) }
      if publication.qos == .atLeastOnce { underWay.append((publication, parcel)) }
      deeds.append(.publishes(publication, parcel))
    case .broker(.subscribe(let subscriptions)):
      wanted += subscriptions
      if isOnline { deeds.append(.subscribes(subscriptions)) }
    case .broker(.beginNextLook(let words)): self.words = words
    case .broker(.goOnline):
      isLooking = false
      deeds.append(.subscribes(wanted))
      deeds += underWay.map { .publishes($0.publication, $0.parcel) }
      hub.handle(
        .link(.online(LinkFacts(version: .v5, isSessionPresent: false)), window: 20), at: now(time))
    case .broker(.stayAway(let pause)):
      link = nil
      isLooking = false
      read = []
      hub.handle(.link(.offline(.ended), window: 20), at: now(time))
      deeds.append(.connects(after: pause))
    case .flush:
      guard isOnline, !read.isEmpty else { return }
      deeds.append(.acknowledges(read))
      read = []
    case .lookUp(let errand): hub.handle(.notLookedUp(errand), at: now(time))
    case .survey:
      hub.handle(
        .surveyed(.init(residentBytes: nil, privateBytes: nil, writtenBytes: nil, omittedLines: 0)),
        at: now(time))
    case .log(let entry): log.append("\(time): \(entry.text)")
    case .broker(.unsubscribe), .releaseMemory: break
    }
  }

  mutating func takeNewAnswers() -> [UniqueID] { disk.takeNewAnswers() }
}
