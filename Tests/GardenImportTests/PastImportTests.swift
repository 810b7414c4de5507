import DeviceFamilies
import GardenCore
@testable import GardenImport
import Testing

@Suite("Whose value it is, and what is left out")
struct PastImportTests {
  private static let plan = GardenPlan(
    sensors: [
      SensorPlan(id: "basil-probe"), SensorPlan(id: "bed"), SensorPlan(id: "fern-1"),
      SensorPlan(id: "fern-2"), SensorPlan(id: "pot1"), SensorPlan(id: "bed1-pot2"),
      SensorPlan(id: "bed2-pot1"), SensorPlan(id: "probe"), SensorPlan(id: "air-temperature"),
    ],
    plants: [
      PlantPlan(id: "basil", name: "Basil", shares: [SensorShare(sensor: SensorIndex(0))]),
      PlantPlan(id: "tomato", name: "Tomato", shares: [SensorShare(sensor: SensorIndex(1))]),
      PlantPlan(
        id: "fern", name: "Fern",
        shares: [SensorShare(sensor: SensorIndex(2)), SensorShare(sensor: SensorIndex(3))]),
    ])

  @Test(arguments: [
    ("sensor.basil_soil_moisture", "basil-probe.moisture"),
    ("basil-probe.temperature", "basil-probe.temperature"),
    ("zigbee2mqtt/basil_temperature", "basil-probe.temperature"),
    ("sensor.tomato_soil_temperature", "bed.temperature"),
    ("Bed Feuchte", "bed.moisture"), ("sensor.basil_probe_battery", "basil-probe.battery"),
    ("pot1_moisture", "pot1.moisture"), ("sensor.pot_1_moisture", "pot1.moisture"),
    ("Pot 1 Feuchte", "pot1.moisture"), ("sensor.fern2_moisture", "fern-2.moisture"),
    ("bed_2_pot_1_moisture", "bed2-pot1.moisture"), ("probe_moisture", "probe.moisture"),
    ("bed", "bed.moisture"), ("air-temperature", "air-temperature.temperature"),
  ])
  func `a name that says it is taken for what it says`(_ name: String, _ target: String) throws {
    let found = try #require(SeriesGuess(Self.plan).target(of: name))
    #expect("\(found.sensor).\(found.quantity.name)" == target)
  }

  @Test(arguments: [
    "sensor.fern_soil_moisture", "sensor.kitchen_temperature", "sensor.basil",
    "sensor.basil_moisture_threshold", "moisture", "sensor.pot_2_moisture", "pot_moisture",
    "sensor.chili_soil_moisture",
  ])
  func `a name that could mean two, or none, is taken for nothing`(_ name: String) {
    #expect(SeriesGuess(Self.plan).target(of: name) == nil)
  }

  @Test func `values come in our units, and each one that does not is counted by its reason`() {
    var plan = PastImport(
      ["a", "b", "stranger"], plan: Self.plan,
      map: [
        "a": ImportTarget(sensor: "bed", quantity: .temperature),
        "b": ImportTarget(sensor: "bed", quantity: .moisture),
      ], from: Timestamp(seconds: 100), to: Timestamp(seconds: 200))
    func take(_ series: Int, _ at: Int64, _ content: ForeignValue.Content) -> Double? {
      var taken: [Double] = []
      plan.take(ForeignValue(series: series, at: Timestamp(seconds: at), content: content)) {
        taken.append($0.value)
      }
      return taken.last
    }
    #expect(take(0, 100, .number(68, unit: "°F")) == 20)
    #expect(take(1, 150, .number(0.42, unit: "m³/m³")) == 42)
    #expect(take(1, 150, .number(42, unit: nil)) == 42)
    #expect(take(1, 150, .number(42, unit: "°C")) == nil)
    #expect(take(1, 150, .number(420, unit: "%")) == nil)
    #expect(take(1, 150, .none) == nil)
    #expect(take(1, 150, .text) == nil)
    #expect(take(1, 99, .number(42, unit: "%")) == nil)
    #expect(take(1, 200, .number(42, unit: "%")) == nil)
    #expect(take(2, 150, .number(42, unit: "%")) == nil)
    #expect(plan.taken == 3)
    plan.finish()
    #expect(
      plan.dropped == [
        .wrongUnit: [1: 1], .impossible: [1: 1], .none: [1: 1], .notANumber: [1: 1], .otherTime: [1: 2],
        .stranger: [2: 1],
      ])
  }

  /// What becomes of a series without a unit.
  private func take(
    _ numbers: [Double], _ name: String = "bed_moisture", unit: FieldUnit? = nil, written: String? = nil
  ) -> (values: [Double], dropped: [ImportDrop: [Int: Int]]) {
    var plan = PastImport(
      [name], plan: Self.plan, map: [:], units: unit.map { [name: $0] } ?? [:],
      from: Timestamp(seconds: 0), to: Timestamp(seconds: 1_000_000))
    var values: [Double] = []
    for (i, number) in numbers.enumerated() {
      plan.take(
        ForeignValue(series: 0, at: Timestamp(seconds: Int64(i)), content: .number(number, unit: written))
      ) { values.append($0.value) }
    }
    plan.finish()
    return (values, plan.dropped)
  }

  @Test func `moisture that is never above 1,5 and has no unit is nobody's percent`() {
    #expect(take([0.45, 0.44, 0]).values.isEmpty)
    #expect(take([0.45, 0.44, 0]).dropped == [.fraction: [0: 3]])
    #expect(take([0.5, 1.2, 3, 0.9]).values == [0.5, 1.2, 3, 0.9])
    #expect(take([0.5, 0.25], unit: .fraction).values == [50, 25])
    #expect(take([0.5, 0.25], unit: .percent).values == [0.5, 0.25])
    #expect(take([0.5, 0.25], written: "%").values == [0.5, 0.25])
    #expect(take([0.5, 0.25], "bed_moisture_percent").values == [0.5, 0.25])
    #expect(take([0.5, 0.25], "bed_temperature").values == [0.5, 0.25])
    // It is held back for so long, and no longer.
    let long = take(Array(repeating: 0.4, count: 20_000) + [41])
    #expect(long.values == [] && long.dropped == [.fraction: [0: 20_001]])
  }

  @Test func `the unit that a name says is that of its numbers`() {
    #expect(take([68], "bed_temp_f").values == [20])
    #expect(take([68], "bed_temp_f", written: "°C").values == [68])
    #expect(take([68], "bed_moisture_raw").dropped == [.wrongUnit: [0: 1]])
  }
}
