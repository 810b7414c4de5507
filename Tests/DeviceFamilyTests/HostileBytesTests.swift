import DeviceFamilies
import GardenCore
import PayloadJSON
import Testing
@testable import FuzzHarness

/// Fixture payloads, damaged; and bytes that were never meant for us.
@Suite struct HostileBytesTests {
  private func check(
    _ bytes: [UInt8], _ device: any DeviceDecoder, _ reader: PayloadReader, _ one: FixtureCase,
    _ promise: DecodedPromise
  ) {
    var device = device
    reader.load(bytes.span)
    for source in device.sources.indices {
      var items: [DecodedItem] = []
      device.decode(reader, source: source, context: one.context, into: &items)
      if let breach = promise.breach(
        items, of: bytes, original: one.original, earlier: one.earlierBytes)
      {
        Issue.record("\(one.name): \(breach) in \(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  @Test(arguments: [
    (#"{"a":75e9937802}"#, true), (#"[-1e999, "1e999\\\""]"#, true), (#"{"a":01e999}"#, false),
    (#"{"a":1e}"#, false), (#"{"a":1e999"#, false),
  ]) func `a number beyond a double is JSON to the reader that ours is compared with`(
    _ text: String, _ isJSON: Bool
  ) {
    #expect(IndependentReader.isJSON(Array(text.utf8)) == isJSON)
  }

  @Test(arguments: FixtureCase.all.filter { $0.fixture.topic != nil && $0.fixture.heard != false })
  func `a payload that is cut short makes no reading of its own`(_ one: FixtureCase) throws {
    let device = try one.deviceInItsState()
    let promise = try DecodedPromise(family: one.family)
    let reader = PayloadReader()
    // Each fifth length, other ones for another fixture; `make fuzz` tries any.
    for count in stride(from: one.payload.count % 5, to: one.payload.count, by: 5) {
      check(Array(one.payload[..<count]), device, reader, one, promise)
    }
  }

  @Test(arguments: FixtureCase.all.filter { $0.fixture.topic != nil && $0.fixture.heard != false })
  func `a payload with any byte changed makes no reading that is not written there`(_ one: FixtureCase) throws
  {
    let device = try one.deviceInItsState()
    let promise = try DecodedPromise(family: one.family)
    let reader = PayloadReader()
    // One change in each fifth byte, another one for the next; `make fuzz` tries any.
    let masks: [UInt8] = [0x01, 0x04, 0x10, 0x20, 0x80, 0xFF]
    for i in stride(from: one.payload.count % 5, to: one.payload.count, by: 5) {
      var bytes = one.payload
      bytes[i] ^= masks[(i + one.payload.count) % masks.count]
      check(bytes, device, reader, one, promise)
    }
  }

  @Test(arguments: FixtureCase.all.filter { $0.fixture.topic != nil && $0.fixture.heard != false })
  func `random bytes and strange documents trap nobody`(_ one: FixtureCase) throws {
    let device = try one.deviceInItsState()
    let promise = try DecodedPromise(family: one.family)
    let reader = PayloadReader()
    var random = SplitMix64(seed: 20_261_121)
    for length in [1, 2, 7, 63, 64, 65, 300] {
      for _ in 0..<2 {
        check(
          (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }, device, reader, one, promise)
      }
    }
    // A fifth of them for each fixture; every family has more fixtures than that.
    for i in stride(from: one.payload.count % 5, to: Self.strange.count, by: 5) {
      check(Self.strange[i], device, reader, one, promise)
    }
  }

  @Test(
    arguments: FixtureCase.all.filter {
      $0.fixture.binding != nil && $0.fixture.topic != nil && $0.fixture.heard != false
    })
  func `ten megabytes and a hundred thousand brackets are refused whole`(_ one: FixtureCase) throws {
    var device = try one.device()
    let reader = PayloadReader()
    for bytes in [Self.tenMegabytes, Self.brackets, Self.objects] {
      let isLoaded = reader.load(bytes.span)
      #expect(!isLoaded)
      var items: [DecodedItem] = []
      for source in device.sources.indices {
        device.decode(reader, source: source, context: one.context, into: &items)
      }
      // A source that only watches the order of messages refuses none.
      #expect((1...device.sources.count).contains(items.count))
      for item in items {
        if case .refused(_, .tooLarge) = item { continue }
        Issue.record("\(one.name): \(ItemText.line(item))")
      }
    }
  }

  private static let tenMegabytes = [UInt8](repeating: UInt8(ascii: "1"), count: 10_000_000)
  private static let brackets = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
  private static let objects = Array(String(repeating: #"{"a":"#, count: 20_000).utf8)

  private static let strange: [[UInt8]] = [
    [], [0], [0, 0, 0, 0], [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xC0, 0x80],
    Array("{}".utf8), Array("[]".utf8), Array("null".utf8), Array("true".utf8), Array("\"\"".utf8),
    Array("{".utf8),
    Array("1e999".utf8), Array("-1e999".utf8), Array("NaN".utf8), Array("Infinity".utf8), Array("-".utf8),
    Array("+".utf8), Array(".".utf8), Array("1.".utf8), Array("1e".utf8), Array("0x10".utf8),
    Array("--1".utf8),
    Array(String(repeating: "[", count: 60_000).utf8),
    Array((String(repeating: "[", count: 70) + String(repeating: "]", count: 70)).utf8),
    Array(String(repeating: "9", count: 5_000).utf8),
    Array(
      #"{"soil_moisture":true,"moisture":false,"moi":true,"water_SOIL":true,"time":true,"Time":{}}"#.utf8),
    Array(#"{"soil_moisture":1e999,"moisture":-1e999}"#.utf8),
    Array(#"{"soil_moisture":"1e999","moisture":"-1e999","moi":"nan","time":"9999-99-99 99:99:99"}"#.utf8),
    Array(#"{"last_seen":-9223372036854775808,"soil_moisture":5,"time":1e300,"received_at":1e19}"#.utf8),
    Array(
      #"{"last_seen":"0000-01-01T00:00:00+14:00","time":"9999-12-31 23:59:60","Time":"0000-00-00T00:00"}"#
        .utf8),
    Array(#"{"time_left":1e300,"flow":1e308,"state":"ON","battery_ok":-5,"time_left":3}"#.utf8),
    Array(#"{"time_left":1e300,"flow":1e308,"water_consumed":1e308,"battery_ok":1e308,"id":1}"#.utf8),
    Array(#"{"uplink_message":{"decoded_payload":[]},"uplink_message":7}"#.utf8),
    Array(#"{"uplink_message":[{"decoded_payload":{}}],"TempUnit":5,"DS18B20":"x","ANALOG":[]}"#.utf8),
    Array("{\"moisture\":12\u{0}}".utf8), Array("\u{0}{\"moisture\":12}".utf8), Array(#"{"\u0000":1}"#.utf8),
    Array(#"{"moisture":"\ud800","soil_moisture":"\udc00","moi":"\udfff\ud800"}"#.utf8),
  ]
}
