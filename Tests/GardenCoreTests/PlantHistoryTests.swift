@testable import GardenCore
import Testing

@Suite("A plant's past")
struct PlantHistoryTests {
  private let start = Timestamp(seconds: 1_780_300_800)

  @Test(arguments: [
    (Duration.hours(24), 240, 0, 600), (.hours(24), 400, 0, 300), (.days(7), 400, 0, 1800),
    (.days(30), 400, 0, 7200), (.days(90), 240, 0, 43_200), (.days(1), 240, 3600, 3600),
    (.days(1), 240, 86_400, 86_400), (.days(3650), 400, 86_400, 1_382_400), (.minutes(1), 400, 0, 60),
  ])
  func `the step is the shortest round one with few enough points`(
    span: Duration, count: Int, shortest: Int64, step: Int64
  ) {
    let chosen = PlantHistory.step(from: start, to: start + span, count: count, shortest: shortest)
    #expect(chosen == step)
  }

  @Test func `no step gives more points than were asked for, wherever the time begins`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2000 {
      let from = Int64.random(in: 1_000_000_000...2_000_000_000, using: &random)
      let to = from + Int64.random(in: 1...40_000_000, using: &random)
      let count = Int.random(in: 2...400, using: &random)
      let step = PlantHistory.step(
        from: Timestamp(seconds: from), to: Timestamp(seconds: to), count: count)
      let first = PlantHistory.floor(from, step)
      let touched = (PlantHistory.floor(to - 1, step) - first) / step + 1
      #expect(touched <= count || step == PlantHistory.steps.last)
    }
  }

  @Test func `coarser steps keep the extremes and the gaps`() throws {
    func point(_ seconds: Int64, _ mean: Double) -> PlantHistory.Point {
      PlantHistory.Point(
        start: Timestamp(seconds: seconds), mean: mean, lowest: mean - 1, highest: mean + 1)
    }
    let history = PlantHistory(step: 60, points: [point(1200, 10), point(1260, 20), point(1500, 40)])
    let coarser = try #require(history.coarser)
    #expect(coarser.step == 120)
    #expect(
      coarser.points == [
        PlantHistory.Point(start: Timestamp(seconds: 1200), mean: 15, lowest: 9, highest: 21),
        point(1440, 40),
      ])
    #expect(PlantHistory(step: PlantHistory.steps[PlantHistory.steps.count - 1]).coarser == nil)
  }

  @Test func `a plant's probes are those that count for the quantity`() {
    var plan = GardenPlan.make(sensors: 3)
    plan.plants[0].shares = [
      SensorShare(sensor: SensorIndex(2), weight: 2, quantities: [.moisture]),
      SensorShare(sensor: SensorIndex(0), quantities: [.temperature]),
      SensorShare(sensor: SensorIndex(1), weight: 0),
    ]
    #expect(plan.historyShares(of: "basil", .moisture) == [HistoryShare(sensor: "probe-2", weight: 2)])
    #expect(plan.historyShares(of: "basil", .light) == [])
    #expect(plan.historyShares(of: "nobody", .moisture) == nil)
  }
}

@Suite("A question")
struct QuestionTests {
  private func ask(
    _ stage: inout Stage, _ head: CommandHead, plant: PlantID = "basil"
  ) -> (isAdmitted: Bool, code: Outcome.Code?) {
    var effects: [Effect] = []
    let isAdmitted = stage.garden.admits(head, about: plant, at: stage.now, into: &effects)
    for case .acknowledge(let outcome) in effects { return (isAdmitted, outcome.code) }
    return (isAdmitted, nil)
  }

  @Test(arguments: ["anna-phone", "bob-phone", "hall-tablet"])
  func `every registered device may ask, whatever its role`(_ device: DeviceID) {
    var stage = Stage()
    let head = stage.head(device)
    #expect(ask(&stage, head) == (true, nil))
    #expect(stage.garden.memory.answered.isEmpty)
  }

  @Test func `a stranger, a plant that is not there and a question that nobody waits for are refused`() {
    var stage = Stage()
    let stranger = stage.head("stranger")
    #expect(ask(&stage, stranger) == (false, .forbidden))
    let head = stage.head("anna-phone")
    #expect(ask(&stage, head, plant: "nobody") == (false, .unknownPlant))
    let late = stage.head("anna-phone", expires: stage.now.wall - .seconds(1))
    #expect(ask(&stage, late) == (false, .expired))
  }

  @Test func `questions count towards a device's rate, and stopping water does not`() {
    var stage = Stage()
    var admitted = 0
    var codes: [Outcome.Code?] = []
    for _ in 0..<40 {
      let head = stage.head("anna-phone")
      let (isAdmitted, code) = ask(&stage, head)
      if isAdmitted { admitted += 1 } else { codes.append(code) }
    }
    #expect(admitted == 30)
    #expect(codes.first == .rateLimited && codes.dropFirst().allSatisfy { $0 == nil })
    let stop = stage.head("anna-phone")
    #expect(stage.command(.stop(stop, plant: "basil"))?.code == .refused)
  }
}
