import LoamKit
import PushChannels
import Testing

/// What a browser is sent, and what its push service's answers mean.
@Suite struct WebPushTests {
  private static let page = "https://garden.example/"

  private func courier(_ memory: CourierMemory = CourierMemory()) -> Courier {
    Courier(Paper.device, .web(page: Self.page), memory: memory, calendar: Paper.calendar, seed: 1)
  }

  private func said(_ request: ChannelRequest?) -> [String: JSON] {
    if case .object(let body) = Paper.json(request), case .object(let said) = body["notification"] {
      said
    } else {
      [:]
    }
  }

  private func data(_ request: ChannelRequest?) -> [String: JSON] {
    if case .object(let data) = said(request)["data"] { data } else { [:] }
  }

  @Test
  func `a message is a declarative one too, with the buttons in its data and the reminder's own address`() {
    var courier = courier()
    let request = Paper.requests(courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0)))
      .first
    #expect(
      request.map { String(decoding: $0.body, as: UTF8.self) } == """
        {"app_badge":1,"notification":{"body":"Needs watering\\nSoil moisture 18%, limit 30%.","data":\
        {"buttons":[{"action":"water_done","holds":86400,"title":"Done"},{"action":"water_later","holds":86400,"title":"Later"},\
        {"action":"water_tomorrow","holds":86400,"title":"Tomorrow"}],"category":"WATERING_REMINDER","device":"anna-phone",\
        "key":"water-aloe","note":"\(Paper.id(1))","plant":"aloe","rev":1,"until":\(Paper.start + 86_400)},\
        "navigate":"https://garden.example/#/reminder/water-aloe","silent":false,"tag":"water-aloe","title":"Aloe"},"web_push":8030}
        """)
    #expect(
      request?.headers == [
        "content-type": "application/octet-stream", "content-encoding": "aes128gcm", "ttl": "86400",
        "urgency": "normal", "topic": "ALyZ-K63oFtpXLfKquKsAb7qRkq9suAT",
      ])
  }

  @Test func `what moves water is answered within a minute, with the amount that was shown`() {
    var courier = courier()
    let offer = Paper.note("water-aloe", 1, category: .wateringOffer, water: WaterQuestion(seconds: 180))
    let request = Paper.requests(courier.take(.notification(offer), at: Paper.at(0))).first
    guard case .list(let buttons) = data(request)["buttons"], case .object(let first) = buttons.first else {
      Issue.record("no buttons")
      return
    }
    #expect(
      first["action"] == "water_start" && first["value"] == .number(180) && first["holds"] == .number(60))
  }

  @Test(arguments: [2_000, 3_000, 3_900])
  func `a text that escapes to more than fits is shortened until it does`(
    _ count: Int
  ) {
    var courier = courier()
    var note = Paper.note("water-aloe", 1)
    note.aps.alert.body = String(repeating: "\"\\\u{1}", count: count / 3)
    let request = Paper.requests(courier.take(.notification(note), at: Paper.at(0))).first
    #expect((request?.body.count ?? 9_999) <= PushCipher.textBytesMax)
    #expect(said(request)["title"] == "Aloe")
  }

  @Test func `413 halves the text until it is taken, and refuses it where nothing is left to halve`() {
    var courier = courier()
    var note = Paper.note("water-aloe", 1)
    note.aps.alert.body = String(repeating: "moist ", count: 400)
    var request = Paper.requests(courier.take(.notification(note), at: Paper.at(0))).first
    var sizes: [Int] = []
    while let present = request, sizes.count < 20 {
      sizes.append(present.body.count)
      request = Paper.requests(courier.take(.outcome(.tooLong("413")), at: Paper.at(1))).first
    }
    #expect(sizes.count == 7 && sizes == sizes.sorted(by: >))
    #expect(courier.memory.counted(.refused) == 1 && courier.memory.failures == 0)
  }

  @Test func `somebody else's answer is shown in its place, without a sound and without buttons`() {
    var courier = courier()
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    _ = courier.take(.outcome(.taken()), at: Paper.at(1))
    let over = Paper.requests(courier.take(.withdrawal(Paper.withdrawal("water-aloe", 1)), at: Paper.at(2)))
      .first
    #expect(said(over)["tag"] == "water-aloe" && said(over)["silent"] == .flag(true))
    #expect(data(over)["over"] == .flag(true) && data(over)["buttons"] == nil)
    guard case .text(let body) = said(over)["body"] else { return }
    #expect(body.contains("✓ bob-watch"))
    #expect(over?.headers["urgency"] == "low" && over?.headers["topic"] == WebPushTests.topic)
  }

  private static let topic = "ALyZ-K63oFtpXLfKquKsAb7qRkq9suAT"

  @Test func `what is cancelled says that it is no longer open`() {
    var courier = courier()
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    _ = courier.take(.outcome(.taken()), at: Paper.at(1))
    let cancelled = Paper.withdrawal("water-aloe", 1, .cancelled, by: nil)
    let over = Paper.requests(courier.take(.withdrawal(cancelled), at: Paper.at(2))).first
    #expect(said(over)["body"] == "This reminder is no longer open." && data(over)["over"] == .flag(true))
  }

  @Test func `a browser that goes on for another is sent what the other was not, and nothing twice`() {
    var first = courier()
    _ = first.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    _ = first.take(.outcome(.taken()), at: Paper.at(1))
    // This one is on its way when the endpoint changes.
    _ = first.take(.notification(Paper.note("water-basil", 2, plant: "basil")), at: Paper.at(2))
    var second = courier(first.memory.handedOver)
    let sent = Paper.requests(second.take(.tick, at: Paper.at(3)))
    #expect(sent.map { said($0)["tag"] } == ["water-basil"])
    #expect(Paper.requests(second.take(.outcome(.taken()), at: Paper.at(4))).isEmpty)
  }

  @Test(arguments: [
    (200, ChannelOutcome.taken()), (201, .taken()), (202, .taken()), (404, .gone(since: nil)),
    (410, .gone(since: nil)),
    (429, .later(seconds: 60)), (413, .tooLong("the push service answers with status 413")),
    (400, .refused("the push service answers with status 400")),
    (403, .unreachable("the push service does not accept our key (status 403)")),
    (500, .failed("the push service answers with status 500")),
    (302, .unreachable("the push service answers with status 302")),
  ]) func `each status means one thing`(_ status: Int, _ outcome: ChannelOutcome) {
    #expect(WebPush.outcome(status: status, retryAfter: nil) == outcome)
  }

  @Test func `a service that asks for time gets it`() {
    #expect(WebPush.outcome(status: 429, retryAfter: 7) == .later(seconds: 7))
    #expect(WebPush.outcome(status: 503, retryAfter: 9) == .later(seconds: 9))
  }
}
