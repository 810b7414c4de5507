import Foundation
import GardenCore
import LoamKit
import MQTTTypes
import Testing

@testable import GardenTopics

struct CommandDecoderTests {
  static let id = "0197f0ae-4444-7555-8666-777788889999"
  static let note = "0197f0ac-2222-7333-8444-555566667777"
  static let action =
    #"{"v":1,"id":"\#(id)","note":"\#(note)","key":"water-basil","rev":1,"category":"WATERING_REMINDER","#
    + #""action":"water_done","plant":"basil","at":1580515190}"#
  static let set =
    #"{"v":1,"id":"\#(id)","control":"basil-dry-below","value":35,"unit":"%","base":7,"at":1580515190}"#
  static let hello =
    #"{"v":1,"device":"anna-phone","kind":"phone","locale":"de-DE","max_packet":16384,"ts":1580515190}"#
  static let presence =
    #"{"v":1,"online":true,"foreground":false,"session":"\#(id)","every_s":60,"ts":1580515190}"#
  static let activity =
    #"{"v":1,"id":"\#(id)","activity":"\#(note)","event":"dismissed","ts":1580515190}"#
  static let ack = #"{"v":1,"re":"\#(note)","ok":true,"code":"accepted","ts":1580515190}"#
  static let all = [
    ("action", action), ("set", set), ("hello", hello), ("presence", presence), ("activity", activity),
    ("ack", ack),
  ]

