import Foundation
import LoamKit
import MQTTTypes
import Testing

@testable import GardenCore
@testable import GardenTopics

/// Whatever happens in the garden: each device is sent lives of activities that `ActivityLifecycle` takes, step by step,
/// within their limits, each to its end.
struct SentActivityTests {
  struct Dice: RandomNumberGenerator {
    var core: SplitMix64
    mutating func next() -> UInt64 { core.next() }
  }

  /// What one device took.
  struct Screen {
    var lives: [MessageID: ActivityLifecycle] = [:]
    var ends: [MessageID: ActivityEnding] = [:]
    var refusals: [String] = []
  }

  static let plan = GardenPlan(
    plants: ["basil", "fern"].map { id in
      PlantPlan(
        id: id, name: id,
        watering: WateringPlan(
          valve: ActuatorIndex(id == "basil" ? 0 : 1), duration: .minutes(5), durationMax: .hours(12)))
    },
    actuators: [
      ActuatorPlan(id: "timed", name: "Timed", kind: .valve(hasDeviceTimer: true)),
      ActuatorPlan(id: "plain", name: "Plain", kind: .valve(hasDeviceTimer: false)),
    ], people: House.plan.people)

  private struct Run {
    var garden: Garden
    var stored = GardenMemory()
    var now = House.now
    var dice: Dice
    var screens: [String: Screen] = [:]
    var retained: [String: [UInt8]] = [:]
    let renderer: Renderer
    private var commands: UInt64 = 0

    init(seed: UInt64, renderer: Renderer) {
      dice = Dice(core: SplitMix64(seed: seed))
      self.renderer = renderer
      garden = Garden(
        plan: SentActivityTests.plan, memory: stored, boot: BootID(UniqueID(high: 1, low: 1)), seed: seed,
        at: now)
      act { $0.start(at: $1, into: &$2) }
    }

    mutating func act(_ body: (inout Garden, Moment, inout [Effect]) -> Void) {
      var effects: [Effect] = []
      body(&garden, now, &effects)
      var outgoing: [Outgoing] = []
      for effect in effects {
        if case .remember(let change) = effect { stored.apply(change) }
        let failures = renderer.publications(for: effect, at: now, into: &outgoing)
        #expect(failures.isEmpty)
      }
      for item in outgoing { see(item.publication.topic, item.publication.payload) }
    }

    mutating func see(_ text: String, _ payload: [UInt8]) {
      #expect(payload.count <= ActivityLifecycle.payloadBytesMax)
      switch renderer.tree.topic(text) {
      case .down(let device, .activity)?:
        guard let step = try? DocumentCodec.decode(ActivityMessage.self, from: payload) else {
          Issue.record("unreadable step")
          return
        }
        take(step, on: device.text)
      case .activity(let id)?: retained[id.text] = payload.isEmpty ? nil : payload
      default: break
      }
    }

