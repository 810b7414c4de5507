import Foundation
import GardenWords
import LoamKit
import MQTTTypes
import Testing

@testable import GardenCore
@testable import GardenTopics

/// What Home Assistant is told. `UPDATE_EXPECTED=1` where a change is meant.
struct DiscoveryTests {
  static let place = HomeAssistantPlace(
    prefix: "homeassistant", device: "home-assistant", page: "http://garden.local:8090/")
  static let heard: [PlantID: Set<Quantity>] = [
    "aloe": [.temperature, .light, .conductivity, .battery], "fern": [],
  ]

  static func plan(role: Role = .operator, name: String = "Aloe") -> GardenPlan {
    let probe = SensorShare(
      sensor: SensorIndex(0), quantities: [.moisture, .temperature, .light, .conductivity])
    let band = BandPlan(below: 5, above: 30, deadband: 1, dwell: .zero)
    return GardenPlan(
      site: SitePlan(name: "Balcony", calendar: House.berlin), sensors: [SensorPlan(id: "aloe-probe")],
      plants: [
        PlantPlan(
          id: "aloe", name: name, shares: [probe],
          watering: WateringPlan(valve: ActuatorIndex(0), duration: .minutes(2), durationMax: .minutes(10))),
        PlantPlan(id: "fern", name: "Fern"),
      ],
      places: [
        PlacePlan(
          id: "house", name: "House", shares: [probe], temperature: band, thermostat: ActuatorIndex(1))
      ],
      actuators: [
        ActuatorPlan(id: "bed", name: "Bed valve", kind: .valve(hasDeviceTimer: true)),
        ActuatorPlan(
          id: "radiator", name: "Radiator", kind: .thermostat(range: 5...25, step: 0.5, line: nil)),
        ActuatorPlan(id: "frost", name: "Frost guard", kind: .heater(hasDeviceTimer: true)),
      ],
      heaters: [
        HeaterPlan(actuator: ActuatorIndex(2), shares: [probe], setpoint: 6, range: 2...12, step: 0.5)
      ],
      people: [
        PersonPlan(
          id: "home-assistant", name: "Home Assistant",
          devices: [DevicePlan(id: "home-assistant", name: "Home Assistant", role: role)])
      ])
  }

  static func entities(
    _ plan: GardenPlan = plan(), base: String = "plants", language: String = "en"
  ) throws -> [AnnouncedEntity] {
    let site = SiteFacts(
      name: "Balcony", software: "0.1.0", timeZone: "Europe/Berlin", language: language,
      startedAt: Timestamp(seconds: 1_580_500_000))
    let renderer = try #require(Renderer(base: base, site: site, plan: plan))
    return renderer.announcements(for: place, heard: heard)
  }

  static func config(_ entity: AnnouncedEntity) throws -> [String: Any] {
    let json = try JSONSerialization.jsonObject(with: Data(entity.publication.payload))
    return try #require(json as? [String: Any])
  }

  @Test func `what is announced is what the golden file says`() throws {
    let lines = try Self.entities().map {
      "\($0.publication.topic)\t\(String(decoding: $0.publication.payload, as: UTF8.self))\n"
    }
    try GoldenFile(name: "HomeAssistant/discovery").compare(with: lines.joined())
  }

  @Test func `every name is there in every language`() throws {
    var lines = ""
    for language in Languages.tags {
      for entity in try Self.entities(language: language) {
        let name = try #require(Self.config(entity)["name"] as? String)
        #expect(!name.contains("_"), "a key, and no words")
        lines += "\(language)\t\(entity.id)\t\(name)\n"
      }
    }
    try GoldenFile(name: "HomeAssistant/names").compare(with: lines)
  }

