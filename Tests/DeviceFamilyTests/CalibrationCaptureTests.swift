import DeviceFamilies
import GardenCore
import PayloadJSON
import Testing

/// When a value is at rest, and which two ends make a scale.
@Suite struct CalibrationCaptureTests {
  private func stable(_ values: [Double], every milliseconds: Int64 = 1000, magnitude: Double = 0)
    -> StableValue
  {
    var stable = StableValue(magnitude: magnitude)
    for (i, value) in values.enumerated() { stable.take(value, at: Int64(i) * milliseconds) }
    return stable
  }

  @Test func `five values within the tolerance are at rest, four are not yet`() {
    #expect(stable([700, 702, 699, 701]).atRest == nil)
    #expect(stable([700, 702, 699, 701, 700]).atRest == .init(median: 700, spread: 1, count: 5))
  }

  @Test func `one outlier of five is let go, two are not`() {
    #expect(stable([700, 702, 12, 701, 700]).atRest?.median == 700)
    #expect(stable([700, 702, 12, 990, 700]).atRest == nil)
  }

  @Test func `a probe that still moves is not at rest, and is once it stays`() {
    #expect(stable([700, 640, 580, 520, 460]).atRest == nil)
    #expect(stable([700, 640, 580, 301, 300, 299, 300, 301]).atRest?.median == 300)
  }

  @Test func `a probe that speaks each five minutes is at rest with its second equal value`() {
    #expect(stable([700, 702], every: 300_000).atRest?.count == 2)
    #expect(stable([700, 500], every: 300_000).atRest == nil)
    #expect(stable([700, 702], every: 30_000).atRest == nil)
  }

  @Test func `near zero the tolerance is of the range that was seen`() {
    #expect(stable([0, 3, 1, 4, 2]).atRest == nil)
    #expect(stable([0, 3, 1, 4, 2], magnitude: 700).atRest?.median == 2)
  }

  @Test func `what is no number is no value`() {
    #expect(stable([700, .nan, .infinity, 700, -.infinity]).count == 2)
    #expect(stable([]).present == nil)
  }

  private func rest(_ median: Double, spread: Double = 0) -> StableValue.Rest {
    StableValue.Rest(median: median, spread: spread, count: 5)
  }

  @Test func `either end may be the larger one`() throws {
    let capacitive = try CalibrationPair(dry: rest(720), wet: rest(260))
    #expect(capacitive.calibration == Calibration(dry: 720, wet: 260))
    let volts = try CalibrationPair(dry: rest(0.4), wet: rest(2.61))
    #expect(volts.calibration == Calibration(dry: 0.4, wet: 2.61))
  }

  @Test func `equal ends, ends that noise could be, and no numbers are refused with the reason`() {
    #expect(throws: CalibrationPair.Fault.equal) { try CalibrationPair(dry: rest(500), wet: rest(500)) }
    #expect(throws: CalibrationPair.Fault.notFinite) { try CalibrationPair(dry: rest(.nan), wet: rest(5)) }
    #expect(throws: CalibrationPair.Fault.tooClose(distance: 40, needed: 60)) {
      try CalibrationPair(dry: rest(540, spread: 8), wet: rest(500, spread: 4))
    }
    #expect(throws: CalibrationPair.Fault.self) { try CalibrationPair(dry: rest(512), wet: rest(514)) }
  }

  @Test func `the field that a family found by itself is named`() throws {
    let binding = SensorBinding(
      sensor: SensorIndex(0), family: .zigbee2mqtt, topic: "zigbee2mqtt/Basil")
    var probe = try CalibrationProbe(binding, quantity: .moisture)
    let reader = PayloadReader(bytesMax: 1000)
    reader.load(Array(#"{"soil_moisture":41,"battery":41,"linkquality":41}"#.utf8).span)
    let context = DecodeContext(arrival: Timestamp(seconds: 1), wasRetained: false, calendar: .utc)
    #expect(probe.read(reader, topic: "zigbee2mqtt/Basil", context: context).values == [41])
    #expect(probe.mapping?.path == FieldPath([.key("soil_moisture")]))
  }

  @Test func `a raw probe gives its raw value`() throws {
    let field = FieldMapping(
      quantity: .moisture, path: FieldPath([.key("ANALOG"), .key("A0")]), unit: .raw,
      calibration: Calibration(dry: 1023, wet: 0))
    let binding = SensorBinding(sensor: SensorIndex(0), family: .tasmota, topic: "pots", fields: [field])
    var probe = try CalibrationProbe(binding, quantity: .moisture)
    let reader = PayloadReader(bytesMax: 1000)
    reader.load(Array(#"{"ANALOG":{"A0":612}}"#.utf8).span)
    let context = DecodeContext(arrival: Timestamp(seconds: 1), wasRetained: false, calendar: .utc)
    #expect(probe.read(reader, topic: "tele/pots/SENSOR", context: context).values == [612])
    #expect(probe.mapping == field)
  }
}
