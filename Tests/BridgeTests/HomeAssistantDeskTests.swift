import BridgeConfig
import GardenStore
import GardenTopics
import Testing

@testable import Bridge
@testable import GardenCore

@Suite struct HomeAssistantDeskTests {
  private static let settings = HomeAssistantSettings(
    announces: true, prefix: "homeassistant", device: "home-assistant")
  private static let plan = GardenPlan(plants: [
    PlantPlan(
      id: "basil", name: "Basil",
      shares: [SensorShare(sensor: SensorIndex(0), quantities: [.moisture, .light])])
  ])
  private static let start = Moment(
    wall: Timestamp(seconds: 1_800_000_000), uptime: Uptime(milliseconds: 1_000_000))

  private func desk(
    _ settings: HomeAssistantSettings? = settings, topics: Set<String> = []
  ) -> HomeAssistantDesk {
    HomeAssistantDesk(settings, plan: Self.plan, base: "plants", former: BrokerTraces(topics: topics))
  }

  private func isBirth(_ topic: String, at desk: HomeAssistantDesk) -> Bool {
    desk.isBirth(Array(topic.utf8).span)
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
      batteryPercent: battery, isBatteryLow: false, lastWatering: now, nextWatering: now + .days(1),
      neverWatered: false, dryBelow: 30, hasOpenReminder: false, isWatering: false, revision: 1, sensors: [],
      because: "", dryLine: nil)
  }

  @Test func `a birth is answered once, within seconds`() {
    var desk = desk()
    #expect(isBirth("homeassistant/status", at: desk))
    #expect(!isBirth("homeassistant/statut", at: desk))
    for dice: UInt64 in [0, 2999, .max] {
      desk = self.desk()
      desk.heard(Array("online".utf8).span, wasRetained: false, dice: dice, at: Self.start)
      #expect(desk.answerDue != nil)
      let (answers, again) = (
        desk.owesAnswer(at: later(HomeAssistantDesk.jitterMax)), desk.owesAnswer(at: later(.seconds(10)))
      )
      #expect(answers && !again && desk.answerDue == nil)
    }
  }

  @Test func `births in a row are answered at a calm pace, and the last is not forgotten`() {
    var desk = desk()
    var answers = 0
    for second in 0..<300 {
      desk.heard(Array("online".utf8).span, wasRetained: false, dice: 7, at: later(.seconds(second)))
      if desk.owesAnswer(at: later(.seconds(second))) { answers += 1 }
    }
    #expect((9...11).contains(answers), "\(answers)")
    #expect(desk.answerDue != nil)
  }

  @Test(arguments: ["offline", "ONLINE", "", "onlinee"])
  func `other words are no birth`(word: String) {
    var desk = desk()
    desk.heard(Array(word.utf8).span, wasRetained: false, dice: 0, at: Self.start)
    #expect(desk.answerDue == nil)
  }

  @Test func `a retained birth is of the past`() {
    var desk = desk()
    desk.heard(Array("online".utf8).span, wasRetained: true, dice: 0, at: Self.start)
    #expect(desk.answerDue == nil)
  }

  @Test func `what a probe measures for the first time is news once`() {
    var desk = desk()
    let news = [
      snapshot(light: nil), snapshot(light: 400), snapshot(light: 500), snapshot(light: nil, battery: 80),
    ].map { desk.sees($0) }
    // A thermometer that does not count for the plant is none of it.
    #expect(news == [false, true, false, true] && desk.heard["basil"] == [.light, .battery])
  }

  @Test func `what was announced before a restart is announced again at once`() throws {
    let place = try #require(desk().place)
    let topics: Set = [
      place.topic(of: .light, plant: "basil", base: "plants"),
      place.topic(of: .conductivity, plant: "basil", base: "plants"),
      place.topic(of: .battery, plant: "fern", base: "plants"),
    ]
    #expect(desk(topics: topics).heard == ["basil": [.light]])
  }

  @Test(arguments: [
    nil, HomeAssistantSettings(announces: false, prefix: "homeassistant", device: "home-assistant"),
  ])
  func `nothing is announced and no birth is heard where discovery is off`(settings: HomeAssistantSettings?) {
    var desk = desk(settings)
    #expect(desk.place == nil && !isBirth("homeassistant/status", at: desk) && !isBirth("", at: desk))
    let isNews = desk.sees(snapshot(light: 400))
    #expect(!isNews)
  }

  @Test func `where only something that went must be told, the birth is still heard`() throws {
    let place = try #require(desk().place)
    let topics: Set = [
      place.topic(of: .light, plant: "basil", base: "plants"), "plants/v1/state/plant/basil",
    ]
    let desk = desk(nil, topics: topics)
    #expect(desk.place == nil && desk.birthTopics == ["homeassistant/status"])
    #expect(isBirth("homeassistant/status", at: desk) && !isBirth("homeassistant/statut", at: desk))
  }
}
