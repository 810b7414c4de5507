import BridgeConfig
import GardenCore
import GardenTopics
import MQTTTypes
import StoreTypes

/// What Home Assistant is told of the garden by discovery, and when again.
struct HomeAssistantPublisher {
  /// A birth is answered within this time, so that several bridges do not answer at once.
  static let jitterMax: Duration = .seconds(3)
  /// So long Home Assistant has to take notice of an entity before it goes.
  static let reappearanceLasts: Duration = .seconds(5)
  /// Two answers are at least this far apart, whatever comes.
  static let pauseMin: Duration = .seconds(30)

  /// `nil`: there is nothing to announce, and what was announced before goes.
  let place: HomeAssistantPlace?
  /// Where Home Assistant says that it has started: also where only what is no longer announced must be told.
  let birthTopics: Set<String>
  private let births: [[UInt8]]
  /// Quantities that a plant's probes have measured, ever.
  private(set) var heard: [PlantID: Set<Quantity>] = [:]
  /// Those that its probes may measure.
  private var measurable: [PlantID: Set<Quantity>] = [:]
  private(set) var answerDue: Uptime?
  /// When what was shown once more goes for good.
  private var farewellDue: Uptime?
  private var answeredAt: Uptime?

  /// - Parameter former: what an earlier run left at the broker; what it announced of a plant's probes is announced again.
  init(_ settings: HomeAssistantSettings?, plan: GardenPlan, base: String, former: BrokerTraces) {
    place = settings.flatMap {
      $0.announces ? HomeAssistantPlace(prefix: $0.prefix, device: $0.device, page: $0.page) : nil
    }
    birthTopics = Set(former.topics.compactMap { DepartedEntity(topic: $0)?.birthTopic })
      .union(place.map { [$0.birthTopic] } ?? [])
    births = birthTopics.map { Array($0.utf8) }
    guard let place else { return }
    for plant in plan.plants {
      let optional = Set(HomeAssistantPlace.optionalQuantities.filter { Self.mayMeasure(plant, $0) })
      measurable[plant.id] = optional
      heard[plant.id] = optional.filter {
        former.topics.contains(place.topic(of: $0, plant: plant.id, base: base))
      }
    }
  }

  /// The same place under a new config, or another one.
  func moved(to settings: HomeAssistantSettings?, plan: GardenPlan, base: String, former: BrokerTraces)
    -> Self
  {
    var fresh = HomeAssistantPublisher(settings, plan: plan, base: base, former: former)
    fresh.answeredAt = answeredAt
    return fresh
  }

  var subscriptions: [MQTTSubscription] { birthTopics.sorted().map { MQTTSubscription(filter: $0) } }
  var nextDeadline: Uptime? { .earliest(answerDue, farewellDue) }

  /// What is announced now; empty where nothing shall be.
  func announced(by renderer: Renderer) -> [AnnouncedEntity] {
    place.map { renderer.announcements(for: $0, heard: heard) } ?? []
  }

  private static func mayMeasure(_ plant: PlantPlan, _ quantity: Quantity) -> Bool {
    quantity == .battery ? !plant.shares.isEmpty : plant.shares.contains { $0.quantities.contains(quantity) }
  }

  /// A plant's snapshot is about to be published. `true`: something in it is new to Home Assistant.
  mutating func sees(_ snapshot: PlantSnapshot) -> Bool {
    guard let measurable = measurable[snapshot.id] else { return false }
    let before = heard[snapshot.id]?.count ?? 0
    func note(_ quantity: Quantity, _ isThere: Bool) {
      if isThere, measurable.contains(quantity) { heard[snapshot.id, default: []].insert(quantity) }
    }
    note(.temperature, snapshot.temperature.value != nil)
    note(.light, snapshot.light?.value != nil)
    note(.conductivity, snapshot.conductivity?.value != nil)
    note(.battery, snapshot.batteryPercent != nil)
    return (heard[snapshot.id]?.count ?? 0) != before
  }

  func isBirth(_ topic: Span<UInt8>) -> Bool {
    for birth in births where birth.count == topic.count {
      if birth.indices.allSatisfy({ topic[$0] == birth[$0] }) { return true }
    }
    return false
  }

  /// Home Assistant says something of itself. A retained word is of the past: with each link everything is published anyway.
  mutating func heard(_ payload: Span<UInt8>, wasRetained: Bool, dice: UInt64, at now: Moment) {
    guard !wasRetained, payload.count == 6, answerDue == nil else { return }
    for (i, byte) in "online".utf8.enumerated() where payload[i] != byte { return }
    let jitter = Duration.milliseconds(Int(dice % UInt64(Self.jitterMax.milliseconds)))
    answerDue = max(now.uptime + jitter, answeredAt.map { $0 + Self.pauseMin } ?? now.uptime)
  }

  /// Once for each birth.
  mutating func owesAnswer(at now: Moment) -> Bool {
    guard let due = answerDue, due <= now.uptime else { return false }
    answerDue = nil
    answeredAt = now.uptime
    return true
  }

  /// Home Assistant has started: all of it again, and for a moment what is announced no more.
  mutating func answer(
    by renderer: Renderer, departed: [DepartedEntity], _ log: inout HubLog, at now: Moment
  ) -> [MQTTPublication] {
    let entities = announced(by: renderer).map(\.publication)
    log.info("Home Assistant has started: \(entities.count) entities announced again")
    if !departed.isEmpty { farewellDue = now.uptime + Self.reappearanceLasts }
    return entities + departed.map(\.reappearance)
  }

  /// Once each time.
  mutating func isFarewellDue(at now: Moment) -> Bool {
    guard let due = farewellDue, due <= now.uptime else { return false }
    farewellDue = nil
    return true
  }
}
