import BridgeConfig
import DeviceFamilies
import GardenCore
import MQTTTypes
import PayloadJSON
import Testing

/// From the config's text to what one message says, through nothing but what the bridge itself uses.
@Suite struct UnknownDeviceTests {
  /// `garden/3/state` heard by each sensor of the shipped file: "bed-3 moisture 39".
  private func heard(_ topic: String, _ payload: String, retained: Bool = false) throws -> [String] {
    let settings = try read(Repository.text("config/unknown-devices.yaml")).get()
    let reader = PayloadReader()
    reader.load(Array(payload.utf8).span)
    let context = DecodeContext(
      arrival: Timestamp(seconds: 1_795_262_400), wasRetained: retained,
      calendar: settings.plan.site.calendar)
    var lines: [String] = []
    for binding in settings.sensors {
      var decoder = try Families.makeSensor(binding)
      let name = settings.plan.sensors[Int(binding.sensor.position)].id
      for (index, source) in decoder.sources.enumerated() where source.filter.matches(topic) {
        var items: [DecodedItem] = []
        decoder.decode(reader, source: index, context: context, into: &items)
        lines += items.map { "\(name) \(Self.text($0))" }
      }
    }
    return lines
  }

  private static func text(_ item: DecodedItem) -> String {
    switch item {
    case .value(let quantity, let value, let raw, let time, _):
      "\(quantity.name) \((value * 100).rounded() / 100)" + (raw.map { " raw \($0)" } ?? "")
        + (time.map { " at \($0.seconds)" } ?? "")
    case .refused(let quantity, let refusal):
      "\(quantity.map { "\($0.name)" } ?? "message") refused: \(refusal.name)"
    case .online(let isOnline): "online \(isOnline)"
    case .batteryLow(let isLow): "battery low \(isLow)"
    default: "\(item)"
    }
  }

  @Test func `the shipped file is good and has no warnings`() throws {
    let settings = try read(Repository.text("config/unknown-devices.yaml")).get()
    #expect(settings.warnings.map(\.description) == [])
  }

  @Test func `one format serves several beds, each with its own topic and calibration`() throws {
    let message = #"{"status":"ok","ts":1795262000,"soil":{"raw":480,"temp":61.7,"unit":"F"},"bat":2950}"#
    #expect(
      try heard("garden/3/state", message) == [
        "bed-3 moisture 45.0 raw 480.0 at 1795262000", "bed-3 temperature 16.5 at 1795262000",
        "bed-3 battery low false",
      ])
    #expect(
      try heard("garden/4/state", message) == [
        "bed-4 moisture 46.67 raw 480.0 at 1795262000", "bed-4 temperature 16.5 at 1795262000",
        "bed-4 battery low false",
      ])
    #expect(try heard("garden/5/state", message) == [])
  }

  @Test func `a word has the meaning that its owner gave it, and JSON in a text is walked into`() throws {
    #expect(try heard("pot/7/soil", "Dry") == ["thyme moisture 10.0"])
    #expect(try heard("pot/7/soil", "41") == ["thyme moisture refused: not a number"])
    #expect(try heard("gateway/up", #"{"from":"n4","data":"{\"soil\":41}"}"#) == ["sage moisture 41.0"])
    #expect(try heard("gateway/up", #"{"from":"n5","data":"{\"soil\":41}"}"#) == [])
  }

  @Test func `a condition that fails makes a field absent, and a raw value out of range is refused`() throws {
    #expect(try heard("garden/3/state", #"{"status":"error","soil":{"raw":480}}"#) == [])
    #expect(
      try heard("garden/3/state", #"{"status":"ok","soil":{"raw":20,"temp":99,"unit":"C"},"bat":2100}"#) == [
        "bed-3 moisture refused: impossible", "bed-3 temperature refused: impossible",
        "bed-3 battery low true",
      ])
    #expect(
      try heard("garden/3/state", #"{"status":"degraded","soil":{"raw":1023,"temp":9,"unit":"R"}}"#) == [
        "bed-3 temperature refused: not a number", "bed-3 moisture refused: no value",
      ])
  }

  @Test(arguments: [("up", true), ("1", true), ("down", false), ("lost", false)])
  func `availability has several words`(word: String, isOnline: Bool) throws {
    #expect(try heard("garden/3/link", word) == ["bed-3 online \(isOnline)"])
    #expect(try heard("garden/3/link", "maybe") == ["bed-3 message refused: malformed"])
  }

  @Test func `a level of the topic names the quantity`() throws {
    #expect(try heard("shed/rack/a/moisture", "0.41") == ["rack-a moisture 41.0"])
    #expect(try heard("shed/rack/a/temp", "215") == ["rack-a temperature 21.5"])
    #expect(try heard("shed/rack/a/temperature", "215") == [])
    #expect(try heard("shed/rack/b/moisture", "0.41") == [])
  }

  @Test func `one message is read for several plants`() throws {
    let message =
      #"{"at":"21.11.2026 11:00:05","probes":[{"id":3,"moist":0.41},{"id":5,"moist":0.62}]}"#
    #expect(
      try heard("greenhouse/all", message) == [
        "pepper moisture 41.0 at 1795258805", "aubergine moisture 62.0 at 1795258805",
      ])
    let doubled = #"{"probes":[{"id":3,"moist":0.41},{"id":3,"moist":0.62}]}"#
    #expect(try heard("greenhouse/all", doubled) == ["pepper moisture refused: malformed"])
  }

  @Test func `a key may vary, and the next field counts where the first is absent`() throws {
    #expect(
      try heard(
        "lora/up",
        #"{"model":"SX-2","id":"a7","soil":{"node_91":{"moisture":7}},"battery_low":false}"#) == [
          "meadow moisture 70.0", "meadow battery low false",
        ])
    #expect(
      try heard("lora/up", #"{"model":"SX-2","id":"a8","moisture":33,"battery_low":true}"#) == [
        "meadow moisture 33.0", "meadow battery low true",
      ])
    #expect(try heard("lora/up", #"{"model":"SX-2","id":"b1","moisture":33}"#) == [])
  }

  @Test func `texts that are not JSON are taken apart`() throws {
    #expect(
      try heard("station/up", "temp=61.7&soil=0.33&status=1") == [
        "station moisture 33.0", "station temperature 16.5",
      ])
    #expect(try heard("station/up", "temp=61.7&soil=0.33&status=0") == [])
    #expect(
      try heard("logger/line", "2026-11-21T11:00:00Z;21,5;\"1750\"") == [
        "logger moisture 50.0 raw 1750.0 at 1795258800"
      ])
    #expect(
      try heard("logger/line", "2026-11-21T11:00:00Z;21,5;1.75 V") == [
        "logger moisture 50.0 raw 1750.0 at 1795258800"
      ])
    #expect(
      try heard("sketch/1", "T=21.5C M=40% (ok)") == ["sketch moisture 40.0", "sketch temperature 21.5"])
    #expect(try heard("sketch/1", "T=nan M=40% (ok)").contains("sketch temperature refused: no value"))
    #expect(try heard("sketch/1", "hello") == [])
  }
}