  static func decoder() throws -> CommandDecoder { CommandDecoder(tree: try #require(TopicTree())) }

  static func decode(
    _ kind: String, _ text: String, retained: Bool = false
  ) throws -> CommandDecoder.Result {
    let decoder = try decoder()
    return decoder.decode(
      topic: "plants/v1/d/anna-phone/up/\(kind)", payload: Array(text.utf8), wasRetained: retained,
      at: House.now)
  }

  static func refusal(_ result: CommandDecoder.Result) throws -> Ack {
    guard case .refusal(let refused) = result else { throw NotRefused() }
    let outgoing = refused.answer
    #expect(outgoing.publication.topic == "plants/v1/d/anna-phone/dn/ack")
    #expect(!outgoing.publication.isRetained && outgoing.handling != nil)
    return try DocumentCodec.decode(Ack.self, from: outgoing.publication.payload)
  }
  struct NotRefused: Error {}

  static var head: CommandHead {
    CommandHead(
      id: UniqueID(id) ?? House.unique(0), device: "anna-phone", at: Timestamp(seconds: 1_580_515_190))
  }

  @Test func `each message becomes its event`() throws {
    let note = try #require(UniqueID(Self.note))
    #expect(
      try Self.decode("action", Self.action)
        == .event(.command(.answer(Self.head, plant: "basil", note: note, .done))))
    #expect(
      try Self.decode("set", Self.set)
        == .event(
          .command(.move(Self.head, control: "basil-dry-below", value: 35, unit: "%", base: 7))))
    #expect(
      try Self.decode("activity", Self.activity) == .event(.command(.hideActivity(Self.head, activity: note)))
    )
    #expect(try Self.decode("ack", Self.ack) == .event(.shown("anna-phone", note: note)))
    #expect(
      try Self.decode("hello", Self.hello, retained: true)
        == .event(.hello("anna-phone", DeviceProfile(locale: "de-DE", packetBytesMax: 16_384, kind: .phone))))
  }

  @Test(arguments: Answer.allCases)
  func `each answer has its action, with and without a note`(_ answer: Answer) throws {
    let text = Self.action.replacing("water_done", with: "\(answer.identifier)")
    let loose = text.replacing(#""note":"\#(Self.note)","key":"water-basil","rev":1,"#, with: "")
    #expect(
      try Self.decode("action", loose)
        == .event(.command(.answer(Self.head, plant: "basil", note: nil, answer))))
  }

  @Test func `watering is started and stopped by its own category`() throws {
    func text(_ action: String, _ more: String) -> String {
      #"{"v":1,"id":"\#(Self.id)","category":"WATERING_CONTROL","action":"\#(action)","plant":"basil","#
        + #""at":1580515190\#(more)}"#
    }
    var head = Self.head
    head.expires = Timestamp(seconds: 1_580_515_200)
    #expect(
      try Self.decode("action", text("water_start", #","value":90,"exp":1580515200"#))
        == .event(.command(.water(head, plant: "basil", duration: .seconds(90)))))
    #expect(
      try Self.decode("action", text("water_start", ""))
        == .event(.command(.water(Self.head, plant: "basil", duration: nil))))
    #expect(
      try Self.decode("action", text("water_stop", "")) == .event(.command(.stop(Self.head, plant: "basil"))))
    for value in ["0", "-5", "1.5", "86401", "1e300"] {
      let ack = try Self.refusal(try Self.decode("action", text("water_start", #","value":\#(value)"#)))
      #expect(ack.code == .badValue && ack.field == "/value" && ack.re?.text == Self.id)
    }
  }

  @Test func `trouble is acknowledged by its notification, as a tap does, and never as a watering`() throws {
    let text =
      #"{"v":1,"id":"\#(Self.id)","note":"\#(Self.note)","category":"VALVE_TROUBLE","action":"trouble_seen","#
      + #""at":1580515190}"#
    let note = try #require(UniqueID(Self.note))
    #expect(
      try Self.decode("action", text) == .event(.command(.answer(Self.head, plant: "", note: note, .opened))))
    let loose = try Self.refusal(
      try Self.decode("action", text.replacing(#""note":"\#(Self.note)","#, with: "")))
    #expect(loose.code == .missingField && loose.field == "/note")
    let other = try Self.refusal(
      try Self.decode("action", text.replacing("VALVE_TROUBLE", with: "WATERING_REMINDER")))
    #expect(other.code == .unknownAction && other.field == "/action")
  }

  @Test func `a watering may be asked for in litres`() throws {
    func text(_ more: String) -> String {
      #"{"v":1,"id":"\#(Self.id)","category":"WATERING_CONTROL","action":"water_start","plant":"basil","#
        + #""at":1580515190,\#(more)}"#
    }
    #expect(
      try Self.decode("action", text(#""litres":2.5"#))
        == .event(.command(.water(Self.head, plant: "basil", duration: nil, litres: 2.5))))
    #expect(
      try Self.decode("action", text(#""litres":5,"value":90"#))
        == .event(.command(.water(Self.head, plant: "basil", duration: .seconds(90), litres: 5))))
    for litres in ["0", "-1", "0.05", "100001", "1e300"] {
      let ack = try Self.refusal(try Self.decode("action", text(#""litres":\#(litres)"#)))
      #expect(ack.code == .badValue && ack.field == "/litres" && ack.re?.text == Self.id)
    }
  }

  @Test func `everything is stopped, a valve held and released, without a plant`() throws {
    func text(_ action: String, _ more: String = "") -> String {
      #"{"v":1,"id":"\#(Self.id)","category":"WATERING_CONTROL","action":"\#(action)","at":1580515190\#(more)}"#
    }
    let bed = #","valve":"bed-valve""#
    let wanted: [(String, Command)] = [
      (text("water_stop_all"), .stopAll(Self.head)),
      (text("water_hold", bed), .hold(Self.head, valve: "bed-valve")),
      (text("water_release", bed), .release(Self.head, valve: "bed-valve")),
      (text("water_release"), .release(Self.head, valve: nil)),
    ]
    for (text, command) in wanted {
      #expect(try Self.decode("action", text) == .event(.command(command)))
    }
    let loose = try Self.refusal(try Self.decode("action", text("water_hold")))
    #expect(loose.code == .missingField && loose.field == "/valve")
    let odd = try Self.refusal(try Self.decode("action", text("water_hold", #","valve":"*""#)))
    #expect(odd.code == .badID && odd.field == "/valve")
    guard case .ignored = try Self.decode("action", text("water_release"), retained: true) else {
      throw NotRefused()
    }
  }

  @Test func `a button of another category is unknown`() throws {
    for (old, new, field) in [
      ("WATERING_REMINDER", "WATERING_CONTROL", "/action"), ("WATERING_REMINDER", "BAKING", "/category"),
      ("WATERING_REMINDER", "bad", "/category"), ("water_done", "water_start", "/action"),
      ("water_done", "Water", "/action"),
    ] {
      let ack = try Self.refusal(try Self.decode("action", Self.action.replacing(old, with: new)))
      #expect(ack.code == .unknownAction && ack.field == field && ack.re?.text == Self.id)
    }
  }

  @Test func `a button without its plant is refused, a dismissal is not`() throws {
    let loose = Self.action.replacing(#""plant":"basil","#, with: "")
    let ack = try Self.refusal(try Self.decode("action", loose))
    #expect(ack.code == .missingField && ack.field == "/plant")
    let dismissal = loose.replacing("water_done", with: ActionName.dismissed.text)
    #expect(
      try Self.decode("action", dismissal)
        == .event(.command(.answer(Self.head, plant: "", note: UniqueID(Self.note), .dismissed))))
  }

  @Test func `a hello in another device's name is forbidden`() throws {
    let ack = try Self.refusal(
      try Self.decode("hello", Self.hello.replacing("anna-phone", with: "bo-phone")))
    #expect(ack.code == .forbidden)
  }

  @Test(arguments: ["action", "set", "activity", "ack"])
  func `a retained command never acts and is cleared`(_ kind: String) throws {
    let text = try #require(Self.all.first { $0.0 == kind }).1
    guard case .ignored(let ignored) = try Self.decode(kind, text, retained: true) else {
      throw NotRefused()
    }
    #expect(ignored.reason == .retained)
    let clearing = try #require(ignored.clearing?.publication)
    #expect(clearing.topic == "plants/v1/d/anna-phone/up/\(kind)")
    #expect(clearing.isRetained && clearing.payload.isEmpty)
  }

  @Test func `our own clearing is no message`() throws {
    for retained in [true, false] {
      guard case .ignored(let ignored) = try Self.decode("action", "", retained: retained) else {
        throw NotRefused()
      }
      #expect(ignored.reason == .empty)
    }
  }

  @Test func `a refusal has a second answer for the one who asks too often, and neither is written down`()
    throws
  {
    let bad = Self.set.replacing(#""%""#, with: "7")
    guard case .refusal(let refused) = try Self.decode("set", bad) else { throw NotRefused() }
    #expect(refused.device == "anna-phone" && refused.code == .badValue)
    let ack = try DocumentCodec.decode(Ack.self, from: refused.tooMany.publication.payload)
    #expect(ack.code == .rateLimited && ack.re?.text == Self.id)
    for answer in [refused.answer, refused.tooMany] {
      #expect(answer.handling == Handling("anna-phone", .ack, isDurable: false))
    }
  }

  @Test func `a key that no document may carry does not silence the refusal`() throws {
    let text = Self.set.replacing(#""base":7"#, with: #""\u0007\u202e":[1,{"a":1,"a":2}],"base":7"#)
    let ack = try Self.refusal(try Self.decode("set", text))
    #expect(ack.code == .badJSON && ack.field == "//1/a")
  }

  @Test func `an unreadable ack is never answered`() throws {
    guard case .ignored(let ignored) = try Self.decode("ack", "{") else { throw NotRefused() }
    #expect(ignored.reason == .unreadable)
  }

  @Test func `a notification that could not be shown is named, not counted as shown`() throws {
    let text = Self.ack.replacing(#""ok":true,"code":"accepted""#, with: #""ok":false,"code":"bad_value""#)
    guard case .ignored(let ignored) = try Self.decode("ack", text) else { throw NotRefused() }
    #expect(ignored.reason == .notShown && ignored.receipt == UniqueID(Self.note))
  }

  @Test(arguments: [
    "plants/v1/d/anna-phone/dn/notify", "plants/v1/d/anna-phone/up/blob", "other/v1/d/anna-phone/up/set",
    "plants/v1/d/+/up/set", "plants/v1/d/anna-phone/up/set/x", "",
  ])
  func `other topics are not ours`(_ topic: String) throws {
    let decoder = try Self.decoder()
    guard
      case .ignored(let ignored) = decoder.decode(
        topic: topic, payload: Array(Self.set.utf8), wasRetained: false, at: House.now)
    else { throw NotRefused() }
    #expect(ignored.reason == .notOurs)
  }

  @Test func `ten megabytes are refused by their size`() throws {
    let ack = try Self.refusal(
      try Self.decode("set", Self.set + String(repeating: " ", count: 10_000_000)))
    #expect(ack.code == .tooLarge && ack.re == nil)
  }
}
