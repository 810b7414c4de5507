import GardenCore
import Testing

/// A probe that the broker does not let us hear.
@Suite struct RefusedTopicTests {
  @Test func `a probe whose topic the broker refuses is unknown for that reason, once nothing fresh is left`()
  {
    var stage = Stage()
    stage.holds(45, for: .minutes(10))
    stage.send(.subscription(SensorIndex(0), isRefused: true))
    #expect(stage.plant()?.moisture.status == .fine)
    stage.wait(.hours(7))
    #expect(stage.plant()?.moisture.reason == .refused)
    guard case .sensor(let facts) = stage.notices.last?.subject else {
      Issue.record("nobody was told")
      return
    }
    #expect(facts.trouble == .refused)
    stage.send(.subscription(SensorIndex(0), isRefused: false))
    #expect(stage.plant()?.moisture.reason == .silent)
    stage.reads(46)
    #expect(stage.plant()?.moisture.status == .fine)
  }

  @Test func `under a new plan a refused topic is asked for anew`() {
    var stage = Stage()
    stage.send(.subscription(SensorIndex(0), isRefused: true))
    #expect(stage.plant()?.moisture.reason == .refused)
    stage.run { [plan = stage.garden.plan] in $0.adopt(plan, at: $1, into: &$2) }
    #expect(stage.plant()?.moisture.reason == .neverHeard)
  }
}
