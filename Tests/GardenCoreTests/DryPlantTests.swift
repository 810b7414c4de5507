import GardenCore
import Testing

@Suite("A dry plant")
struct DryPlantTests {
  @Test func `a plant that stays dry for the dwell is reminded of once`() {
    var stage = Stage()
    stage.reads(45)
    stage.wait(.hours(1))
    stage.holds(28, for: .minutes(9))
    #expect(stage.notices.isEmpty)
    stage.holds(28, for: .hours(5))
    #expect(stage.notices.map(\.key) == ["water-basil"])
    #expect(stage.notices.first?.devices == ["anna-phone", "bob-phone", "hall-tablet"])
    #expect(stage.plant()?.moisture.status == .low)
    #expect(stage.plant()?.hasOpenReminder == true)
  }

  @Test func `done closes the reminder on every device and says who gave it`() {
    var stage = Stage()
    stage.reads(45)
    stage.holds(28, for: .hours(1))
    let note = stage.notices.first?.id
    stage.effects = []
    let outcome = stage.answers("bob-phone", .done, note: note)
    #expect(outcome?.code == .accepted)
    #expect(stage.withdrawals.map(\.by) == ["bob-phone"])
    #expect(stage.withdrawals.first?.devices == ["anna-phone", "bob-phone", "hall-tablet"])
    #expect(stage.plant()?.lastWatering == stage.now.wall)
    #expect(stage.plant()?.hasOpenReminder == false)
  }

  @Test func `a rise without any answer counts as watered by somebody`() {
    var stage = Stage()
    stage.reads(45)
    stage.holds(28, for: .hours(1))
    stage.effects = []
    stage.holds(60, for: .minutes(10))
    #expect(stage.withdrawals.map(\.reason) == [.done])
    #expect(stage.withdrawals.map(\.by) == [nil])
    #expect(stage.plant()?.neverWatered == false)
    #expect(stage.reminder() == nil)
  }

  @Test func `dry, wet and dry again within one turn is told`() {
    var plan = GardenPlan.oneBasil
    plan.plants[0].moisture.dwell = .zero
    var stage = Stage(plan)
    stage.reads(45)
    stage.wait(.hours(2))
    stage.effects = []
    for value in [28, 38, 24, 38, 24, 38, 24] as [Double] { stage.reads(value) }
    stage.wait(.minutes(5))
    #expect(stage.notices.map(\.key) == ["water-basil"])
    #expect(stage.plant()?.neverWatered == false)
  }
}