  @Test func `everything is retained, and no two have one id, topic or entity id`() throws {
    let entities = try Self.entities()
    #expect(entities.allSatisfy { $0.publication.isRetained && $0.publication.qos == .atLeastOnce })
    let ids = try entities.map { try #require(Self.config($0)["unique_id"] as? String) }
    #expect(Set(ids).count == entities.count && Set(entities.map(\.id)).count == entities.count)
    #expect(Set(entities.map(\.publication.topic)).count == entities.count)
    #expect(ids.allSatisfy { $0.hasPrefix("loam-plants-") })
  }

  @Test(arguments: [
    (Role.viewer, 0, false), (.actor, 7, false), (.tuner, 8, false), (.operator, 12, true),
  ])
  func `what a role does not allow is not offered`(role: Role, commands: Int, mayWater: Bool) throws {
    let entities = try Self.entities(Self.plan(role: role))
    let sending = try entities.filter { try Self.config($0)["command_topic"] != nil }
    #expect(sending.count == commands, "\(sending.map(\.id))")
    #expect(sending.contains { $0.id == "valve.loam_aloe_watering" } == mayWater)
    let limit = try #require(entities.first { $0.entity == "dry_limit" })
    #expect(limit.id.hasPrefix(role >= .tuner ? "number." : "sensor."))
    #expect(entities.contains { $0.id == "valve.loam_aloe_watering" })
  }

  @Test func `what is not known is unknown, and only buttons of which nobody asks are unavailable`() throws {
    var asked: Set<String> = []
    for entity in try Self.entities() {
      let config = try Self.config(entity)
      let conditions = try #require(config["availability"] as? [[String: Any]]?)
      if conditions?.count ?? 0 > 1 { asked.insert(entity.entity) }
      guard config["device_class"] as? String == "timestamp" else { continue }
      #expect(try #require(config["value_template"] as? String).hasSuffix("else 'None' }}"))
    }
    #expect(asked == ["water_later", "water_tomorrow", "release_stop"])
  }

  @Test func `each device leads to its view of the page, where the page is known`() throws {
    func links(_ place: HomeAssistantPlace) throws -> Set<String> {
      let site = SiteFacts(
        name: "Balcony", software: "0.1.0", timeZone: "UTC", language: "en",
        startedAt: Timestamp(seconds: 1_580_500_000))
      let renderer = try #require(Renderer(base: "plants", site: site, plan: Self.plan()))
      let devices = try renderer.announcements(for: place, heard: [:]).map {
        try #require(Self.config($0)["device"] as? [String: Any])
      }
      return Set(devices.compactMap { $0["configuration_url"] as? String })
    }
    let views = ["bridge", "plant/aloe", "plant/fern", "controls"]
    #expect(try links(Self.place) == Set(views.map { "http://garden.local:8090/#/\($0)" }))
    #expect(try links(HomeAssistantPlace(prefix: "homeassistant", device: "home-assistant")).isEmpty)
  }

  @Test func `a plant that is renamed keeps all its ids`() throws {
    let (before, after) = (try Self.entities(), try Self.entities(Self.plan(name: "Aloe vera")))
    #expect(before.map(\.id) == after.map(\.id))
    #expect(before.map(\.publication.topic) == after.map(\.publication.topic))
    #expect(before != after)
  }

  @Test(arguments: ["Water", "Problem", "Soil moisture", "Last"])
  func `no entity's name begins with its device's name`(name: String) throws {
    for entity in try Self.entities(Self.plan(name: name)) {
      let config = try Self.config(entity)
      let device = try #require(config["device"] as? [String: Any])
      let shown = try #require(device["name"] as? String)
      #expect(try !#require(config["name"] as? String).hasPrefix(shown))
    }
  }

  @Test func `ids that read the same in an entity id are told apart`() throws {
    var plan = Self.plan()
    plan.plants += ["a-b", "a_b", "A_b", "radiator", "frost"].map { PlantPlan(id: $0, name: $0) }
    let ids = try Self.entities(plan).map(\.id)
    #expect(Set(ids).count == ids.count && ids.contains("sensor.loam_a_b_last_watering_3"))
    #expect(ids.contains("binary_sensor.loam_frost_problem_2"))
  }

  @Test(arguments: ["a/b", "a_b", "Garten 2", "花園", "plants"])
  func `each base topic has a node of its own, of letters that discovery allows`(base: String) throws {
    let allowed = CharacterSet(
      charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")
    let node = EntityNames(prefix: "homeassistant", base: base).node
    #expect(node.unicodeScalars.allSatisfy { allowed.contains($0) } && node.hasPrefix("loam-"))
    let others = ["a/b", "a_b", "a+b", "Garten 2", "花園", "plants"].filter { $0 != base }
    #expect(!others.map { EntityNames(prefix: "homeassistant", base: $0).node }.contains(node))
  }

  @Test func `only what was heard is announced of what a family may know`() throws {
    let renderer = try #require(
      Renderer(
        base: "plants",
        site: SiteFacts(
          name: "Balcony", software: "0.1.0", timeZone: "UTC", language: "en",
          startedAt: Timestamp(seconds: 1_580_500_000)), plan: Self.plan()))
    func sensors(_ heard: Set<Quantity>) -> Set<String> {
      let entities = renderer.announcements(for: Self.place, heard: ["aloe": heard])
      return Set(entities.filter { $0.subject == "aloe" }.map(\.entity))
    }
    let optional: Set = ["temperature", "light", "conductivity", "battery"]
    #expect(sensors([]).isDisjoint(with: optional) && sensors([]).contains("moisture"))
    #expect(sensors([.light, .battery]).intersection(optional) == ["light", "battery"])
    for quantity in HomeAssistantPlace.optionalQuantities {
      let topic = Self.place.topic(of: quantity, plant: "aloe", base: "plants")
      #expect(try Self.entities().contains { $0.publication.topic == topic })
    }
  }

  @Test func `an entity that is gone is known by its topic, and shown once more as the same`() throws {
    for entity in try Self.entities() {
      let departed = try #require(DepartedEntity(topic: entity.publication.topic))
      #expect(departed.birthTopic == Self.place.birthTopic)
      let shown = departed.reappearance
      #expect(shown.topic == entity.publication.topic && !shown.isRetained)
      let json = try JSONSerialization.jsonObject(with: Data(shown.payload))
      let again = try #require(json as? [String: Any])
      let before = try Self.config(entity)
      #expect(again["unique_id"] as? String == before["unique_id"] as? String)
      let devices = [again, before].map { ($0["device"] as? [String: Any])?["identifiers"] as? [String] }
      #expect(devices[0] != nil && devices[0] == devices[1])
      #expect((again["device"] as? [String: Any])?["name"] == nil)
    }
  }

  @Test(arguments: [
    "homeassistant/sensor/other/thing/config", "homeassistant/sensor/loam-plants/config",
    "plants/v1/state/plant/aloe",
    "homeassistant/light/loam-plants/plant-aloe-light/config", "config", "",
    "homeassistant/sensor/loam-plants/plant-aloe-light/state",
  ])
  func `what is not ours is never taken for ours`(topic: String) {
    #expect(DepartedEntity(topic: topic) == nil)
  }

  @Test func `a prefix of several levels has its birth there`() {
    let topic = "my/home/sensor/loam-plants/plant-aloe-light/config"
    #expect(DepartedEntity(topic: topic)?.birthTopic == "my/home/status")
  }
}
