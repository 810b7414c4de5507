import DeviceFamilies
import GardenCore
import PayloadJSON
import Testing

@testable import FuzzHarness

/// What a message says of itself beside its number, whatever its maker calls it: its time, whether the device is there, its alarm.
@Suite struct OwnFactsTests {
  private static let now = timestamp("2026-11-28T12:00:00Z")

  /// What a sensor makes of messages that come one after another: the items of each as lines.
  static func read(_ family: Family = .json, fields: [FieldMapping], _ payloads: [String]) throws
    -> [[String]]
  {
    var decoder = try Families.makeSensor(
      SensorBinding(sensor: SensorIndex(0), family: family, topic: "garden/pot", fields: fields))
    let reader = PayloadReader()
    return payloads.map { payload in
      reader.load(Array(payload.utf8).span)
      var items: [DecodedItem] = []
      let context = DecodeContext(arrival: now, wasRetained: false, calendar: .utc)
      decoder.decode(reader, source: 0, context: context, into: &items)
      return items.map { ItemText.line($0) }
    }
  }

  private static func moisture(_ path: String) throws -> [FieldMapping] {
    [FieldMapping(quantity: .moisture, path: try FieldPath(text: path), unit: .percent)]
  }

  private func moisture(_ path: String, _ payload: String) throws -> [String] {
    try Self.read(fields: Self.moisture(path), [payload])[0]
  }

