import GardenCore

/// Apps that send each other messages over a bridge that is killed, a broker that forgets, and wires that lose, double, delay and reorder.
struct MessageWorld {
  private enum Letter {
    case up(Command)
    case down(AppMessage)
    case ack(DeviceID, UniqueID)
  }

  /// What a receiving app has on its disk.
  private struct Receiver {
    var kept: [AppMessage] = []

    /// Where the broker keeps the order of a topic, the last one is all that is looked at.
    func has(_ id: UniqueID, isOrdered: Bool) -> Bool {
      isOrdered ? kept.last?.head.id == id : kept.contains { $0.head.id == id }
    }
  }

  private var dice: SplitMix64
  private var stage: Stage
  private var wire: [Letter] = []
  /// The wires keep their order, and lose or double no more than a broker does: all at once, or what is sent anew.
  private let isOrdered: Bool
  /// What the outbox repeats until it is acknowledged.
  private var open: [DeviceID: AppMessage] = [:]
  /// What each sender waits for an answer to, and how much of its bytes the bridge has.
  private var pending: [DeviceID: AppMessage] = [:]
  private var isLinkUp = true
  private var told: [UniqueID: Outcome] = [:]
  private var sent: [UniqueID: AppMessage] = [:]
  private var lastSent: UniqueID?
  /// In the order in which they were stored whole.
  private var stored: [UniqueID] = []
  private var bytes: [UniqueID: [UInt8]] = [:]
  private var receiver = Receiver()
  private var handedOver: [UniqueID: Int] = [:]
  private var glances = 0
  private(set) var faults: [String] = []

  init(seed: UInt64) {
    dice = SplitMix64(seed: seed)
    isOrdered = seed % 2 == 0
    var memory = GardenMemory()
    var watch = DeviceMemory(id: "watch")
    watch.glanceDay = 20_605  // 2026-06-01
    watch.glancesSent = 48
    memory.devices = [DeviceMemory(id: "phone"), watch, DeviceMemory(id: "tag")]
    stage = Stage(MessageTests.plan, memory: memory)
    step { $0.send(.link(isUp: true)) }
    greet()
  }

  private mutating func greet() {
    step { stage in
      stage.send(.hello("watch", DeviceProfile()))
      stage.send(.presence("watch", PresenceReport(isOnline: true, session: UniqueID(high: 5, low: 1))))
    }
  }

  private mutating func chance(_ n: UInt64, of m: UInt64) -> Bool { dice.next() % m < n }

  /// The bridge takes a step; one in forty is its last, before or after it was stored.
  private mutating func step(mayCrash: Bool = false, _ action: (inout Stage) -> Void) {
    let before = stage
    action(&stage)
    guard mayCrash, chance(1, of: 40) else { return carryAll { _ in true } }
    if chance(1, of: 2) { stage = before }
    // What is for the store is written as one.
    carryAll { effect in
      switch effect {
      case .deliver(let message): message.kind == .glance
      case .remember, .acknowledge: true
      default: false
      }
    }
    open = [:]
    stage.restart(after: .seconds(1))
    carryAll { _ in true }
    if isLinkUp { step { $0.send(.link(isUp: true)) } }
  }

  private mutating func carryAll(where isKept: (Effect) -> Bool) {
    for effect in stage.effects where isKept(effect) { carry(effect) }
    stage.effects = []
  }

  private mutating func carry(_ effect: Effect) {
    switch effect {
    case .deliver(let message):
      if message.expires <= stage.now.wall { faults.append("delivered after its end") }
      if !message.kind.isGuaranteed { handedOver[message.head.id, default: 0] += 1 }
      if message.kind == .glance { glances += 1 }
      if message.kind.isGuaranteed { open[message.to] = message }
      wire.append(.down(message))
    case .recall(let id, let device): if open[device]?.head.id == id { open[device] = nil }
    case .acknowledge(let outcome): answered(outcome)
    case .remember(.message(let row)) where row.isWhole: stored.append(row.message.head.id)
    case .remember(.blobBytes(let part)): bytes[part.message, default: []] += part.bytes
    case .remember(.noBlob(let id)): bytes[id] = nil
    default: break
    }
  }

