import LoamKit
import MQTTTypes
import Testing

@testable import GardenCore
@testable import GardenTopics

struct HistoryDocumentTests {
  private let question = HistoryQuestion(
    plant: "basil", quantity: .moisture, from: Timestamp(seconds: 1_795_134_207),
    to: Timestamp(seconds: 1_795_220_607), points: 400)

  private func history(_ count: Int, waterings: Int = 0) -> PlantHistory {
    PlantHistory(
      step: 300,
      points: (0..<count).map { n in
        PlantHistory.Point(
          start: Timestamp(seconds: 1_795_134_000 + Int64(n) * 300), mean: 30.123_456 + Double(n % 7),
          lowest: 29.9, highest: 38.25)
      },
      waterings: (0..<waterings).map { n in
        WateringRecord(
          id: House.unique(UInt64(n)), plant: "basil",
          from: Timestamp(seconds: 1_795_134_000 + Int64(n) * 60),
          until: Timestamp(seconds: 1_795_134_030 + Int64(n) * 60), kind: .valve, by: "anna-phone",
          end: .finished, litres: 2.4)
      })
  }

  @Test func `everything there is is told, rounded`() throws {
    let document = try HistoryDocuments.history(history(2, waterings: 1), of: question)
    #expect(document.plant.text == "basil" && document.quantity == "moisture" && document.unit == "%")
    #expect(document.from.seconds == 1_795_134_207 && document.stepS == 300)
    #expect(document.points.map(\.mean) == [30.12, 31.12])
    #expect(document.points.map(\.at.seconds) == [1_795_134_000, 1_795_134_300])
    let watering = try #require(document.waterings.first)
    #expect(watering.kind == .valve && watering.by?.text == "anna-phone" && watering.end == .finished)
    #expect(watering.litres == 2.4 && watering.until.seconds - watering.at.seconds == 30)
  }

  @Test func `the largest answer fits the contract's bound`() throws {
    let document = try HistoryDocuments.history(history(400, waterings: 200), of: question)
    #expect(document.points.count == 400 && document.waterings.count == 200)
    let bytes = try HistoryDocuments.reply(
      to: House.unique(1), history(400, waterings: 200), of: question, upTo: .max)
    #expect(bytes.count <= MessageReply.bytesMax)
  }

  @Test(arguments: [20_000, 4096, 1024, 512, 300])
  func `a device that takes little gets longer steps, then fewer waterings`(_ bytesMax: Int) throws {
    let bytes = try HistoryDocuments.reply(
      to: House.unique(1), history(400, waterings: 50), of: question, upTo: bytesMax)
    #expect(bytes.count <= bytesMax)
    let reply = try DocumentCodec.decode(MessageReply.self, from: bytes)
    guard case .history(let past) = reply.content else {
      Issue.record("\(reply)")
      return
    }
    #expect(past.points.count < 400 || bytesMax == 20_000)
    #expect(!past.points.isEmpty)
    if bytesMax >= 4096 { #expect(past.waterings.last?.at.seconds == 1_795_136_940) }
  }

  @Test func `what cannot fit at all is an error, not half an answer`() {
    #expect(throws: DocumentError.self) {
      try HistoryDocuments.reply(to: House.unique(1), history(3), of: question, upTo: 120)
    }
  }

  @Test func `an answer goes to its asker's own topic, in what that device takes`() throws {
    var renderer = try House.renderer()
    renderer.introduce("anna-phone", DeviceProfile(packetBytesMax: 2048))
    let place = try #require(renderer.replyPlace(of: "anna-phone"))
    #expect(place.topic == "plants/v1/d/anna-phone/dn/reply" && place.bytesMax < 2048)
    #expect(renderer.replyPlace(of: "bo-phone")?.bytesMax == MessageReply.bytesMax)
  }
}

struct QuestionDecodingTests {
  private static let id = "0197f0b6-2222-7333-8444-555566667777"

  private func decode(
    _ content: String, kind: String = "interactive", identifier: String = "history", retained: Bool = false
  ) throws -> CommandDecoder.Result {
    let decoder = CommandDecoder(tree: try #require(TopicTree()))
    let text = """
      {"v":1,"id":"\(Self.id)","kind":"\(kind)","identifier":"\(identifier)","content":\(content),"ts":1580515200}
      """
    return decoder.decode(
      topic: "plants/v1/d/anna-phone/up/msg", payload: Array(text.utf8), wasRetained: retained, at: House.now)
  }

  @Test func `a question is read, with the usual number of points`() throws {
    let result = try decode(
      #"{"plant":"basil","quantity":"light","from":1580000000,"to":1580515200}"#)
    guard case .question(let head, .history(let question)) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(head.id.description == Self.id && head.device == "anna-phone" && head.expires == nil)
    #expect(
      HistoryQuestion(question)
        == HistoryQuestion(
          plant: "basil", quantity: .light, from: Timestamp(seconds: 1_580_000_000),
          to: Timestamp(seconds: 1_580_515_200), points: 240))
  }

  @Test(arguments: [
    (
      #"{"plant":"basil","quantity":"battery","from":1580000000,"to":1580515200}"#, AckCode.badValue,
      "/content/quantity"
    ),
    (#"{"plant":"basil","quantity":"moisture","from":1580515200,"to":1580515200}"#, .badValue, "/content/to"),
    (#"{"plant":"basil","quantity":"moisture","from":1580515201,"to":1580515200}"#, .badValue, "/content/to"),
    (
      #"{"plant":"ba/sil","quantity":"moisture","from":1580000000,"to":1580515200}"#, .badID, "/content/plant"
    ),
    (
      #"{"plant":"basil","quantity":"moisture","from":1580000000000,"to":1580515200}"#, .badTime,
      "/content/from"
    ),
    (#"{"plant":"basil","quantity":"moisture","from":1580000000}"#, .missingField, "/content/to"),
    (
      #"{"plant":"basil","quantity":"moisture","from":1580000000,"to":1580515200,"points":401}"#, .badValue,
      "/content/points"
    ),
    (
      #"{"plant":"basil","quantity":"moisture","from":1580000000,"to":1580515200,"points":1}"#, .badValue,
      "/content/points"
    ),
  ])
  func `what is no question is refused to its sender`(
    content: String, code: AckCode, field: String
  ) throws {
    guard case .refusal(let refused) = try decode(content) else {
      Issue.record("not refused")
      return
    }
    let ack = try DocumentCodec.decode(Ack.self, from: refused.answer.publication.payload)
    #expect(ack.code == code && ack.field == field && ack.re?.text == Self.id)
  }

  @Test func `another kind or another question is refused, a retained one is cleared`() throws {
    let content = #"{"plant":"basil","quantity":"light","from":1580000000,"to":1580515200}"#
    for result in [try decode(content, kind: "guaranteed"), try decode(content, identifier: "request")] {
      guard case .refusal = result else {
        Issue.record("\(result)")
        continue
      }
    }
    guard case .ignored(let ignored) = try decode(content, retained: true) else {
      Issue.record("not ignored")
      return
    }
    #expect(ignored.reason == .retained && ignored.clearing?.publication.payload.isEmpty == true)
  }
}