  @Test(
    arguments: [
      ("val", #"{"val":12.5,"ack":true,"ts":1761307200000,"q":0}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"time":1761307200}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"Time":"2025-10-24T12:00:00"}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"timestamp":"2025-10-24T14:00:00+02:00"}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"dateTime":"1761307200.0"}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"last_updated_ts":1761307200.5}"#, 1_761_307_200_500),
      (
        "state.moisture", #"{"state":{"moisture":12.5,"lastupdated":"2025-10-24T12:00:00"}}"#,
        1_761_307_200_000
      ),
      ("moisture", #"{"moisture":12.5,"measuredAt":1761307200,"ts":1795000000}"#, 1_761_307_200_000),
      ("a.moisture", #"{"a":{"moisture":12.5,"ts":1761307200},"ts":1795000000}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"lastSeen":"2025-10-24T12:00:00Z"}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"last_reading":1761307200}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"lastReading":1761307200}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"lastMeasurement":1761307200}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"last_sample":1761307200}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"reading_at":1761307200}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"reported_at":1761307200}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"phenomenonTime":"2025-10-24T12:00:00Z"}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"messzeit":1761307200}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"gemessen_am":1761307200}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"letzte_messung":1761307200}"#, 1_761_307_200_000),
      ("moisture", #"{"moisture":12.5,"meta":{"ts":1761307200}}"#, 1_761_307_200_000),
      ("moisture", #"{"header":{"timestamp":1761307200},"moisture":12.5}"#, 1_761_307_200_000),
      ("feuchte", #"{"feuchte":"12,5","zeit":"2025-10-24 12:00:00"}"#, 1_761_307_200_000),
    ])
  func `a message's own time counts though the config does not name it`(
    path: String, payload: String, milliseconds: Int64
  ) throws {
    #expect(try moisture(path, payload) == ["moisture 12.5 at \(milliseconds)"])
  }

  @Test func `each message's own time counts, and one without it has none`() throws {
    let read = try Self.read(
      fields: Self.moisture("moisture"),
      [
        #"{"moisture":1,"ts":1761307200}"#, #"{"moisture":2}"#, #"{"moisture":3,"ts":1761307201}"#,
        #"{"moisture":4,"time":1761307202}"#,
      ])
    #expect(
      read == [
        ["moisture 1 at 1761307200000"], ["moisture 2"], ["moisture 3 at 1761307201000"],
        ["moisture 4 at 1761307202000"],
      ])
  }

  @Test(arguments: [
    #"{"moisture":12.5,"boot_time":1761307200}"#, #"{"moisture":12.5,"uptime":1761307200}"#,
    #"{"moisture":12.5,"last_changed":"2025-10-24T12:00:00Z"}"#, #"{"moisture":12.5,"lc":1761307200000}"#,
    #"{"moisture":12.5,"time":123456}"#, #"{"moisture":12.5,"time":"12:30"}"#,
    #"{"moisture":12.5,"ts":null}"#,
    #"{"moisture":12.5,"next_update":1761307200}"#, #"{"moisture":12.5,"on_time":1761307200}"#,
    #"{"moisture":12.5,"reading":1761307200}"#, #"{"moisture":12.5,"last":1761307200}"#,
    #"{"moisture":12.5,"config":{"ts":1761307200}}"#,
    #"{"moisture":12.5,"start_time":1761307200}"#, #"{"moisture":12.5,"light":{"ts":1761307200}}"#,
  ])
  func `what is no time of measuring dates nothing`(payload: String) throws {
    #expect(try moisture("moisture", payload) == ["moisture 12.5"])
  }

  @Test(
    arguments: [
      ("val", #"{"val":12.5,"ack":true,"q":66}"#), ("v", #"{"v":12.5,"ts":1795000000000,"s":200}"#),
      ("moisture", #"{"moisture":12.5,"reachable":false}"#),
      ("moisture", #"{"moisture":12.5,"is_rf_linked":false}"#),
      ("moisture", #"{"moisture":12.5,"online":0}"#),
      ("moisture", #"{"moisture":12.5,"connected":"no"}"#),
      ("moisture", #"{"moisture":12.5,"available":false}"#),
      ("moisture", #"{"moisture":12.5,"availability":"offline"}"#),
      ("moisture", #"{"moisture":12.5,"link":"down"}"#),
      ("moisture", #"{"moisture":12.5,"availability":{"state":"offline"}}"#),
      ("moisture", #"{"moisture":12.5,"status":"Dead"}"#),
      ("moisture", #"{"moisture":12.5,"nodeStatus":"dead"}"#),
      ("moisture", #"{"moisture":12.5,"unreach":true}"#), ("moisture", #"{"moisture":12.5,"stale":true}"#),
      ("moisture", #"{"moisture":12.5,"connection_status":"offline"}"#),
      ("moisture", #"{"moisture":12.5,"state":"offline"}"#),
      ("moisture", #"{"moisture":12.5,"conn":"lost"}"#),
      ("moisture", #"{"moisture":12.5,"node_state":"Disconnected"}"#),
      ("state.moisture", #"{"state":{"moisture":12.5},"config":{"reachable":false}}"#),
      ("moisture", #"{"moisture":12.5,"erreichbar":false}"#),
      ("moisture", #"{"moisture":12.5,"verbunden":false}"#),
      ("moisture", #"{"moisture":12.5,"joignable":false}"#),
      ("moisture", #"{"moisture":12.5,"conectado":"no"}"#),
      ("moisture", #"{"moisture":12.5,"verfügbar":"nein"}"#),
      ("moisture", #"{"moisture":12.5,"Status":"nicht erreichbar"}"#),
      ("moisture", #"{"moisture":12.5,"statut":"hors ligne"}"#),
      ("moisture", #"{"moisture":12.5,"comm_status":"lost"}"#),
      ("moisture", #"{"moisture":12.5,"reachability":"unreachable"}"#),
      ("moisture", #"{"moisture":12.5,"rfLinkState":{"value":"OFFLINE"}}"#),
      ("moisture", #"{"moisture":12.5,"online":{"val":false}}"#),
      ("moisture", #"{"moisture":12.5,"status":{"online":false}}"#),
      ("moisture", #"{"moisture":12.5,"device":{"available":false}}"#),
      ("moisture", #"{"moisture":12.5,"meta":{"reachable":{"value":false}}}"#),
      ("soil.moisture", #"{"soil":{"moisture":12.5},"info":{"online":false}}"#),
    ])
  func `a device that cannot be reached has no value`(path: String, payload: String) throws {
    #expect(try moisture(path, payload) == ["moisture refused: unavailable"])
  }

  @Test(arguments: [
    #"{"moisture":12.5,"reachable":true,"online":1,"link":"up","availability":"online","status":"Alive"}"#,
    #"{"moisture":12.5,"update_available":false}"#, #"{"moisture":12.5,"link_quality":0}"#,
    #"{"moisture":12.5,"pump_connected":false}"#, #"{"moisture":12.5,"wifi":{"connected":false}}"#,
    #"{"moisture":12.5,"water_available":false}"#, #"{"moisture":12.5,"sticky_unreach":true}"#,
    #"{"moisture":12.5,"available_soil_moisture":0}"#,
    #"{"moisture":12.5,"status":"bad"}"#, #"{"moisture":12.5,"health":"bad"}"#,
    #"{"moisture":12.5,"health":"poor"}"#,
    #"{"moisture":12.5,"plant_status":"bad"}"#, #"{"moisture":12.5,"condition":"uncertain"}"#,
    #"{"moisture":12.5,"q":66}"#, #"{"moisture":12.5,"status":"asleep"}"#,
    #"{"moisture":12.5,"offline":false}"#, #"{"moisture":12.5,"state":"OFF"}"#,
    #"{"moisture":12.5,"device":{"online":true,"model":"x"}}"#,
    #"{"moisture":12.5,"sensor":{"temperature":20,"online":false}}"#,
    #"{"moisture":12.5,"pump":{"online":false}}"#,
    #"{"moisture":12.5,"online":{"val":true}}"#, #"{"moisture":12.5,"Fehler":"kein"}"#,
    #"{"moisture":12.5,"erreur":false}"#, #"{"moisture":12.5,"Qualität":"gut"}"#,
    #"{"moisture":12.5,"error":"0 errors"}"#,
    #"{"moisture":12.5,"estado":"seco"}"#,
    #"{"moisture":12.5,"valve_state":"offline"}"#, #"{"moisture":12.5,"state":0}"#,
  ])
  func `what says nothing of the value leaves it`(payload: String) throws {
    #expect(try moisture("moisture", payload) == ["moisture 12.5"])
  }

  @Test(arguments: [
    #"{"moisture":12.5,"quality":"bad"}"#, #"{"moisture":12.5,"sensor_status":"bad"}"#,
    #"{"moisture":12.5,"Qualität":"schlecht"}"#, #"{"moisture":12.5,"quality":{"value":"bad"}}"#,
    #"{"moisture":12.5,"fehler":"Sensor defekt"}"#, #"{"moisture":12.5,"erreur":true}"#,
    #"{"moisture":12.5,"data_quality":"uncertain"}"#, #"{"moisture":12.5,"status":"err"}"#,
  ])
  func `a bad reading is none`(payload: String) throws {
    #expect(try moisture("moisture", payload).first?.hasPrefix("moisture fault") == true)
  }

  @Test(
    arguments: [
      (#""battery_low":"true""#, true), (#""LOWBAT":true"#, true), (#""battery_low":1"#, true),
      (#""lowBattery":"no""#, false), (#""battery_low":{"value":false}"#, false),
    ])
  func `a battery says that it is low in any of the usual forms`(word: String, isLow: Bool) throws {
    #expect(try alarms(word) == [["battery low \(isLow)"]])
  }

  private func alarms(_ payloads: String...) throws -> [[String]] {
    try Self.read(fields: Self.moisture("moisture"), payloads.map { #"{"moisture":44,\#($0)}"# })
      .map { $0.filter { !$0.hasPrefix("moisture") } }
  }

  @Test(arguments: [
    #""temperature_alarm":"cancel","humidity_alarm":"cancel""#, #""alarm":"Normal operation""#,
    #""alarm":"kein Alarm""#, #""water_warning":"none""#, #""alarm":"aus""#, #""Alarm":"nein""#,
    #""warnung":"deaktiviert""#, #""alarme":"rien""#,
  ])
  func `an alarm's word that says that all is well is none`(words: String) throws {
    let read = try alarms(words, words)
    #expect(read.allSatisfy { $0 == ["alarm over"] }, "\(read)")
  }

  @Test(arguments: ["recovered", "flow ok", "untriggered", "water ok, tank not empty", "interrupted"])
  func `an alarm's word inside another one, or denied, is none`(word: String) throws {
    let read = try alarms(#""alarm":"\#(word)""#)
    #expect(read == [["said alarm: \(word)"]])
  }

  @Test(arguments: [
    "alarm_off", "alarm cleared", "leak cleared", "alarm_clear", "warning none", "errors: 0", "leak: no",
    "low=0", "problem solved", "Alarm aus", "0 error", "0 errors, no warnings", "not empty", "Alarm: nein",
  ])
  func `an alarm's word beside one that ends or denies it is none`(word: String) throws {
    let read = try alarms(#""alarm":"normal""#, #""alarm":"battery low""#, #""alarm":"\#(word)""#)
    #expect(read == [["alarm over"], ["alarm alarm: battery low"], ["alarm over"]])
  }

  @Test(arguments: [
    "high limit ok", "overall: good", "everything under control", "low battery: false", "overview",
    "leak sensor clear", "no longer dry",
  ])
  func `a text that says that all is well in more words is none by itself`(word: String) throws {
    #expect(try alarms(#""alarm":"\#(word)""#).flatMap(\.self).allSatisfy { !$0.hasPrefix("alarm alarm") })
  }

  @Test(arguments: [
    "battery low", "batteryLow", "battery_low", "water leak", "no flow, tank empty", "leak not cleared",
    "pump off, leak detected", "overcurrent", "err5", "no signal error", "low: 12",
    "tank: empty",
  ])
  func `an alarm's word at the start of one is an alarm`(word: String) throws {
    #expect(try alarms(#""alarm":"\#(word)""#) == [["alarm alarm: \(word)"]])
  }

  @Test func `a word that nobody knows is an alarm where it differs from the device's usual one`() throws {
    let (usual, other) = (#""alarm":"Betrieb""#, #""alarm":"Lüfter""#)
    let read = try alarms(usual, other, usual, usual, usual, other, usual)
    #expect(
      read == [
        ["said alarm: Betrieb"], ["said alarm: Lüfter"], ["said alarm: Betrieb"], ["alarm over"],
        ["alarm over"],
        ["alarm alarm: Lüfter"], ["alarm over"],
      ])
    #expect(try alarms(#""alarm":"cancel""#, other) == [["alarm over"], ["alarm alarm: Lüfter"]])
  }

  @Test func `a word that is said ever more often becomes usual, beside the former one`() throws {
    let (usual, other) = (#""alarm":"disarmed""#, #""alarm":"armed""#)
    let read = try alarms(usual, usual, other, other, other, usual, other, #""alarm":"panic""#)
    #expect(
      read.map { $0.last ?? "" }.suffix(5) == [
        "alarm alarm: armed", "alarm over", "alarm over", "alarm over", "alarm alarm: panic",
      ])
  }

  @Test func `an alarm names its key`() throws {
    let read = try alarms(#""temperature_alarm":"cancel","humidity_alarm":"lower_alarm""#)
    #expect(read == [["alarm humidity_alarm: lower_alarm"]])
    #expect(try alarms(#""dry_alarm":true"#) == [["alarm dry_alarm"]])
    let long = try alarms(#""temperature_of_the_soil_alarm":"upper_alarm""#)
    #expect(long == [["alarm temperature of the soil: upper_a"]] || long[0][0].contains("temperature"))
  }

  @Test func `each key has its own usual word`() throws {
    let usual = #""temperature_alarm":"x","humidity_alarm":"y""#
    let read = try alarms(usual, usual, #""temperature_alarm":"x","humidity_alarm":"z""#)
    #expect(read.last == ["alarm humidity_alarm: z"])
  }
}