  private mutating func answered(_ outcome: Outcome) {
    if case .glances(let left) = outcome.detail, !(0...50).contains(left) {
      faults.append("\(left) glances left")
    }
    told[outcome.id] = outcome
    for (device, message) in pending where message.head.id == outcome.id {
      guard case .stored(let at) = outcome.detail, let blob = message.blob, at < blob.size else {
        pending[device] = nil
        continue
      }
      let count = min(blob.size - at, 1 + Int(dice.next() % 2))
      let part = Array(Self.content(of: message)[at..<at + count])
      wire.append(.up(.part(message.head, BlobBytes(message: message.head.id, at: at, part))))
    }
  }

  /// Each blob has bytes of its own.
  private static func content(of message: AppMessage) -> [UInt8] {
    (0..<(message.blob?.size ?? 0)).map { UInt8(truncatingIfNeeded: message.head.id.low &* UInt64($0 + 3)) }
  }

  private mutating func sends(_ device: DeviceID) {
    if let message = pending[device] {
      if message.expires <= stage.now.wall { pending[device] = nil } else { wire.append(.up(.send(message))) }
      return
    }
    let kinds: [AppMessage.Kind] = [.guaranteed, .guaranteed, .blob, .immediate, .interactive, .glance]
    let kind = kinds[Int(dice.next() % UInt64(kinds.count))]
    let short = chance(1, of: 6) ? stage.now.wall + .minutes(3) : nil
    let blob = AppMessage.Blob(size: 1 + Int(dice.next() % 4), sha256: "", type: "image/png")
    let message = AppMessage(
      stage.head(device, expires: short), kind, to: "watch", identifier: "n", content: "{}",
      blob: kind == .blob ? blob : nil)
    sent[message.head.id] = message
    lastSent = message.head.id
    pending[device] = message
    wire.append(.up(.send(message)))
  }

  private mutating func moves(isGood: Bool = false) {
    guard !wire.isEmpty else { return }
    let i = isGood || isOrdered ? 0 : Int(dice.next() % UInt64(wire.count))
    let letter = wire[i]
    if case .up = letter, !isLinkUp { return }
    // Doubled: it stays.
    if isGood || isOrdered || !chance(1, of: 6) { wire.remove(at: i) }
    if !isGood, !isOrdered, chance(1, of: 5) { return }
    switch letter {
    case .up(let command): step(mayCrash: !isGood) { $0.send(.command(command)) }
    case .down(let message): receives(message, isGood: isGood)
    case .ack(let device, let id):
      guard open[device]?.head.id == id else { return }
      open[device] = nil
      step(mayCrash: !isGood) { $0.send(.shown(device, note: id)) }
    }
  }

  private mutating func receives(_ message: AppMessage, isGood: Bool) {
    guard message.kind.isGuaranteed else { return }
    if !receiver.has(message.head.id, isOrdered: isOrdered), stage.now.wall < message.expires {
      if message.kind == .blob {
        // Over meanwhile: it may not be acted on.
        guard stage.garden.blob(of: message.head.id, for: message.to) != nil else { return }
        if bytes[message.head.id] != Self.content(of: message) { faults.append("a blob that is not whole") }
      }
      // Killed before it was on the disk.
      if !isGood, chance(1, of: 10) { return }
      receiver.kept.append(message)
    }
    // Killed after it.
    if isGood || !chance(1, of: 10) { wire.append(.ack(message.to, message.head.id)) }
  }

  mutating func run() {
    for _ in 0..<40 {
      switch dice.next() % 14 {
      case 0, 1, 2: sends("phone")
      case 3: sends("tag")
      case 4: for (_, message) in open.sorted(by: { $0.key < $1.key }) { wire.append(.down(message)) }
      case 5: advance(.seconds(Int64(1 + dice.next() % 60)))
      case 6 where chance(1, of: 8): advance(.hours(10))
      case 7 where chance(1, of: 4):
        if let id = lastSent {
          let device = sent[id]?.head.device ?? "phone"
          wire.append(.up(.cancel(stage.head(device), message: id)))
        }
      case 8: disturb()
      default: moves()
      }
    }
    mend()
    check()
  }

