import DeviceFamilies
import GardenCore
import GardenImport
import TestKit
import Testing

private struct Value: Hashable, CustomStringConvertible {
  var name: String
  var at: Int64
  var content: ForeignValue.Content
  var description: String { "\(name) \(at) \(content)" }

  init(_ name: String, _ at: Int64, _ number: Double, _ unit: String? = nil) {
    self.init(name, at, .number(number, unit: unit))
  }

  init(_ name: String, _ at: Int64, _ content: ForeignValue.Content) {
    self.name = name
    self.at = at
    self.content = content
  }
}

/// Central European Summer Time the year round.
private let calendar = SiteCalendar(rules: [.init(start: Timestamp(seconds: 0), offsetSeconds: 7200)])

private func read(_ text: String) throws -> (values: [Value], unreadable: UnreadableLines) {
  let folder = try TemporaryFolder()
  let path = try folder.write(text, to: "past.txt")
  let history = try TextHistory(path, calendar: calendar)
  var values: [Value] = []
  let unreadable = try history.forEach { value in
    values.append(Value(history.series[value.series], value.at.seconds, value.content))
  }
  return (values, unreadable)
}

@Suite("Tables and line protocol of other programs")
struct TextHistoryTests {
  @Test func `a line a value, as Home Assistant exports a history`() throws {
    let (values, _) = try read(
      """
      entity_id,state,last_changed
      sensor.basil_soil_moisture,41.5,2026-06-01T10:00:00.000Z
      sensor.basil_soil_moisture,unavailable,2026-06-01T11:00:00.000Z
      "sensor.odd ""name"", quoted",on,2026-06-01T12:00:00.000Z
      """)
    #expect(
      values == [
        Value("sensor.basil_soil_moisture", 1_780_308_000, 41.5),
        Value("sensor.basil_soil_moisture", 1_780_311_600, .none),
        Value("sensor.odd \"name\", quoted", 1_780_315_200, .text),
      ])
  }

  @Test func `a line a moment, with decimal commas and the garden's own time`() throws {
    let (values, _) = try read(
      "Zeit;Basil Feuchte;Luft\r\n2026-06-01 12:00;41,5;21,0\r\n2026-06-01 12:10;;20,9\r\n")
    #expect(
      values == [
        Value("Basil Feuchte", 1_780_308_000, 41.5), Value("Luft", 1_780_308_000, 21),
        Value("Luft", 1_780_308_600, 20.9),
      ])
  }

  @Test func `a number's own unit is spelled as it is read`() throws {
    let (values, _) = try read("time,bed\n2026-06-01T10:00:00Z,350 µS/cm\n")
    #expect(values == [Value("bed", 1_780_308_000, 350, "uS/cm")])
    #expect(FieldUnit(spelled: "uS/cm") == .microsiemensPerCentimetre)
  }

  @Test func `what InfluxDB's queries answer, heads between blocks and all`() throws {
    let (values, unreadable) = try read(
      """
      #datatype,string,long,dateTime:RFC3339,double,string
      ,result,table,_time,_value,entity_id
      ,,0,2026-06-01T10:00:00Z,41.5,basil_moisture

      ,result,table,_time,_value,entity_id
      ,,1,2026-06-01T10:00:00Z,nothing,fern_moisture
      """)
    #expect(
      values == [
        Value("basil_moisture", 1_780_308_000, 41.5), Value("fern_moisture", 1_780_308_000, .text),
      ])
    #expect(unreadable.count == 0)
  }

  @Test func `line protocol names a series by its entity, else by measurement and tags`() throws {
    let (values, unreadable) = try read(
      """
      %,domain=sensor,entity_id=basil_moisture value=41.5,battery_str="full, or so" 1780308000000000000
      soil,room=living\\ room,probe=1 moisture=38i,temperature=21.5 1780308600000
      this is no line
      soil,room=x moisture=1
      """)
    #expect(
      values == [
        Value("sensor.basil_moisture", 1_780_308_000, 41.5, "%"),
        Value("sensor.basil_moisture.battery_str", 1_780_308_000, .text),
        Value("soil.living room.1.moisture", 1_780_308_600, 38),
        Value("soil.living room.1.temperature", 1_780_308_600, 21.5),
      ])
    #expect(unreadable.count == 2 && unreadable.first == 3)
  }

  @Test func `a line that cannot be read is counted, and stops no other`() throws {
    let (values, unreadable) = try read(
      "time,basil moisture\n2026-06-01T10:00:00Z,1\nyesterday,2\n\"2026-06-01T10:00:00Z,3\n2026-06-01T11:00:00Z,4\n"
    )
    #expect(values.map(\.at) == [1_780_308_000, 1_780_311_600])
    #expect(unreadable.count == 2 && unreadable.first == 3)
  }

  @Test(arguments: [
    ("time,basil moisture\n13/06/2026 08:00,41\n", "its time '13/06/2026 08:00' may be read in two ways"),
    ("time,basil moisture\n\"2026-06-01T10:00:00Z,3\n", "a quotation mark has no end"),
    ("time,basil moisture\n2026-06-01T10:00:00Z,3,4\n", "its cells are not those of the head"),
    ("m,t=1 f=1 1780308000\nm,t=1 f=1\n", "it is not of the form"),
  ])
  func `the first line that cannot be read says why`(_ text: String, _ why: String) throws {
    #expect(try read(text).unreadable.why?.hasPrefix(why) == true)
  }

  @Test(arguments: ["", "\n\n", "hello\n", "a,b\n1,2\n", "{\"json\": true}\n"])
  func `what is neither is refused with what would be taken`(_ text: String) throws {
    #expect {
      try read(text)
    } throws: {
      guard case ForeignHistoryError.unknownForm? = $0 as? ForeignHistoryError else { return false }
      return "\($0)".contains("CSV")
    }
  }

  @Test func `any bytes are read to their end`() throws {
    var random = SplitMix64(seed: 16)
    let alphabet = Array("time,value;\"\\=\n\r\t 0123456789-:TZ.ei%#".utf8) + [0, 0xFF, 0xC3]
    for _ in 0..<300 {
      let bytes = (0..<Int(random.next() % 400)).map { _ in
        alphabet[Int(random.next() % UInt64(alphabet.count))]
      }
      _ = try? read("time,name,value\n" + String(decoding: bytes, as: UTF8.self))
      _ = try? read("m,t=1 f=1 1780308000\n" + String(decoding: bytes, as: UTF8.self))
    }
  }
}
