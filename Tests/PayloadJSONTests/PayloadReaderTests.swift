import PayloadJSON
import Testing

@Suite struct PayloadReaderTests {
  private let reader = PayloadReader()

  private func root(_ text: String) throws -> JSONValue {
    reader.load(text.utf8Span.span)
    return try #require(reader.root)
  }

  @Test func `a document is read by key, index and kind`() throws {
    let root = try root(#"{"a":{"b":[1,-2.5,"x",null,true,{"c":"d"}]},"empty":{}}"#)
    let list = try #require(root["a"]?["b"])
    #expect(list[0]?.double == 1)
    #expect(list[1]?.double == -2.5)
    #expect(list[2]?.text == "x")
    #expect(list[3]?.isNull == true)
    #expect(list[4]?.bool == true)
    #expect(list[5]?["c"]?.textEquals("d") == true)
    #expect(list[6] == nil && list[-1] == nil && list["b"] == nil)
    #expect(root["empty"]?.kind == .object && root["absent"] == nil && root["a"]?[0] == nil)
    #expect(list[0]?.bool == nil && list[0]?.text == nil && list[2]?.double == nil && list[4]?.double == nil)
  }

  @Test(arguments: [
    ("quality", true), ("soil_quality", true), ("airQuality", true), ("QUALITY", true), ("air2quality", true),
    ("linkquality", false), ("qualityOf", true), ("quality_2", true), ("soil_quality_of_it", true),
    ("qualitys", false), ("validity", true), ("humidity", false), ("is_ok", true),
    ("ok", true), ("look", false), ("externalPower", true), ("power", false), ("k", false), ("", false),
    ("probe disconnected", true), ("unconnected", false), ("überok", false),
  ]) func `a word stands alone in a key, or follows a letter where it is listed so`(key: String, isOne: Bool)
    throws
  {
    let words = KeyWords(["quality", "validity", "ok", "lPower", "disconnected"])
    #expect(try keys(of: "{\"x\":1,\"\(key)\":2}", with: words) == (isOne ? [key] : []))
  }

  private func keys(of text: String, with words: KeyWords) throws -> [String] {
    var found: [String] = []
    try root(text).forEachField(with: words) { field in
      field.withKey { key in found.append(String(decoding: key.indices.map { key[$0] }, as: UTF8.self)) }
      return true
    }
    return found
  }

  @Test(
    arguments: [
      (#"{"device":{"a":1}}"#, ["device"]), (#"{"device":1}"#, []),
      (#"{"device":{},"a":1,"ok":1}"#, ["device", "ok"]),
      (#"{"ok":1,"device":2}"#, ["ok"]), (#"{"x":{"device":{}}}"#, []), ("{}", []), ("[1]", []),
    ] as [(String, [String])])
  func `a word of objects counts where an object stands under its key`(text: String, found: [String]) throws {
    #expect(try keys(of: text, with: KeyWords(["ok"], ofObjects: ["device"])) == found)
  }

  @Test(arguments: [
    #"{"t":nan,"m":38.5}"#, #"{"t":NaN,"m":38.5}"#, #"{"t":-inf,"m":38.5,}"#, #"{'t': None, 'm': 38.5}"#,
    "{\"t\":Infinity,\"m\":38.5}\0", #"{"t":NAN,"x":[1e2,2.5e-1,],"n":"nan, \"inf\",","m":38.5 }"#,
    #"{'t': None, 'ok': True, 'name': 'it is "mine"', 'm': 38.5}"#,
  ]) func `what firmware prints in the place of JSON is read, and its numbers that are none are nothing`(
    text: String
  ) throws {
    let root = try root(text)
    #expect(root["m"]?.double == 38.5)
    #expect(root["t"]?.isNull == true)
  }

  @Test(arguments: [
    "nan", "{nan:1}", #"{"m":38.5"#, #"{"m":nano}"#, "{'m':38.5", #"{"a":"b"#, "[nan", "", "\0\0",
    #"{"m":38.5}}"#,
  ]) func `what is no JSON in either way stays none`(text: String) {
    reader.load(text.utf8Span.span)
    #expect(reader.root?.kind != .object)
  }

  @Test func `a value of an earlier message holds nothing`() throws {
    let old = try root(#"{"a":{"b":12},"n":1,"s":"x","t":true}"#)
    let inner = try #require(old["a"])
    let number = try #require(old["n"])
    reader.load(#"{"a":{"b":13}}"#.utf8Span.span)
    _ = reader.root
    #expect(old.kind == .outdated && old["a"] == nil && inner["b"] == nil && old[0] == nil)
    #expect(number.double == nil && number.integer == nil && number.number == .notANumber)
    #expect(old.text == nil && old.bool == nil && !old.isNull)
    var count = 0
    old.forEachField { _ in
      count += 1
      return true
    }
    #expect(count == 0)
  }

  @Test func `a walk over fields ends when another message is loaded`() throws {
    let root = try root(#"{"a":1,"b":2,"c":3}"#)
    var count = 0
    root.forEachField { field in
      count += 1
      reader.load("{}".utf8Span.span)
      #expect(!field.keyEquals("a") && field.value.double == nil)
      return true
    }
    #expect(count == 1)
  }

  @Test func `fields come in the order of the text, until the caller has enough`() throws {
    let root = try root(#"{"DS18B20-1":1,"AM2301":2,"DS18B20-2":3}"#)
    var seen: [Double] = []
    root.forEachField { field in
      seen.append(field.value.double ?? 0)
      return !field.keyEquals("AM2301")
    }
    #expect(seen == [1, 2])
  }

  @Test func `a doubled key has no value, and nothing below it has`() throws {
    let root = try root(#"{"m":1,"o":{"x":1},"n":2,"m":1,"\u006f":{"x":2}}"#)
    #expect(root["m"]?.kind == .doubled && root["m"]?.number == .doubled && root["m"]?.double == nil)
    #expect(root["o"]?["x"]?.number == .doubled)
    #expect(root["n"]?.double == 2)
  }

  @Test func `keys are compared unescaped and whole`() throws {
    let root = try root(#"{"\u006doisture":1,"moisture2":2,"":3,"日本":4,"a\u0000b":5}"#)
    #expect(root["moisture"]?.double == 1)
    #expect(root["moistur"] == nil)
    #expect(root[""]?.double == 3)
    #expect(root["日本"]?.double == 4)
    #expect(root["a\u{0}b"]?.double == 5 && root["a"] == nil)
  }

  @Test(arguments: [
    "", " ", "{", "{\"a\":", "{\"a\":1", "{\"a\":1}}", "{\"a\":1} x", "{'a':1", "{\"a\":nano}",
    "{\"a\":1e999}", "{\"a\":-1e999}", "{\"a\":0x10}", "{\"a\":01}", "{\"a\":+1}",
    "{\"a\":1.}",
    "{\"a\":.5}", "{\"a\":1e}", "{\"a\":\"\\ud800\"}", "{\"a\":\"\\x\"}", "{\"a\":\"\u{1}\"}",
    "{\"a\":99999999999999999999999999}", "\u{FEFF}x", "hello", "{\"a\":\u{0}1}", "tru", "[}",
  ])
  func `what is no JSON has no root`(_ text: String) {
    reader.load(text.utf8Span.span)
    #expect(reader.root == nil)
    #expect(reader.root == nil, "also when asked again")
  }

  @Test(arguments: [
    [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xE2, 0x82],
  ])
  func `invalid UTF-8 has no root`(_ bytes: [UInt8]) {
    reader.load(bytes.span)
    #expect(reader.root == nil)
  }

  @Test func `depth is bounded`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    reader.load(nested(PayloadReader.depthMax - 1).utf8Span.span)
    #expect(reader.root != nil)
    for depth in [PayloadReader.depthMax + 1, 1_000, 30_000] {
      reader.load(nested(depth).utf8Span.span)
      #expect(reader.root == nil)
    }
    reader.load(String(repeating: "[", count: 65_536).utf8Span.span)
    #expect(reader.root == nil)
  }

  @Test func `a payload of the largest size is read, one byte more is not`() {
    let small = PayloadReader(bytesMax: 100)
    let fits = "\"" + String(repeating: "x", count: 98) + "\""
    let isLoaded = small.load(fits.utf8Span.span)
    #expect(isLoaded && small.byteCount == 100)
    #expect(small.root?.text?.utf8.count == 98)
    let isLoadedToo = small.load((fits + " ").utf8Span.span)
    #expect(!isLoadedToo && small.isTooLarge && small.byteCount == 0)
    #expect(small.root == nil && small.number() == .notANumber && !small.textEquals("") && small.text.isEmpty)
    small.load("1".utf8Span.span)
    #expect(!small.isTooLarge && small.number() == .value(1, unit: nil))
  }

  @Test(arguments: [0, -1, Int.max]) func `a reader of an impossible size reads nothing`(_ size: Int) {
    let none = PayloadReader(bytesMax: size)
    let isLoaded = none.load("1".utf8Span.span)
    #expect(!isLoaded && none.root == nil && none.isTooLarge)
  }

  @Test func `the text of a shorter message ends where it ends`() {
    reader.load("offline and more".utf8Span.span)
    reader.load("on".utf8Span.span)
    #expect(reader.textEquals("on") && !reader.textEquals("off") && !reader.textEquals("onl"))
    #expect(reader.text == "on" && reader.byteCount == 2)
  }

  @Test func `a broken text is readable for people`() {
    let bytes: [UInt8] = [0x61, 0xFF, 0x62]
    reader.load(bytes.span)
    #expect(reader.text == "a\u{FFFD}b")
  }
}
