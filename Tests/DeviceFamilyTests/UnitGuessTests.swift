import BridgeConfig
import DeviceFamilies
import GardenCore
import Testing

/// Of two units that a number may be in, what was heard beside it and before it decides; where nothing does, it is a doubt.
@Suite struct UnitGuessTests {
  private let guess = GuessTests()

  private func doubts(_ text: String) -> [String] {
    text.split(separator: "\n").map(String.init).filter {
      $0.contains("# Doubt:") && !$0.contains("a guess from names")
    }
  }

  @Test(arguments: [
    ["41", "3266.1", "41.2"], ["3266.1", "41", "41.2"], ["41", "41.2", "3266.1"], ["41", "1078427648", "41"],
  ])
  func `one odd number of several decides nothing and is the doubt`(numbers: [String]) throws {
    let (text, settings) = try guess.sniff(numbers.map { ("tele/garden/moisture", $0) })
    #expect(try guess.read(settings, "tele/garden/moisture", "41") == [["moisture 41.0"]], "\(text)")
    #expect(doubts(text).count == 1 && doubts(text)[0].contains("once said"), "\(text)")
    let json = try guess.sniff(numbers.map { ("tele/pot/SENSOR", #"{"ANALOG":{"Moisture":\#($0)}}"#) })
    #expect(
      try guess.read(json.settings, "tele/pot/SENSOR", #"{"ANALOG":{"Moisture":41}}"#) == [["moisture 41.0"]],
      "\(json.text)")
  }

  @Test func `a raw probe stays raw though one number could be percent`() throws {
    let (text, settings) = try guess.sniff(["612", "80", "640"].map { ("garden/bed/soil", $0) })
    #expect(try guess.read(settings, "garden/bed/soil", "41") == [[]], "\(text)")
  }

  @Test func `a zero among other numbers is percent, and no flag`() throws {
    let (text, settings) = try guess.sniff(
      ["0", "12", "15"].map { ("garden/pot", #"{"Soil_Moisture":\#($0)}"#) })
    #expect(try guess.read(settings, "garden/pot", #"{"Soil_Moisture":12}"#) == [["moisture 12.0"]])
    #expect(!text.contains("left out"), "\(text)")
  }

  @Test(
    arguments: [
      (["0.31", "0.32", "0.4"], "0.31", "moisture 31.0"), (["0.9", "14", "20"], "14", "moisture 14.0"),
      (["0.9", "1.2", "1.4"], "1.2", "moisture 1.2"),
    ])
  func `a part of one or percent is decided by most`(numbers: [String], number: String, value: String) throws
  {
    let (text, settings) = try guess.sniff(numbers.map { ("garden/pot", #"{"moisture":\#($0)}"#) })
    #expect(try guess.read(settings, "garden/pot", #"{"moisture":\#(number)}"#) == [[value]], "\(text)")
  }

  @Test func `a part of one beside percent is percent`() throws {
    let payload = #"{"moisture1":0.6,"moisture2":35,"moisture3":41}"#
    let (text, settings) = try guess.sniff(("garden/pots", payload))
    #expect(
      try guess.read(settings, "garden/pots", payload) == [
        ["moisture 0.6"], ["moisture 35.0"], ["moisture 41.0"],
      ],
      "\(text)")
  }

  @Test(
    arguments: [
      (#"{"moisture":41,"temp":41}"#, "temperature 41.0", true),
      (#"{"moisture":41,"temp":21}"#, "temperature 21.0", false),
      (#"{"moisture":41,"temp":70}"#, "temperature 21.11", true),
      (#"{"moisture":41,"soil_temp":41,"out_temp":70}"#, "temperature 5.0", true),
      (#"{"moisture":41,"temp":21,"boiler_temp":61}"#, "temperature 21.0", true),
      (#"{"moisture":41,"temp":41,"barometer":29.9}"#, "temperature 5.0", true),
      (#"{"moisture":41,"temp":41,"units":"imperial"}"#, "temperature 5.0", true),
      (#"{"moisture":41,"temp":41,"wind_temp_f":50,"usUnits":1}"#, "temperature 5.0", true),
      (#"{"moisture":41,"temperature_c":60}"#, "temperature 60.0", true),
      (#"{"moisture":41,"temperature_f":26}"#, "temperature -3.33", true),
      (#"{"moisture":41,"temperature_f":70}"#, "temperature 21.11", false),
    ])
  func `degrees are decided by what stands beside them`(payload: String, value: String, isDoubted: Bool)
    throws
  {
    let (text, settings) = try guess.sniff(("garden/pot", payload))
    #expect(try guess.read(settings, "garden/pot", payload).flatMap(\.self).contains(value), "\(text)")
    #expect(doubts(text).contains { $0.contains("°") } == isDoubted, "\(text)")
  }

  @Test func `bare temperatures beside one say its unit`() throws {
    let (text, settings) = try guess.sniff(
      ("home/bed/temp", "45"), ("home/hall/temp", "71"), ("home/bed/moisture", "41"))
    #expect(
      try guess.read(settings, "home/bed/temp", "45").flatMap(\.self) == ["temperature 7.22"], "\(text)")
  }

  @Test func `a device that names a unit wrongly is asked about`() throws {
    let (text, _) = try guess.sniff(
      ("zigbee2mqtt/pot", #"{"soil_moisture":41,"temperature":26,"temperature_unit":"fahrenheit"}"#))
    #expect(text.contains("is it 26 °C"), "\(text)")
    let right = try guess.sniff(
      ("zigbee2mqtt/pot", #"{"soil_moisture":41,"temperature":70,"temperature_unit":"fahrenheit"}"#))
    #expect(!right.text.contains("# Doubt:"), "\(right.text)")
    let celsius = try guess.sniff(
      ("zigbee2mqtt/pot", #"{"soil_moisture":41,"temperature":78,"temperature_unit":"celsius"}"#))
    #expect(celsius.text.contains("°F"), "\(celsius.text)")
  }

  @Test(
    arguments: [
      #"{"moisture":15,"type":"watermark"}"#, #"{"moisture":{"value":15,"unit":"kPa"}}"#,
      #"{"soil_moisture":15,"unit":"centibar"}"#, #"{"soil_moisture":15,"sensor_type":"Irrometer 200SS"}"#,
      #"{"dateTime":1795260000,"usUnits":1,"soilMoist1":15,"outTemp":51}"#, #"{"soil_tension":15}"#,
      #"{"watermark":15}"#,
      #"{"idx":7,"name":"Bed","dtype":"Soil Moisture","stype":"Soil Moisture","nvalue":15,"LastUpdate":"2026-11-21 11:59:00"}"#,

      #"{"soilMoisture_kPa":15}"#, #"{"soil_moisture":30,"unit":"hPa"}"#,
      #"{"soil_moisture_hpa":30,"temp":18}"#,
      #"{"soil_moisture_hPa":30,"temp":18}"#, #"{"soil_moisture_mbar":30}"#,
      #"{"soil_moisture":12,"unit":"psi"}"#,
      #"{"soil_moisture":30,"soil_moisture_unit":"hPa"}"#, #"{"bodenfeuchte":{"wert":30,"einheit":"hPa"}}"#,
      #"{"moisture":{"value":0.3,"unit":"bar"}}"#, #"{"soil_moisture":30,"temp":18,"unit":"mbar"}"#,
      #"{"soil_moisture":30,"unit":"adc"}"#, #"{"soil_moisture":30,"unit":"kOhm"}"#,
      #"{"soilMoist1":15,"leafWet1":3,"barometer":29.9}"#,
    ])
  func `a tension is no percent`(payload: String) throws {
    let (text, settings) = try guess.sniff(("weather/soil", payload))
    #expect(
      try guess.read(settings, "weather/soil", payload).flatMap(\.self).allSatisfy {
        !$0.hasPrefix("moisture")
      })
    #expect(text.contains("unit: raw") && text.contains("loam calibrate"), "\(text)")
  }

  @Test(arguments: [
    #"{"soil_moisture":30,"pressure":1013,"pressure_unit":"hPa"}"#,
    #"{"soil_moisture":30,"soil_moisture_unit":"%","pressure":1013,"unit":"hPa"}"#,
    #"{"soil_moisture":30,"temperature":18,"unit":"°C"}"#, #"{"soil_moisture":30,"units":"metric"}"#,
    #"{"bar_moisture":30}"#, #"{"soil_moisture":30,"pressure_hPa":1013}"#,
  ])
  func `what names another number's unit makes no tension`(payload: String) throws {
    let (text, settings) = try guess.sniff(("garden/pot", payload))
    #expect(
      try guess.read(settings, "garden/pot", payload).flatMap(\.self).contains("moisture 30.0"), "\(text)")
    #expect(!text.contains("a tension"), "\(text)")
  }

  @Test func `millivolts beside two numbers are the probe's own`() throws {
    let payload = #"{"soil_moisture":30,"temp":18,"unit":"mV"}"#
    let (text, settings) = try guess.sniff(("garden/pot", payload))
    #expect(try guess.read(settings, "garden/pot", payload) == [["temperature 18.0"]], "\(text)")
    #expect(text.contains("unit: mV") && text.contains("loam calibrate"), "\(text)")
  }

  @Test func `a unit that nobody knows is a doubt`() throws {
    let (text, _) = try guess.sniff(("garden/pot", #"{"soil_moisture":30,"unit":"blorp"}"#))
    #expect(doubts(text).contains { $0.contains("in 'blorp'") }, "\(text)")
  }

  @Test(arguments: [
    ("garden/pot", #"{"temperature":{"value":44,"unit":"Fahrenheit"},"moisture":30}"#),
    ("zigbee2mqtt/pot", #"{"soil_moisture":30,"temperature":44,"temperature_unit":"°F"}"#),
    ("garden/pot", #"{"moisture":30,"temperature":44,"temperature_unit":"Fahrenheit"}"#),
  ])
  func `degrees Fahrenheit are read in any spelling`(topic: String, payload: String) throws {
    let (text, settings) = try guess.sniff((topic, payload))
    #expect(try guess.read(settings, topic, payload).flatMap(\.self).contains("temperature 6.67"), "\(text)")
  }

  @Test func `a tension on a topic of its own is none either`() throws {
    let (text, settings) = try guess.sniff(
      ("weather/usUnits", "1.0"), ("weather/soilMoist1", "15.0"),
      ("weather/loop", #"{"usUnits":1,"soilMoist1":15.0}"#))
    #expect(try guess.read(settings, "weather/soilMoist1", "15.0").flatMap(\.self).isEmpty, "\(text)")
    #expect(settings?.plan.plants.count == 1, "\(text)")
  }

  @Test func `what may be either is a question`() throws {
    let (text, _) = try guess.sniff(("weather/all", #"{"soilMoist1":15,"barometer":1013,"windSpeed":3}"#))
    #expect(text.contains("centibar") && text.contains("unit: percent"), "\(text)")
    let percent = try guess.sniff(("weather/all", #"{"soil_moisture_pct":15,"barometer":1013}"#))
    #expect(!percent.text.contains("centibar"), "\(percent.text)")
  }
}
