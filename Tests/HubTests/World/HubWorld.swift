import BridgeConfig
import GardenCore
import LoamKit
import MQTTTypes
import StoreTypes

@testable import Hub

/// The shipped hub in a played world: a disk, a broker and a clock that do what a test wants. Whatever leaves is held against what the
/// disk has at that moment.
struct HubWorld {
  /// A probe, a valve and a phone.
  static let config = """
    sensors:
      basil-probe: {family: json, topic: garden/basil, fields: {moisture: {path: soil, unit: percent}}}
    valves:
      bed:
        name: Bed valve
        family: template
        topic: garden/bed/state
        template: {command_topic: garden/bed/set, open: 'OPEN {seconds}', close: CLOSE, open_word: OPEN, closed_word: CLOSED}
        no_device_timer: accepted
    plants:
      basil:
        name: Basil
        sensors: basil-probe
        dry_below: 30%
        watering: {valve: bed, duration: 10min, duration_max: 30min}
    people:
      anna:
        name: Anna
        devices:
          anna-phone: {role: operator, language: en}
    site: {time_zone: UTC}
    """

  static let start = Moment(
    wall: Timestamp(seconds: 1_795_334_400), uptime: Uptime(milliseconds: 1_000_000), isWallTrusted: true)

  private(set) var hub: Hub
  private(set) var now: Moment
  var disk = PlayedDisk()
  /// The store has not answered yet.
  var isStoreSlow = false
  private var owed: StoreErrand?
  /// The broker acknowledges what it is given.
  var acknowledges = true
  var window = 20
  private(set) var underWay: [Parcel] = []
  private(set) var isOnline = false
  /// What left, in order.
  private(set) var left: [(publication: MQTTPublication, at: Timestamp)] = []
  private(set) var log: [LogEntry] = []
  private(set) var flushes = 0
  /// What is looked up, and not found yet.
  private(set) var lookups: [Lookup] = []
  private(set) var pauses: [Duration] = []
  private(set) var problems: [String] = []
  private(set) var isKilled = false
  private var coming: (Blow, Int)?
  var commands: UInt64 = 0
  private let settings: BridgeSettings
  private let term: Int

  init(_ config: String = config, on disk: PlayedDisk = PlayedDisk(), term: Int = 1, at now: Moment = start)
    throws
  {
    settings = try ConfigFile.read(
      text: config, fileName: "hub.yaml", environment: [:], readSecret: { _ in .success("") }
    ).get()
    self.disk = disk
    self.now = now
    self.term = term
    hub = try Self.hub(settings, disk, term, at: now)
    tell(.start)
  }

  private static func hub(
    _ settings: BridgeSettings, _ disk: PlayedDisk, _ term: Int, at now: Moment
  ) throws -> Hub {
    try Hub(
      Hub.Beginning(
        settings: settings, memory: disk.memory,
        outbox: disk.outbox.values.sorted { $0.id < $1.id }, traces: disk.traces, sessions: disk.sessions,
        term: term, boot: BootID(UniqueID(high: 7, low: 7)), clientID: "loam-1", accountGroup: "loam-1",
        calendars: Calendars(ownZone: "UTC") { _, _ in .utc }, clockPatience: .minutes(5),
        chance: SplitMix64(seed: UInt64(now.uptime.milliseconds))), at: now)
  }

  /// What may befall it between two outputs.
  enum Blow: CaseIterable { case kill, cut, fullDisk, slowDisk }

  /// After so many outputs that happens, before the next is carried out.
  mutating func strike(_ blow: Blow, after outputs: Int) { coming = (blow, outputs) }

  mutating func spare() { coming = nil }

  private mutating func befall() {
    guard let (blow, outputs) = coming else { return }
    guard outputs == 0 else { return coming = (blow, outputs - 1) }
    coming = nil
    switch blow {
    case .kill:
      isKilled = true
      isOnline = false
      underWay = []
    case .cut:
      // What is under way survives: the client sends it again.
      isOnline = false
      hub.handle(.link(.offline(.lost("cut")), window: window), at: now)
    case .fullDisk: disk.isFull = true
    case .slowDisk: isStoreSlow = true
    }
  }

  /// The process is killed and starts again: only what the disk has is left.
  mutating func restart() throws {
    isKilled = false
    isOnline = false
    underWay = []
    owed = nil
    isStoreSlow = false
    hub = try Self.hub(settings, disk, term, at: now)
    tell(.start)
  }

  // MARK: what happens

  mutating func tell(_ input: Hub.Input) {
    guard !isKilled else { return }
    hub.handle(input, at: now)
    drain()
  }

  /// The broker lets it in. One that has lived before looks first.
  mutating func connect(isSessionPresent: Bool = false) {
    tell(.lookBegan(LinkFacts(version: .v5, isSessionPresent: isSessionPresent), window: window))
    guard !isOnline, !isKilled else { return }
    tell(.subscribed(hub.statusSubscription.filter, .granted(.atMostOnce)))
    pass(.milliseconds(300))
  }

  mutating func lose() {
    isOnline = false
    tell(.link(.offline(.lost("cut")), window: window))
  }

