import GardenCore
import LoamKit
import MQTTTypes
import StoreTypes

@testable import Hub

/// The shipped hub against a kill, a cut line, a full and a slow disk at any moment and before any of its outputs, a clock that jumps and a
/// flood, by seed and on virtual time. The valve has no timer of its own.
struct HubSimulation {
  let seed: UInt64
  private var random: SplitMix64
  private(set) var world: HubWorld
  private var soil = 45.0
  private var isValveOpen = false
  private var ordersSeen = 0
  /// Since when it has been open without a lease, though the hub could close it.
  private var strayFor: Duration = .zero
  private(set) var diary: [String] = []
  private(set) var openings = 0

  init(seed: UInt64) throws {
    self.seed = seed
    random = SplitMix64(seed: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
    world = try HubWorld()
  }

  private mutating func chance(_ p: Double) -> Bool { random.unit() < p }

  /// - Returns: `nil`, or what went wrong.
  mutating func run(steps: Int = 60) throws -> String? {
    world.connect()
    report()
    for _ in 0..<steps where world.problems.isEmpty {
      try happen()
      obey()
      wait(.milliseconds(Int(random.unit() * (chance(0.3) ? 900_000 : 20_000))))
      obey()
      if world.isKilled { try restart() }
    }
    try heal()
    let open = world.hub.garden.memory.leases.filter { $0.phase != .closed }
    if isValveOpen { return said("the valve stayed open") }
    if !open.isEmpty { return said("a lease stayed open: \(open)") }
    if world.disk.hasOpenLease(of: "bed") { return said("the disk still has a lease") }
    return world.problems.isEmpty ? nil : said("")
  }

  private func said(_ end: String) -> String {
    (["seed \(seed): \(end)"] + world.problems + diary.suffix(30)).joined(separator: "\n")
  }

  private mutating func note(_ text: String) {
    diary.append("\(world.now.uptime.milliseconds) \(text)")
  }

  private mutating func happen() throws {
    switch Int(random.unit() * 20) {
    case 0, 1, 2:
      soil = max(5, min(60, soil + (random.unit() - 0.6) * 8))
      world.hear("garden/basil", #"{"soil":\#(Int(soil))}"#)
    case 3, 4:
      note("water_start")
      world.press("water_start")
    case 5:
      note("water_stop")
      world.press("water_stop")
    case 6: world.press("water_later", category: "WATERING_REMINDER")
    case 7:
      note(world.isOnline ? "the line breaks" : "the line is back")
      if world.isOnline { world.lose() } else { world.connect(isSessionPresent: true) }
    case 8:
      world.disk.isFull.toggle()
      note("disk full: \(world.disk.isFull)")
    case 9:
      note("slow disk")
      world.isStoreSlow = true
    case 10: try restart()
    case 11:
      world.acknowledges.toggle()
      if world.acknowledges { world.acknowledge() }
    case 12:
      let shift = Duration.seconds(Int((random.unit() - 0.5) * 7200))
      note("the clock is set by \(shift)")
      world.setClock(by: shift)
    case 13:
      for n in 0..<40 { world.hear("garden/basil", #"{"soil":\#(n % 60)}"#, qos: .atMostOnce) }
    case 14: report()
    case 15...18:
      let blow = HubWorld.Blow.allCases[Int(random.unit() * Double(HubWorld.Blow.allCases.count))]
      let outputs = Int(random.unit() * 25)
      note("\(blow) after \(outputs) outputs")
      world.strike(blow, after: outputs)
    default:
      if world.isStoreSlow {
        note("the disk answers")
        world.storeAnswers()
      }
    }
  }

  private mutating func restart() throws {
    note("killed")
    try world.restart()
    if chance(0.8) { world.connect(isSessionPresent: true) }
    report()
  }

  /// The valve does as it was told.
  private mutating func obey() {
    let orders = world.orders
    for order in orders[ordersSeen...] {
      isValveOpen = order.hasPrefix("OPEN")
      if isValveOpen { openings += 1 }
      note("valve: \(order)")
      if world.isOnline { report() }
    }
    ordersSeen = orders.count
  }

  private mutating func report() {
    if world.isOnline { world.hear("garden/bed/state", isValveOpen ? "OPEN" : "CLOSED") }
  }

  /// Water without a lease is an open line to nobody.
  private mutating func wait(_ length: Duration) {
    let end = world.now.uptime + length
    while world.now.uptime < end {
      let piece = min(.seconds(5), end - world.now.uptime)
      world.pass(piece)
      obey()
      let isHeld = world.hub.garden.memory.leases.contains { $0.phase != .closed }
      let isAble = world.isOnline && !world.isKilled && !world.isStoreSlow && world.acknowledges
      strayFor = isValveOpen && !isHeld && isAble ? strayFor + piece : .zero
      if strayFor > .seconds(60) { return fail("the valve is open for a minute without a lease") }
    }
  }

  private mutating func fail(_ text: String) {
    note(text)
    world.problem(text)
  }

  private mutating func heal() throws {
    guard world.problems.isEmpty else { return }
    note("all is well again")
    world.spare()
    if world.isKilled { try restart() }
    world.disk.isFull = false
    world.storeAnswers()
    world.acknowledges = true
    world.acknowledge()
    if !world.isOnline { world.connect(isSessionPresent: true) }
    report()
    for _ in 0..<90 where world.problems.isEmpty { wait(.minutes(1)) }
  }
}
