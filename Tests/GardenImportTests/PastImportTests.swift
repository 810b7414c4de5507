import GardenCore
import GardenImport
import Testing

@Suite("Whose value it is, and what is left out")
struct PastImportTests {
  private static let plan = GardenPlan(
    sensors: [
      SensorPlan(id: "basil-probe"), SensorPlan(id: "bed"), SensorPlan(id: "fern-1"),
      SensorPlan(id: "fern-2"),
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
  ])
  func `a name that says it is taken for what it says`(_ name: String, _ target: String) throws {
    let found = try #require(SeriesGuess(Self.plan).target(of: ForeignSeries(name: name)))
    #expect("\(found.sensor).\(found.quantity.name)" == target)
  }

  @Test(arguments: [
    "sensor.fern_soil_moisture", "sensor.kitchen_temperature", "sensor.basil",
    "sensor.basil_moisture_threshold", "moisture",
    "sensor.chili_soil_moisture",
  ])
  func `a name that could mean two, or none, is taken for nothing`(_ name: String) {
    #expect(SeriesGuess(Self.plan).target(of: ForeignSeries(name: name)) == nil)
  }

  @Test func `values come in our units, and each one that does not is counted by its reason`() {
    let series = [
      ForeignSeries(name: "a"), ForeignSeries(name: "b"), ForeignSeries(name: "stranger"),
    ]
    var plan = PastImport(
      series, plan: Self.plan,
      map: [
        "a": ImportTarget(sensor: "bed", quantity: .temperature),
        "b": ImportTarget(sensor: "bed", quantity: .moisture),
      ], from: Timestamp(seconds: 100), to: Timestamp(seconds: 200))
    func take(_ series: Int, _ at: Int64, _ content: ForeignValue.Content) -> Double? {
      plan.take(ForeignValue(series: series, at: Timestamp(seconds: at), content: content))?.value
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
    #expect(
      plan.dropped == [.wrongUnit: 1, .impossible: 1, .none: 1, .notANumber: 1, .otherTime: 2, .stranger: 1])
  }
}