  mutating func hear(
    _ topic: String, _ payload: String, qos: QoS = .atLeastOnce, wasRetained: Bool = false
  ) {
    guard !isKilled else { return }
    hub.take(
      topic: topic.utf8Span.span, payload: payload.utf8Span.span, qos: qos, wasRetained: wasRetained, at: now)
    tell(.time(doubt: nil))
  }

  /// The oldest question is answered.
  mutating func findNothing() {
    guard case .question(let asked)? = lookups.first else { return }
    lookups.removeFirst()
    tell(.found(.answer(.init(asked: asked, content: .found([])))))
  }

  /// Time passes; what is due happens at its moment, and nothing wakes the hub but its own deadlines.
  mutating func pass(_ length: Duration) {
    let end = now.uptime + length
    var wakes = 0
    defer {
      if wakes > 100 + 4 * Int(length.wholeSeconds) { problems.append("woken \(wakes) times in \(length)") }
    }
    while now.uptime < end {
      // Until the store has answered it is asked for nothing.
      let due = owed == nil && !isKilled ? hub.nextDeadline(after: now) ?? end : end
      wakes += 1
      step(to: min(max(due, now.uptime + .milliseconds(1)), end))
      tell(.time(doubt: nil))
    }
  }

  /// The same for one that is woken each second, as well.
  mutating func passWoken(_ length: Duration) {
    for _ in 0..<length.wholeSeconds { pass(.seconds(1)) }
  }

  mutating func step(to uptime: Uptime) {
    now = Moment(wall: now.wall + (uptime - now.uptime), uptime: uptime, isWallTrusted: now.isWallTrusted)
  }

  mutating func setClock(by shift: Duration) { now.wall = now.wall + shift }

  /// The store answers now.
  mutating func storeAnswers() {
    isStoreSlow = false
    guard let errand = owed else { return }
    owed = nil
    tell(.stored(disk.reply(to: errand)))
  }

  /// The broker acknowledges all that is under way.
  mutating func acknowledge() {
    let parcels = underWay
    underWay = []
    for parcel in parcels { tell(.published(parcel, .delivered)) }
  }

  // MARK: what it does

  private mutating func drain() {
    while owed == nil, let output = hub.poll() {
      befall()
      guard !isKilled else { return }
      perform(output)
    }
  }

  private mutating func perform(_ output: Hub.Output) {
    switch output {
    case .log(let entry): log.append(entry)
    case .store(let errand):
      if isStoreSlow {
        owed = errand
      } else {
        hub.handle(.stored(disk.reply(to: errand)), at: now)
      }
    case .broker(.publish(let publication, let parcel)): publish(publication, parcel)
    case .broker(.goOnline):
      isOnline = true
      hub.handle(.link(.online(LinkFacts(version: .v5, isSessionPresent: false)), window: window), at: now)
    case .broker(.stayAway(let pause)):
      pauses.append(pause)
      isOnline = false
      hub.handle(.link(.offline(.ended), window: window), at: now)
    case .survey:
      hub.handle(
        .surveyed(.init(residentBytes: nil, privateBytes: nil, writtenBytes: nil, omittedLines: 0)), at: now)
    case .lookUp(.drying): hub.handle(.found(.drying([:])), at: now)
    case .lookUp(let errand): lookups.append(errand)
    case .flush: flushes += 1
    case .broker(.subscribe), .broker(.unsubscribe), .broker(.beginNextLook), .releaseMemory: break
    }
  }

  private mutating func publish(_ publication: MQTTPublication, _ parcel: Parcel) {
    guard isOnline else { return hub.handle(.notPublished(parcel, publication, "no broker"), at: now) }
    hold(publication, parcel)
    left.append((publication, now.wall))
    guard publication.qos == .atLeastOnce else { return }
    if acknowledges {
      hub.handle(.published(parcel, .delivered), at: now)
    } else {
      underWay.append(parcel)
      if underWay.count > window {
        problems.append("\(underWay.count) are under way, the broker takes \(window)")
      }
    }
  }

  /// What leaves against what the disk has.
  private mutating func hold(_ publication: MQTTPublication, _ parcel: Parcel) {
    let payload = String(decoding: publication.payload, as: UTF8.self)
    if publication.topic == "garden/bed/set", payload.hasPrefix("OPEN"), !disk.hadOpenLease(of: "bed") {
      problems.append("the valve was opened without a lease on the disk")
    }
    if case .document(let id) = parcel, hub.durability.isDurable,
      hub.outbox.items[id]?.entry.handling.isDurable == true, disk.outbox[id] == nil
    {
      problems.append("\(publication.topic) left, and the disk does not know of it")
    }
  }

  mutating func problem(_ text: String) { problems.append(text) }

  // MARK: what was seen

  func payloads(on topic: String) -> [String] {
    left.compactMap {
      $0.publication.topic == topic ? String(decoding: $0.publication.payload, as: UTF8.self) : nil
    }
  }

  /// What the valve was told.
  var orders: [String] { payloads(on: "garden/bed/set") }
  var acks: [String] { payloads(on: "plants/v1/d/anna-phone/dn/ack") }
}
