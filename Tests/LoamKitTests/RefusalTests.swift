import LoamKit
import Testing
@testable import FuzzHarness

struct RefusalTests {
  static let id = "0197f0b0-6666-7777-8888-9999aaaabbbb"

  static func set(
    v: String = "1", id: String = id, control: String = #""basil-dry-below""#, value: String = "35",
    unit: String = #""%""#, more: String = ""
  ) -> String {
    #"{"v":\#(v),"id":"\#(id)","control":\#(control),"value":\#(value),"unit":\#(unit),"at":1580515950\#(more)}"#
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var text: String
    var code: AckCode
    var pointer: String
    var testDescription: String { "\(code.rawValue) \(pointer) \(text.prefix(60))" }
    init(_ text: String, _ code: AckCode, _ pointer: String) {
      self.text = text
      self.code = code
      self.pointer = pointer
    }
  }

  static let cases: [Case] = [
    Case("", .badJSON, ""), Case("null", .badJSON, ""), Case("[]", .badJSON, ""), Case("{", .badJSON, ""),
    Case("\u{FEFF}" + set(), .badJSON, ""), Case(set() + "{}", .badJSON, ""), Case(set() + ",", .badJSON, ""),
    Case(set(more: #","value":36"#), .badJSON, "/value"),
    Case(set(more: #","v\u0061lue":36"#), .badJSON, "/value"),
    Case(set(more: #","x":{"a":1,"a":1}"#), .badJSON, "/x/a"),
    Case(set(more: #","x":[[[[[[[[1]]]]]]]]"#), .badJSON, "/x/0/0/0/0/0/0/0"),
    Case(set(more: #","x":"\ud800""#), .badJSON, "/x"),
    Case(set(more: #","x":"\udc00\ud800""#), .badJSON, "/x"),
    Case(set(more: #","x":"\q""#), .badJSON, "/x"), Case(set(more: #","x":01"#), .badJSON, ""),
    Case(set(value: "NaN"), .badJSON, "/value"), Case(set(value: "+1"), .badJSON, "/value"),
    Case(set(value: ".5"), .badJSON, "/value"), Case(set(value: "Infinity"), .badJSON, "/value"),
    Case(set(value: "1e400"), .badValue, "/value"), Case(set(value: "-1e400"), .badValue, "/value"),
    Case(set(value: #""NaN""#), .badValue, "/value"), Case(set(value: #""35""#), .badValue, "/value"),
    Case(set(value: "true"), .badValue, "/value"), Case(set(value: "[35]"), .badValue, "/value"),
    Case(set(value: "null"), .missingField, "/value"),
    Case(set(v: "2"), .unsupportedVersion, "/v"), Case(set(v: "1e9"), .unsupportedVersion, "/v"),
    Case(set(v: "0"), .badValue, "/v"), Case(set(v: "true"), .badValue, "/v"),
    Case(set(v: #""1""#), .badValue, "/v"), Case(set(v: "null"), .missingField, "/v"),
    Case(set(id: id.uppercased()), .badID, "/id"), Case(set(id: String(id.dropLast())), .badID, "/id"),
    Case(set(control: #""a/b""#), .badID, "/control"), Case(set(control: #""+""#), .badID, "/control"),
    Case(set(control: "7"), .badID, "/control"), Case(set(unit: #""""#), .badValue, "/unit"),
    Case(set(unit: #""a\u0007""#), .badValue, "/unit"), Case(set(more: #","base":1.5"#), .badValue, "/base"),
    Case(set(more: #","base":-1"#), .badValue, "/base"),
    Case(set(more: #","base":true"#), .badValue, "/base"),
    Case(set(more: #","exp":1580515950000"#), .badTime, "/exp"),
    Case(set(more: #","exp":99"#), .badTime, "/exp"),
    Case(set(more: #","exp":1580515950.5"#), .badTime, "/exp"),
    Case(set(more: #","exp":1e19"#), .badTime, "/exp"),
    // A missing field goes before an id of the wrong form, and a version before both.
    Case(#"{"v":1,"id":"x","control":"basil","unit":"%","at":1580515950}"#, .missingField, "/value"),
    Case(#"{"v":3,"id":"x"}"#, .unsupportedVersion, "/v"),
  ]

  @Test(arguments: cases)
  func `what breaks a rule is refused with the rule's code and place`(_ it: Case) throws {
    let error = try #require(refusal(SetMessage.self, it.text))
    #expect(error.code == it.code)
    #expect(error.pointer == it.pointer || it.pointer.isEmpty, "\(error)")
    #expect(error.message.unicodeScalars.count <= 120)
  }

  @Test func `unknown keys, null for nothing, whole numbers with a point and any order are read`() throws {
    let text =
      #" {"unit":"%","exp":null,"future":{"a":[1e400,{}]},"value":30.0,"base":7.0,"at":1580515950.0,"#
      + #""control":"basil","id":"\#(Self.id)","v":1.0} "#
    let set = try DocumentCodec.decode(SetMessage.self, from: Array(text.utf8))
    #expect(set.value == 30 && set.base == 7 && set.exp == nil && set.at.seconds == 1_580_515_950)
  }

  @Test func `bytes that are not UTF-8 are no document`() {
    let bytes = Array(Self.set(unit: #""%""#).utf8)
    for bad: [UInt8] in [
      [0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82],
    ] {
      #expect(throws: DocumentError.self) {
        try DocumentCodec.decode(SetMessage.self, from: Array(bytes.dropLast()) + bad + [0x7D])
      }
    }
  }

  @Test(arguments: Kind.all)
  func `the limit is the last size that is read`(_ kind: Kind) throws {
    let example = Example.first(kind.name)
    try #require(!example.isEmpty, "Protocol.md has no block \"Example (`\(kind.name)`):\"")
    let text = String(decoding: try kind.again(example), as: UTF8.self)
    let room = kind.bytesMax - text.utf8.count
    func padded(_ count: Int) -> [UInt8] { Array(text.utf8) + [UInt8](repeating: 0x20, count: count) }
    _ = try kind.again(padded(room - 1))
    _ = try kind.again(padded(room))
    #expect { try kind.again(padded(room + 1)) } throws: { ($0 as? DocumentError)?.code == .tooLarge }
  }

  @Test func `an emoji family is one grapheme, two hearts are not`() throws {
    func content(_ emoji: String) -> ActivityMessage? {
      guard let id = MessageID(Self.id), let time = EpochSeconds(1_795_220_760) else { return nil }
      return ActivityMessage(
        aps: .init(
          timestamp: time, event: .update,
          contentState: ActivityContent(emoji: emoji, title: "a", progress: 0)),
        activity: .init(id: id, seq: 2))
    }
    for fine in ["💧", "👨‍👩‍👧‍👦", "🇩🇪", "⚠️"] {
      let message = try #require(content(fine))
      let bytes = try DocumentCodec.encode(message)
      #expect(try DocumentCodec.decode(ActivityMessage.self, from: bytes).aps.contentState.emoji == fine)
    }
    for bad in ["", "💧💧", "ab", "👨‍👩‍👧‍👦👨‍👩‍👧‍👦", "e" + String(repeating: "\u{301}", count: 20)] {
      let message = try #require(content(bad))
      #expect(throws: DocumentError.self) { try DocumentCodec.encode(message) }
    }
  }

  @Test func `a content state is read tolerantly and written whole`() throws {
    let text =
      #"{"aps":{"timestamp":1795220760,"event":"update","content-state":{"progress":7}},"#
      + #""activity":{"v":1,"id":"\#(Self.id)","seq":2}}"#
    let message = try DocumentCodec.decode(ActivityMessage.self, from: Array(text.utf8))
    #expect(message.aps.contentState.progress == 1)
    let written = String(decoding: try DocumentCodec.encode(message), as: UTF8.self)
    for key in ["emoji", "title", "progress"] { #expect(written.contains("\"\(key)\":")) }
  }

  @Test func `an id can be found in what is unreadable otherwise`() {
    #expect(DocumentCodec.messageID(in: Array(#"{"id":"\#(Self.id)","v":9}"#.utf8))?.text == Self.id)
    #expect(DocumentCodec.messageID(in: Array(#"{"id":"\#(Self.id)""#.utf8)) == nil)
    #expect(DocumentCodec.messageID(in: Array(#"{"id":"no"}"#.utf8)) == nil)
  }
}