    mutating func take(_ step: ActivityMessage, on device: String) {
      let id = step.activity.id
      var life = screens[device]?.lives[id] ?? ActivityLifecycle()
      do throws(ActivityLifecycle.Refusal) {
        try life.take(step)
      } catch {
        screens[device, default: Screen()].refusals.append("\(step.aps.event) of \(id): \(error)")
      }
      screens[device, default: Screen()].lives[id] = life
      if let end = step.activity.end { screens[device]?.ends[id] = end }
      let isWhole = step.aps.contentState.progress == 1
      #expect(!isWhole || [.finished, .target].contains(step.activity.end))
      if step.aps.event != .end { #expect(step.aps.staleDate ?? step.aps.timestamp > step.aps.timestamp) }
    }

    mutating func head(_ device: DeviceID) -> CommandHead {
      commands += 1
      return CommandHead(id: UniqueID(high: 5, low: commands), device: device, at: now.wall)
    }

    mutating func wait(_ duration: Duration) {
      let end = now.uptime + duration
      while now.uptime < end {
        let next = min(garden.nextDeadline(after: now) ?? end, end, now.uptime + .minutes(1))
        let gap = next - now.uptime
        now = Moment(wall: now.wall + gap, uptime: next)
        act { $0.handle(.tick, at: $1, into: &$2) }
      }
    }

    mutating func send(_ event: Event) { act { $0.handle(event, at: $1, into: &$2) } }

    /// Something happens.
    mutating func step() {
      let plant: PlantID = Bool.random(using: &dice) ? "basil" : "fern"
      let valve = ActuatorIndex(plant == "basil" ? 0 : 1)
      let length = Duration.seconds(Int.random(in: 1...43_200, using: &dice))
      switch Int.random(in: 0..<10, using: &dice) {
      case 0, 1: send(.command(.water(head("anna-phone"), plant: plant, duration: length)))
      case 2: send(.command(.countdown(head("lin-watch"), plant: plant, duration: length)))
      case 3: send(.command(.countdown(head("bo-phone"), plant: nil, duration: length)))
      case 4: send(.command(.stop(head("anna-phone"), plant: plant)))
      case 5:
        send(.command(.stopCountdown(head("anna-phone"), plant: Bool.random(using: &dice) ? plant : nil)))
      case 6, 7: send(.valve(valve, ValveReport(isOpen: Bool.random(using: &dice))))
      case 8: restart()
      default: break
      }
      wait(.seconds(Int.random(in: 0...(Bool.random(using: &dice) ? 60 : 20_000), using: &dice)))
    }

    private mutating func restart() {
      let isPowerCut = Bool.random(using: &dice)
      if !isPowerCut { act { $0.suspend(at: $1, into: &$2) } }
      let away = Duration.seconds(Int.random(in: 1...7200, using: &dice))
      now = Moment(
        wall: now.wall + away, uptime: isPowerCut ? Uptime(milliseconds: 9000) : now.uptime + away)
      let boot = isPowerCut ? dice.next() : garden.boot.id.low
      garden = Garden(
        plan: garden.plan, memory: stored, boot: BootID(UniqueID(high: 1, low: boot)), seed: dice.next(),
        at: now)
      act { $0.start(at: $1, into: &$2) }
    }
  }

  @Test(arguments: UInt64(1)...4)
  func `every device is sent whole lives within their limits`(_ seed: UInt64) throws {
    var run = Run(seed: seed, renderer: try House.renderer())
    for _ in 0..<50 { run.step() }
    // Everything comes to its end: the valves say that they are closed, the countdowns run out.
    run.wait(.hours(13))
    for valve in 0..<2 { run.send(.valve(ActuatorIndex(valve), ValveReport(isOpen: false))) }
    run.wait(.hours(1))
    #expect(run.screens.count == House.ids.count)
    for (_, screen) in run.screens {
      #expect(screen.refusals == [])
      #expect(screen.lives.count > 5)
      #expect(screen.lives.values.allSatisfy { $0.ended != nil })
      #expect(Set(screen.ends.keys) == Set(screen.lives.keys))
    }
    #expect(run.retained.isEmpty)
    #expect(run.garden.memory.countdowns.isEmpty && run.garden.memory.leases.isEmpty)
  }

  @Test func `the limits of the core are those of the contract`() {
    #expect(ActivityLimits.updates == .seconds(ActivityLifecycle.updates))
    #expect(ActivityLimits.removal == .seconds(ActivityLifecycle.onScreen))
    #expect(ActivityLimits.dismissal == .seconds(ActivityLifecycle.afterEnd))
    #expect(ActivityLimits.payloadBytesMax == ActivityLifecycle.payloadBytesMax)
  }

  @Test func `a glance has the same fingerprint until a reader would see a difference`() throws {
    let renderer = try House.renderer()
    func glance(_ snapshot: GlanceSnapshot, at now: Moment) throws -> GlanceState {
      let outgoing = renderer.outgoing(.publish(.glance(snapshot)), at: now)
      return try DocumentCodec.decode(
        GlanceState.self, from: try #require(outgoing.first).publication.payload)
    }
    let later = Moment(wall: House.now.wall + .hours(1), uptime: House.now.uptime + .hours(1))
    let first = try glance(House.glance(), at: House.now)
    #expect(try glance(House.glance(), at: later).rev == first.rev)
    #expect(try glance(House.glance(due: 3), at: later).rev != first.rev)
    let names = String(repeating: "蔊", count: 64)
    var wide = House.activity(.finished, 1, 3, state: .ended)
    wide.plant?.name = names
    wide.plant?.id = String(repeating: "p", count: 64)
    _ = try glance(
      GlanceSnapshot(due: 9999, next: Next(later.wall, .due), runs: [wide, wide, wide, wide, wide]), at: later
    )
  }
}
