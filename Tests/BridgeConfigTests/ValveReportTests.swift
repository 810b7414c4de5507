import BridgeConfig
import DeviceFamilies
import GardenCore
import MQTTTypes
import PayloadJSON
import Testing

/// What a valve's messages mean is said in its config: from the text of the file to what the core hears.
@Suite("A valve's reports in its owner's words")
struct ValveReportTests {
  private func config(_ valve: String) -> String {
    """
    sensors:
      probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Basil}
      main: {family: json, topic: garden/main, fields: {flow: {path: rate}}}
    valves:
      hose:
    \(valve.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
    plants:
      basil: {sensors: probe, watering: {valve: hose}}
    people: {anna: {devices: {anna-phone: {}}}}
    """
  }

  /// What the valve says with each message, a pair of topic and payload, in order.
  private func heard(_ valve: String, _ messages: [(String, String)]) throws -> [DecodedItem] {
    let settings = try read(config(valve)).get()
    var driver = try Families.makeDriver(try #require(settings.actuators.first))
    let reader = PayloadReader(bytesMax: 65_536)
    var items: [DecodedItem] = []
    for (topic, payload) in messages {
      reader.load(Array(payload.utf8).span)
      for (source, place) in driver.sources.enumerated() where place.filter.matches(topic) {
        let context = DecodeContext(arrival: Timestamp(seconds: 0), wasRetained: false, calendar: .utc)
        driver.decode(reader, source: source, context: context, into: &items)
      }
    }
    return items
  }

  private static let giex = """
    family: zigbee2mqtt
    topic: z/hose
    part: QT06_2
    report:
      closed: {valve_work_state: [idle, standby]}
      remaining: {path: countdown, unit: min}
      litres: {path: run.water, unit: gal}
      short_of_water: {alarm: [dry, shortage]}
      leaking: {alarm: leak}
    """

  @Test func `the field that the owner chose proves closed, and the valve's own word does not count`() throws
  {
    let items = try heard(
      Self.giex,
      [
        ("z/hose", #"{"state":"ON","valve_work_state":"working"}"#),
        ("z/hose", #"{"state":"ON"}"#),
        ("z/hose", #"{"state":"OFF"}"#),
        ("z/hose/state", "OFF"),
        ("z/hose", #"{"state":"ON","valve_work_state":"idle"}"#),
        ("z/hose", #"{"state":"ON","valve_work_state":null}"#),
      ])
    #expect(items == [.valve(ValveReport(isOpen: true)), .valve(ValveReport(isOpen: false))])
  }

  @Test func `what is left, the litres and the device's alarms are read beside it`() throws {
    let items = try heard(
      Self.giex,
      [
        ("z/hose", #"{"countdown":1.5,"run":{"water":1},"alarm":"dry"}"#),
        ("z/hose", #"{"alarm":"none"}"#),
        ("z/hose", #"{"countdown":"soon","alarm":"leak"}"#),
        ("z/hose", #"{"countdown":-1}"#),
      ])
    #expect(
      items == [
        .valve(
          ValveReport(remaining: .seconds(90), litres: 3.785411784, isShortOfWater: true, isLeaking: false)),
        .valve(ValveReport(isShortOfWater: false, isLeaking: false)),
        .valve(ValveReport(isShortOfWater: false, isLeaking: true)),
      ])
  }

  @Test func `numbers that cannot be and broken messages say nothing`() throws {
    let whole = #"{"valve_work_state":"idle","countdown":3,"run":{"water":2}}"#
    let cut = (0..<whole.utf8.count).map {
      ("z/hose", String(decoding: whole.utf8.prefix($0), as: UTF8.self))
    }
    let broken = try heard(Self.giex, cut)
    #expect(broken.count == cut.count, "each is counted")
    #expect(
      broken.allSatisfy { [.refused(nil, .malformed), .refused(nil, .noValue)].contains($0) }, "\(broken)")
    let strange = [
      #"{"run":{"water":-1}}"#, #"{"run":{"water":1e300}}"#, #"{"countdown":"NaN"}"#, #"{"countdown":[1]}"#,
      #"{"valve_work_state":{"idle":1},"valve_work_state":"idle"}"#, "idle", "[]", "\"idle\"",
    ]
    let items = try heard(Self.giex, strange.map { ("z/hose", $0) })
    #expect(!items.contains { if case .valve = $0 { true } else { false } }, "\(items)")
  }

  @Test func `a countdown without end is no longer than two days and a half`() throws {
    let items = try heard(Self.giex, [("z/hose", #"{"countdown":1e9}"#)])
    #expect(items == [.valve(ValveReport(remaining: .seconds(200_000)))])
  }

  @Test func `a position is open from the first percent, and may come as a bare number on its own topic`()
    throws
  {
    let items = try heard(
      """
      family: template
      topic: ball/state
      template: {open: 'P100', close: 'P0', closed_word: shut}
      no_device_timer: accepted
      flow_meter: main
      report:
      - {topic: ball/position, open: {'pattern({value})': '>0'}}
      - {topic: ball/left, remaining: {path: 'pattern({value})'}}
      """,
      [
        ("ball/position", "37"), ("ball/position", "0"), ("ball/position", "n/a"), ("ball/left", "95"),
        ("ball/state", "ON"),
      ])
    #expect(
      items == [
        .valve(ValveReport(isOpen: true)), .valve(ValveReport(isOpen: false)),
        .valve(ValveReport(isOpen: false)), .valve(ValveReport(remaining: .seconds(95))),
      ])
  }

  @Test func `a valve that never says closed has a timer and a meter of its own`() {
    func told(_ valve: String) -> String { report(read(config(valve))) }
    let endless = "family: zigbee2mqtt\ntopic: z/hose\nreports_closed: false"
    #expect(told(endless).contains("nothing else proves the valve closed"))
    #expect(
      told(
        "family: esphome\ntopic: h\npart: v\nno_device_timer: accepted\nflow_meter: main\nreports_closed: false"
      )
      .contains("has no timer of its own, so nothing proves it closed"))
    #expect(
      told(endless + "\nflow_meter: main\n").isEmpty
        && report(
          read(
            config(endless + "\nflow_meter: main").replacing(
              "plants:",
              with: "  two: {family: zigbee2mqtt, topic: z/two, flow_meter: main}\nplants:"))
        ).contains("other valves share this meter"))
  }

  @Test func `one meter of its own is enough, and a shared one is none`() {
    let endless = "family: zigbee2mqtt\ntopic: z/hose\nreports_closed: false"
    func told(_ own: String, beside other: String) -> String {
      let plug = "  plug: {family: json, topic: garden/plug, fields: {power: {path: watts}}}\nvalves:"
      let two = "  two: {family: zigbee2mqtt, topic: z/two, \(other)}\nplants:"
      return report(
        read(config(endless + own).replacing("valves:", with: plug).replacing("plants:", with: two)))
    }
    let shared = "other valves share this meter"
    #expect(told("\nflow_meter: main", beside: "flow_meter: main").contains("hose.flow_meter: \(shared)"))
    #expect(told("\npower_meter: plug", beside: "power_meter: plug").contains("hose.power_meter: \(shared)"))
    #expect(!told("\nflow_meter: main\nreports_flow: true", beside: "flow_meter: main").contains("error"))
    #expect(!told("\nflow_meter: main\npower_meter: plug", beside: "flow_meter: main").contains("error"))
  }

  @Test func `a report that says nothing is named with its place`() {
    let told = report(read(config("family: zigbee2mqtt\ntopic: z/hose\nreport: {topic: z/other}")))
    #expect(told.contains("loam.yaml:8:5: error: valves.hose.report says nothing"), "\(told)")
  }
}
