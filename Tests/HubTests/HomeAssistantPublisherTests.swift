import GardenTopics
import StoreTypes
import Testing

@testable import BridgeConfig
@testable import GardenCore
@testable import Hub

@Suite struct HomeAssistantPublisherTests {
  private static let settings = HomeAssistantSettings(
    announces: true, prefix: "homeassistant", device: "home-assistant")
  private static let plan = GardenPlan(plants: [
    PlantPlan(
      id: "basil", name: "Basil",
      shares: [SensorShare(sensor: SensorIndex(0), quantities: [.moisture, .light])])
  ])
  private static let start = Moment(
    wall: Timestamp(seconds: 1_800_000_000), uptime: Uptime(milliseconds: 1_000_000))

  private func publisher(
    _ settings: HomeAssistantSettings? = settings, topics: Set<String> = []
  ) -> HomeAssistantPublisher {
    HomeAssistantPublisher(settings, plan: Self.plan, base: "plants", former: BrokerTraces(topics: topics))
  }

  private func isBirth(_ topic: String, at publisher: HomeAssistantPublisher) -> Bool {
    publisher.isBirth(Array(topic.utf8).span)
  }

  private func later(_ duration: Duration) -> Moment {
    Moment(wall: Self.start.wall + duration, uptime: Self.start.uptime + duration)
  }

  private func snapshot(light: Double?, battery: Double? = nil) -> PlantSnapshot {
    let now = Self.start.wall
    return PlantSnapshot(
      id: "basil", name: "Basil", moisture: Evaluation(status: .fine, since: now, value: 40),
      temperature: Evaluation(status: .fine, since: now, value: 20),
      light: light.map { Evaluation(status: .fine, since: now, value: $0) }, conductivity: nil,
      batteryPercent: battery, isBatteryLow: false, lastWatering: now, next: Next(now + .days(1), .calendar),
      neverWatered: false, dryBelow: 30, hasOpenReminder: false, isWatering: false, revision: 1, sensors: [],
      because: "", dryLine: nil)
  }

  @Test func `a birth is answered once, within seconds`() {
    var publisher = publisher()
    #expect(isBirth("homeassistant/status", at: publisher))
    #expect(!isBirth("homeassistant/statut", at: publisher))
    for dice: UInt64 in [0, 2999, .max] {
      publisher = self.publisher()
      publisher.heard(Array("online".utf8).span, wasRetained: false, dice: dice, at: Self.start)
      #expect(publisher.answerDue != nil)
      let (answers, again) = (
        publisher.owesAnswer(at: later(HomeAssistantPublisher.jitterMax)),
        publisher.owesAnswer(at: later(.seconds(10)))
      )
      #expect(answers && !again && publisher.answerDue == nil)
    }
  }

  @Test func `births in a row are answered at a calm pace, and the last is not forgotten`() {
    var publisher = publisher()
    var answers = 0
    for second in 0..<300 {
      publisher.heard(Array("online".utf8).span, wasRetained: false, dice: 7, at: later(.seconds(second)))
      if publisher.owesAnswer(at: later(.seconds(second))) { answers += 1 }
    }
    #expect((9...11).contains(answers), "\(answers)")
    #expect(publisher.answerDue != nil)
  }

  @Test(arguments: ["offline", "ONLINE", "", "onlinee"])
  func `other words are no birth`(word: String) {
    var publisher = publisher()
    publisher.heard(Array(word.utf8).span, wasRetained: false, dice: 0, at: Self.start)
    #expect(publisher.answerDue == nil)
  }

  @Test func `a retained birth is of the past`() {
    var publisher = publisher()
    publisher.heard(Array("online".utf8).span, wasRetained: true, dice: 0, at: Self.start)
    #expect(publisher.answerDue == nil)
  }

  @Test func `what a probe measures for the first time is news once`() {
    var publisher = publisher()
    let news = [
      snapshot(light: nil), snapshot(light: 400), snapshot(light: 500), snapshot(light: nil, battery: 80),
    ].map { publisher.sees($0) }
    // A thermometer that does not count for the plant is none of it.
    #expect(news == [false, true, false, true] && publisher.heard["basil"] == [.light, .battery])
  }

  @Test func `what was announced before a restart is announced again at once`() throws {
    let place = try #require(publisher().place)
    let topics: Set = [
      place.topic(of: .light, plant: "basil", base: "plants"),
      place.topic(of: .conductivity, plant: "basil", base: "plants"),
      place.topic(of: .battery, plant: "fern", base: "plants"),
    ]
    #expect(publisher(topics: topics).heard == ["basil": [.light]])
  }

  @Test(arguments: [
    nil, HomeAssistantSettings(announces: false, prefix: "homeassistant", device: "home-assistant"),
  ])
  func `nothing is announced and no birth is heard where discovery is off`(settings: HomeAssistantSettings?) {
    var publisher = publisher(settings)
    #expect(
      publisher.place == nil && !isBirth("homeassistant/status", at: publisher) && !isBirth("", at: publisher)
    )
    let isNews = publisher.sees(snapshot(light: 400))
    #expect(!isNews)
  }

  @Test func `where only something that went must be told, the birth is still heard`() throws {
    let place = try #require(publisher().place)
    let topics: Set = [
      place.topic(of: .light, plant: "basil", base: "plants"), "plants/v1/state/plant/basil",
    ]
    let publisher = publisher(nil, topics: topics)
    #expect(publisher.place == nil && publisher.birthTopics == ["homeassistant/status"])
    #expect(isBirth("homeassistant/status", at: publisher) && !isBirth("homeassistant/statut", at: publisher))
  }
}
