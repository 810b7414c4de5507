import DeviceFamilies
import GardenCore
import MQTTTypes
import PayloadJSON
import Testing
@testable import FuzzHarness

@Suite struct DecodeTraceTests {
  private func path(_ text: String) throws -> FieldPath { try FieldPath(text: text) }

  private func match(_ path: String, _ values: String...) throws -> FieldMatch {
    FieldMatch(path: try self.path(path), values: values)
  }

  private func binding(_ fields: [FieldMapping], select: [FieldMatch] = []) throws -> SensorBinding {
    SensorBinding(
      sensor: SensorIndex(0), family: .json, topic: "a", select: select, fields: fields,
      time: TimeMapping(path: try path("ts")))
  }

  private func decode(
    _ binding: SensorBinding, _ payload: String, _ trace: DecodeTrace?
  ) throws -> [DecodedItem] {
    let reader = PayloadReader()
    reader.observer = trace
    reader.load(Array(payload.utf8).span)
    let rule = SiteCalendar.Rule(start: Timestamp(seconds: 0), offsetSeconds: 0)
    var items: [DecodedItem] = []
    var decoder = try Families.makeSensor(binding)
    decoder.decode(
      reader, source: 0,
      context: DecodeContext(
        arrival: Timestamp(seconds: 1_795_262_400), wasRetained: false, calendar: SiteCalendar(rules: [rule])
      ),
      into: &items)
    return items
  }

  @Test func `each step of a field is told: path, what stood there, unit, calibration, value`() throws {
    let field = FieldMapping(
      quantity: .moisture, path: try path("soil.raw"), unit: .raw,
      calibration: Calibration(dry: 720, wet: 260))
    let trace = DecodeTrace()
    let items = try decode(binding([field]), #"{"ts":1795262000,"soil":{"raw":490}}"#, trace)
    #expect(trace.fields.count == 1)
    let told = trace.fields[0]
    #expect(told.path == "soil.raw" && told.stood == "490" && told.number == 490 && told.unit == .raw)
    #expect(told.calibration == "260.0 → 100.0, 720.0 → 0.0")
    #expect(told.item == items[0] && told.why == nil)
    #expect(trace.times.map(\.path) == ["ts"] && trace.times.map(\.stood) == ["1795262000"])
    #expect(trace.times.map(\.time) == [Timestamp(seconds: 1_795_262_000)])
  }

  @Test func `a unit is the one that counts: written, configured, or the quantity's own`() throws {
    let fields = [
      FieldMapping(quantity: .moisture, path: try path("m")),
      FieldMapping(quantity: .temperature, path: try path("t")),
      FieldMapping(quantity: .conductivity, path: try path("c"), unit: .millisiemensPerCentimetre),
      FieldMapping(quantity: .light, path: try path("l")),
    ]
    let trace = DecodeTrace()
    _ = try decode(binding(fields), #"{"m":28,"t":"70 °F","c":1.2,"l":400}"#, trace)
    #expect(trace.fields.map(\.unit) == [.percent, .fahrenheit, .millisiemensPerCentimetre, .lux])
  }

  @Test func `what was refused is told with its rule`() throws {
    let rules = FieldRules(
      when: [try match("status", "ok")], noValue: FieldMatch(path: FieldPath([]), value: "--"),
      noValueWhen: [try match("err", "!=0")], valid: 0...100)
    let field = FieldMapping(quantity: .moisture, path: try path("m"), rules: rules)
    func why(_ payload: String) throws -> String? {
      let trace = DecodeTrace()
      _ = try decode(binding([field]), payload, trace)
      return trace.fields.first?.why
    }
    #expect(try why(#"{"m":5,"status":"bad"}"#) == #"when: status is "bad", the rule says ok"#)
    #expect(try why(#"{"m":"--","status":"ok","err":0}"#) == "it is in no_value")
    #expect(
      try why(#"{"m":5,"status":"ok","err":7}"#) == "no_value_when: err is 7, the rule says !=0")
    #expect(try why(#"{"m":155,"status":"ok","err":0}"#) == "155.0 is outside valid 0.0..100.0")
    #expect(try why(#"{"m":55,"status":"ok","err":0}"#) == nil)
  }

  @Test func `a device that is not selected is told with the field that says so`() throws {
    let field = FieldMapping(quantity: .moisture, path: try path("m"))
    let trace = DecodeTrace()
    let items = try decode(binding([field], select: [match("id", "3", "4")]), #"{"m":5,"id":9}"#, trace)
    #expect(items.isEmpty && trace.fields.isEmpty)
    #expect(trace.selections.map(\.path) == ["id"] && trace.selections.map(\.stood) == ["9"])
    #expect(trace.selections.map(\.wanted) == [["3", "4"]])
  }

  @Test(arguments: FixtureCase.all.filter { $0.fixture.topic != nil && $0.fixture.heard != false })
  func `a message that is watched is read as one that is not`(_ one: FixtureCase) throws {
    func items(_ trace: DecodeTrace?) throws -> [DecodedItem] {
      var device = try one.device()
      let topic = try #require(one.fixture.topic)
      let source = try #require(device.sources.firstIndex { $0.filter.matches(topic) })
      let reader = PayloadReader()
      reader.observer = trace
      reader.load(one.payload.span)
      var items: [DecodedItem] = []
      device.decode(reader, source: source, context: one.context, into: &items)
      return items
    }
    #expect(try items(DecodeTrace()) == items(nil))
  }

  @Test func `an unknown message is listed by the paths that would bind it`() throws {
    func outline(_ payload: String) -> PayloadOutline {
      let reader = PayloadReader()
      reader.load(Array(payload.utf8).span)
      return PayloadOutline(reader)
    }
    let json = outline(#"{"soil":{"m.x":41,"on":true},"p":[{"v":"3 %"}],"e":{}}"#)
    #expect(json.form == .json)
    #expect(json.values.map(\.path) == [#"soil["m.x"]"#, "soil.on", "p[0].v"])
    #expect(json.values.map(\.number) == [41, nil, 3])
    for value in json.values { #expect(throws: Never.self) { try FieldPath(text: value.path) } }
    #expect(outline("temp=21&m=40").values.map(\.path) == ["form(temp)", "form(m)"])
    #expect(outline("a;2;3").values.map(\.path) == ["column(1, ;)", "column(2, ;)", "column(3, ;)"])
    #expect(outline("21.5 °C").form == .number && outline("").form == .nothing)
    #expect(outline("hello").values.map(\.stood) == [#""hello""#])
    let many = outline("[" + (0..<300).map { "\($0)" }.joined(separator: ",") + "]")
    #expect(many.values.count == PayloadOutline.valuesMax)
  }
}
