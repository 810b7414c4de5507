import Foundation
import GardenCore
import LoamKit
import MQTTTypes
import Testing

@testable import Hub

/// The order in which a turn leaves, and who is answered: values in, values out.
@Suite struct HubTests {
  private func world() throws -> HubWorld {
    var world = try HubWorld()
    world.connect()
    world.hear("garden/bed/state", "CLOSED")
    world.hear("garden/basil", #"{"soil":45}"#)
    world.pass(.minutes(1))
    #expect(world.isOnline && world.problems.isEmpty)
    return world
  }

  @Test func `a command, its answer and the acknowledgement of the message leave after the commit`() throws {
    var world = try world()
    let (orders, acks, flushes) = (world.orders.count, world.acks.count, world.flushes)
    world.isStoreSlow = true
    world.press("water_start")
    #expect(world.orders.count == orders && world.acks.count == acks && world.flushes == flushes)
    world.storeAnswers()
    #expect(world.orders.last?.hasPrefix("OPEN") == true && world.acks.count == acks + 1)
    #expect(world.flushes > flushes && world.problems.isEmpty)
  }

  @Test func `what the disk does not take opens no valve, and is said`() throws {
    var world = try world()
    let orders = world.orders.count
    world.disk.isFull = true
    world.press("water_start")
    world.pass(.minutes(1))
    #expect(!world.orders.dropFirst(orders).contains { $0.hasPrefix("OPEN") })
    #expect(world.log.contains { $0.level == .critical && $0.text.contains("opening no valve") })
    world.disk.isFull = false
    world.pass(.seconds(20))
    world.hear("garden/bed/state", "CLOSED")
    world.press("water_start")
    #expect(world.orders.last?.hasPrefix("OPEN") == true && world.problems.isEmpty)
  }

  @Test func `an order that the disk kept waiting for longer than a minute opens nothing`() throws {
    var world = try world()
    let orders = world.orders.count
    world.isStoreSlow = true
    world.press("water_start")
    world.step(to: world.now.uptime + .seconds(61))
    world.storeAnswers()
    #expect(!world.orders.dropFirst(orders).contains { $0.hasPrefix("OPEN") } && world.problems.isEmpty)
    #expect(!world.hub.garden.memory.leases.contains { $0.phase == .opening || $0.phase == .running })
  }

  @Test func `a reminder is in the disk's outbox before it leaves`() throws {
    var world = try world()
    world.isStoreSlow = true
    let topic = "plants/v1/d/anna-phone/dn/notify"
    for minute in 0..<40 where world.payloads(on: topic).isEmpty {
      world.hear("garden/basil", #"{"soil":\#(22 - Double(minute) / 20)}"#)
      #expect(world.payloads(on: topic).isEmpty, "nothing leaves while the store is at it")
      world.storeAnswers()
      world.pass(.minutes(1))
      world.isStoreSlow = true
    }
    #expect(!world.payloads(on: topic).isEmpty && world.problems.isEmpty)
  }

  @Test func `a stop leaves at once, though nothing that was sent before is acknowledged`() throws {
    var world = try world()
    world.press("water_start")
    world.hear("garden/bed/state", "OPEN")
    world.acknowledges = false
    for n in 0..<200 {
      world.hear("garden/basil", #"{"soil":\#(20 + Double(n % 60))}"#)
      world.pass(.seconds(2))
    }
    #expect(world.underWay.count >= world.window - Leaving.waterPlaces)
    let orders = world.orders.count
    world.press("water_stop")
    #expect(world.orders.dropFirst(orders).first == "CLOSE" && world.problems.isEmpty)
  }

  @Test func `a close that could not be handed over is the first to leave with the next link`() throws {
    var world = try world()
    world.press("water_start")
    world.hear("garden/bed/state", "OPEN")
    world.lose()
    world.press("water_stop")
    let orders = world.orders.count
    world.connect(isSessionPresent: true)
    #expect(world.orders.dropFirst(orders).first == "CLOSE" && world.problems.isEmpty)
  }

  @Test func `a bridge that was second answers nothing but stops`() throws {
    var world = try world()
    let first = UniqueID(high: 1 << 20 | 0x7000, low: 0x8000_0000_0000_0001)
    world.hear(
      "plants/v1/bridge/status",
      #"{"v":1,"online":true,"ts":\#(world.now.wall.seconds),"since":\#(world.now.wall.seconds - 9000),"session":"\#(first)"}"#,
      qos: .atMostOnce)
    #expect(world.log.contains { $0.text.contains("was first: this one opens no valve") })
    let (orders, acks) = (world.orders.count, world.acks.count)
    world.press("water_start")
    world.press("water_later", category: "WATERING_REMINDER")
    #expect(world.orders.count == orders && world.acks.count == acks)
    world.press("water_stop_all")
    #expect(world.acks.count == acks + 1 && world.orders.dropFirst(orders).contains("CLOSE"))
  }

  @Test func `four questions wait at most, and there is room again when one is answered`() throws {
    var world = try world()
    let busy = { (world: HubWorld) in world.acks.count { $0.contains(#""busy""#) } }
    for _ in 0..<6 {
      world.askForHistory()
      world.pass(.seconds(2))
    }
    #expect(world.lookups.count == Questions.openMax && busy(world) == 2)
    world.findNothing()
    world.askForHistory()
    #expect(world.lookups.count == Questions.openMax && busy(world) == 2)
  }

  /// A deadline that is forgotten shows as something that happens only when the hub happens to be woken.
  @Test func `a day of a garden is the same whether the hub is woken each second or by its own deadlines`()
    throws
  {
    var (asked, woken) = (try world(), try world())
    for hour in 0..<24 {
      let soil = 45 - Double(hour) * 1.2
      for quarter in 0..<4 {
        let reading = #"{"soil":\#(soil - Double(quarter) * 0.3)}"#
        asked.hear("garden/basil", reading)
        woken.hear("garden/basil", reading)
        if hour == 15, quarter == 1 {
          asked.press("water_start")
          woken.press("water_start")
          asked.hear("garden/bed/state", "OPEN")
          woken.hear("garden/bed/state", "OPEN")
        }
        if hour == 15, quarter == 2 {
          asked.hear("garden/bed/state", "CLOSED")
          woken.hear("garden/bed/state", "CLOSED")
        }
        asked.pass(.minutes(15))
        woken.passWoken(.minutes(15))
      }
    }
    func seen(_ world: HubWorld) -> [String] {
      // Ids are made of the time and of chance; both hubs had the same.
      world.left.filter { $0.publication.topic != "plants/v1/bridge/counters" }.map {
        "\($0.at.milliseconds) \($0.publication.topic) \(String(decoding: $0.publication.payload, as: UTF8.self))"
      }
    }
    let (ours, theirs) = (seen(asked), seen(woken))
    for (a, b) in zip(ours, theirs) where a != b {
      Issue.record("by deadlines: \(a)\nwoken: \(b)")
      break
    }
    #expect(ours.count == theirs.count && asked.problems.isEmpty && woken.problems.isEmpty)
  }
}

/// By seed; more of them: `LOAM_HUBS=10000 … --filter HubSimulationTests`.
@Suite(.timeLimit(.minutes(30))) struct HubSimulationTests {
  @Test func `kills, cuts, full and slow disks, jumps and floods leave no water without a lease`() throws {
    let seeds = ProcessInfo.processInfo.environment["LOAM_HUBS"].flatMap(Int.init) ?? 120
    var openings = 0
    for seed in 0..<UInt64(seeds) {
      var simulation = try HubSimulation(seed: seed)
      if let problem = try simulation.run() {
        Issue.record("\(problem)")
        return
      }
      openings += simulation.openings
    }
    #expect(openings > seeds / 2, "it waters")
  }
}