  private mutating func disturb() {
    switch dice.next() % 12 {
    // The broker is killed, or somebody takes its session under the device's client id: what was on its way is lost.
    case 0: wire = []
    case 1:
      wire.removeAll { if case .down = $0 { true } else { false } }
    case 2, 3: setLink(isUp: !isLinkUp)
    // An app is killed and has forgotten what it was about to send.
    case 4: pending[chance(1, of: 2) ? "phone" : "tag"] = nil
    case 5:
      greet()
      for (_, message) in open.sorted(by: { $0.key < $1.key }) { wire.append(.down(message)) }
    case 6:
      let isOnline = chance(1, of: 2)
      step {
        $0.send(.presence("watch", PresenceReport(isOnline: isOnline, session: UniqueID(high: 5, low: 1))))
      }
    case 7 where chance(1, of: 4):
      step { $0.send(.left("watch")) }
      open["watch"] = nil
      wire.removeAll { if case .down = $0 { true } else { false } }
      greet()
    default: break
    }
  }

  private mutating func setLink(isUp: Bool) {
    isLinkUp = isUp
    step { $0.send(.link(isUp: isUp)) }
  }

  /// Nothing is lost any more.
  private mutating func mend() {
    if !isLinkUp { setLink(isUp: true) }
    for _ in 0..<60 where !wire.isEmpty || !open.isEmpty || !pending.isEmpty {
      for _ in 0..<wire.count { moves(isGood: true) }
      pending = pending.filter { $0.value.expires > stage.now.wall }
      for (_, message) in pending.sorted(by: { $0.key < $1.key }) { wire.append(.up(.send(message))) }
      for (_, message) in open.sorted(by: { $0.key < $1.key }) { wire.append(.down(message)) }
      advance(.seconds(5))
    }
  }

  private mutating func advance(_ duration: Duration) {
    let end = stage.now.uptime + duration
    while let next = stage.garden.nextDeadline(after: stage.now), next <= end {
      step {
        $0.advance(next - $0.now.uptime)
        $0.send(.tick)
      }
    }
    stage.advance(end - stage.now.uptime)
  }

  private mutating func check() {
    let ids = receiver.kept.map(\.head.id)
    if Set(ids).count != ids.count { faults.append("acted on twice") }
    // What was ended for its sender may still have been under way.
    let ended: Set<Outcome.Code> = [.cancelled, .notReachable, .expired]
    let arrived = ids.filter { told[$0].map { !ended.contains($0.code) } ?? true }
    var firsts: [UniqueID] = []
    for id in stored where arrived.contains(id) && !firsts.contains(id) { firsts.append(id) }
    if firsts != arrived { faults.append("out of order") }
    for (id, message) in sent where message.kind.isGuaranteed {
      guard let outcome = told[id] else { continue }
      switch outcome.code {
      case .delivered where !ids.contains(id) && message.expires > stage.now.wall:
        faults.append("said to have arrived, and has not")
      // A blob may have been given up by its sender; what is whole must have ended.
      case .queued where message.kind != .blob || stage.stored.messages.contains { $0.message.head.id == id },
        .duplicate where message.kind != .blob:
        faults.append("neither arrived nor over: \(message.kind) \(outcome.code)")
      default: break
      }
    }
    if handedOver.values.contains(where: { $0 > 1 }) { faults.append("handed over twice") }
    // Two were left of the first day; no schedule lasts for more than three.
    if glances > 2 + 150 { faults.append("more glances than allowed") }
    if stage.now.wall < Stage.start + .hours(16), glances > 2 {
      faults.append("more glances than allowed today")
    }
    let rest = stage.stored.messages.filter { $0.message.kind != .glance && $0.isWhole }
    if !rest.isEmpty { faults.append("something is left") }
    let known = Set(stage.stored.messages.map(\.message.head.id))
    if !Set(bytes.keys).isSubset(of: known) { faults.append("bytes without their message") }
  }
}
