import BridgeConfig
import DeviceFamilies
import GardenCore
import Testing

@Suite struct InterlockSettingsTests {
  private static let garden = """
    sensors:
      probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Basil}
      air: {family: zigbee2mqtt, topic: zigbee2mqtt/Air}
    valves:
      bed: {family: zigbee2mqtt, topic: zigbee2mqtt/Bed, part: on_time}
      tap: {family: zigbee2mqtt, topic: zigbee2mqtt/Tap, part: on_time}
    plants:
      basil: {sensors: probe, watering: {valve: bed}}
    places:
      balcony: {sensors: air, temperature: {below: 5°C}}

    """

  @Test func `a rain sensor keeps every valve closed, and its topic is read`() throws {
    let settings = try read(
      Self.garden + """
        interlocks:
          rain: {name: Rain, topic: garden/+/rain, path: state, blocks: [true, '>0'], clears: [false], hold: 12h,
            silent_after: 2d, ends_runs: false, strict: true, trust_retained: true}
        """
    ).get()
    #expect(
      settings.plan.interlocks == [
        InterlockPlan(
          id: "rain", name: "Rain", input: .words(trustsRetained: true), keepsFor: .hours(12),
          silentAfter: .hours(48), endsRuns: false, isStrict: true,
          valves: [ActuatorIndex(0), ActuatorIndex(1)])
      ])
    #expect(
      settings.interlocks == [
        InterlockBinding(
          interlock: InterlockIndex(0), topic: "garden/+/rain", path: FieldPath([.key("state")]),
          blocks: ["true", ">0"], clears: ["false"])
      ])
  }

  @Test func `frost reads thermometers or a place, and no topic`() throws {
    let settings = try read(
      Self.garden + """
        interlocks:
          frost: {sensors: air, below: 3°C, valves: [bed]}
          heat: {place: balcony, above: 104°F, deadband: 2K}
          rain: {topic: garden/rain}
        """
    ).get()
    let air = [SensorShare(sensor: SensorIndex(1), quantities: [.temperature])]
    #expect(
      settings.plan.interlocks.map(\.input) == [
        .value(air, .temperature, below: 3, above: nil, deadband: 1),
        .value(air, .temperature, below: nil, above: 40, deadband: 2), .words(trustsRetained: false),
      ])
    #expect(settings.plan.interlocks[0].valves == [ActuatorIndex(0)])
    #expect(settings.interlocks.map(\.interlock) == [InterlockIndex(2)])
    #expect(settings.interlocks[0].blocks == ["ON"] && settings.interlocks[0].clears == ["OFF"])
  }

  @Test func `a forecast of rain delays the plants that say so`() throws {
    let garden = Self.garden.replacing("valve: bed}", with: "valve: bed}, waits_for_rain: true")
      .replacing(
        "valves:\n",
        with: "  weather: {family: json, topic: met, fields: {rain: {path: 'daily[0].mm'}}}\nvalves:\n")
    let settings = try read(garden + "rain: {sensor: weather, at_least: 0.2in, delay_max: 2d}\n").get()
    #expect(settings.plan.rain == RainPlan(sensor: SensorIndex(2), atLeast: 5.08, delayMax: .days(2)))
    #expect(settings.plan.plants.map(\.waitsForRain) == [true])
  }

  @Test func `a sensor that only an interlock reads is used, and so is a master`() throws {
    let settings = try read(
      Self.garden.replacing("places:\n  balcony: {sensors: air, temperature: {below: 5°C}}\n", with: "") + """
        interlocks: {frost: {sensors: air, below: 3°C}}
        supplies: {well: {valves: bed, master: tap}}
        """
    ).get()
    #expect(
      settings.warnings.map(\.description).filter { $0.contains("'air'") || $0.contains("'tap'") } == [])
  }

  @Test func `a supply has its valves, its master and their order`() throws {
    let settings = try read(
      Self.garden
        + "supplies: {well: {valves: [bed], at_once: 2, master: tap, order: valve_first, lead: 2s}}\n"
    ).get()
    #expect(
      settings.plan.supplies == [
        SupplyPlan(
          id: "well", valves: [ActuatorIndex(0)], atOnce: 2, master: ActuatorIndex(1), order: .valveFirst,
          lead: .seconds(2))
      ])
  }

  @Test func `what a valve may give stands with the valve`() throws {
    let limits =
      "flow_meter: pipe, run_max: 20min, run_litres: 30, day_max: 1h, day_litres: 100.5, pause_min: 5min, "
      + "quiet_hours: {from: '22:00', to: '07:00', strict: true}, maintenance: true"
    let settings = try read(
      Self.garden.replacing("part: on_time}\n  tap", with: "part: on_time, \(limits)}\n  tap")
        .replacing(
          "valves:",
          with:
            "  pipe: {family: json, topic: garden/pipe, fields: {volume: {path: total, unit: m³}}}\nvalves:")
    )
    .get()
    #expect(
      settings.plan.actuators[0].limits
        == ValveLimits(
          runMax: .minutes(20), runLitresMax: 30, dayMax: .hours(1), dayLitresMax: 100.5,
          pauseMin: .minutes(5), quiet: QuietHours(fromSecondOfDay: 79_200, toSecondOfDay: 25_200),
          isQuietStrict: true, isLocked: true))
    #expect(settings.plan.actuators[1].limits == ValveLimits())
  }
}
