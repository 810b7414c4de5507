import LoamKit
import PushChannels
import Testing

/// What is sent, and what is not, as a person's chat would see it.
@Suite struct CourierTests {
  private func text(_ request: ChannelRequest?) -> String {
    if case .object(let body) = Paper.json(request), case .text(let text) = body["text"] { text } else { "" }
  }

  /// Labels and data of the buttons, row by row.
  private func buttons(_ request: ChannelRequest?) -> [[(label: String, data: String)]] {
    guard case .object(let body) = Paper.json(request), case .object(let markup) = body["reply_markup"],
      case .list(let rows) = markup["inline_keyboard"]
    else { return [] }
    return rows.map { row in
      guard case .list(let items) = row else { return [] }
      return items.compactMap { item in
        guard case .object(let button) = item, case .text(let label) = button["text"],
          case .text(let data) = button["callback_data"]
        else { return nil }
        return (label, data)
      }
    }
  }

  private func press(_ data: String, at seconds: Int64, earliest: Int64? = nil, message: Int64 = 500)
    -> CourierEvent
  {
    let parts = TelegramUpdate.parts(data)
    return .press(
      Press(
        word: parts?.word ?? "", button: parts?.button ?? "", earliest: Paper.start + (earliest ?? seconds),
        latest: Paper.start + seconds, query: "q\(seconds)", handle: message))
  }

  @Test func `a notification becomes a message with its buttons, and is acknowledged with it`() {
    var courier = Paper.telegram()
    let effects = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    #expect(effects.first == .acknowledge(Paper.id(1)))
    let request = Paper.requests(effects).first
    #expect(request?.path == "/sendMessage")
    #expect(text(request) == "Aloe\nNeeds watering\nSoil moisture 18%, limit 30%.")
    #expect(buttons(request).map { $0.map(\.label) } == [["Done", "Later"], ["Tomorrow"]])
    #expect(buttons(request).joined().allSatisfy { $0.data.utf8.count <= 64 })
  }

  @Test
  func `buttons of a message that nobody knows go with their first press, and those of one that counts stay`()
    throws
  {
    var courier = Paper.telegram()
    let first = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    let done = try #require(buttons(Paper.requests(first).first).first?.first)
    _ = courier.take(.outcome(.taken(handle: 500)), at: Paper.at(1))
    _ = courier.take(.withdrawal(Paper.withdrawal("water-aloe", 1)), at: Paper.at(3))
    _ = courier.take(.outcome(.taken()), at: Paper.at(4))
    // The same message stood there twice, under a number that never came back.
    let told = Paper.requests(courier.take(press(done.data, at: 60, message: 499), at: Paper.at(60)))
    #expect(told.map(\.path) == ["/answerCallbackQuery"])
    let stripped = Paper.requests(courier.take(.outcome(.taken()), at: Paper.at(61)))
    #expect(stripped.map(\.path) == ["/editMessageReplyMarkup"])
    #expect(
      Paper.json(stripped.first) == [
        "chat_id": 77, "message_id": 499, "reply_markup": ["inline_keyboard": []],
      ])
    #expect(Paper.requests(courier.take(.outcome(.moot), at: Paper.at(62))).isEmpty)
    #expect(courier.memory.queries.isEmpty)
    // A word that is forgotten, on a message that is known: it shows its own buttons.
    _ = courier.take(.notification(Paper.note("water-fern", 2)), at: Paper.at(70))
    _ = courier.take(.outcome(.taken(handle: 501)), at: Paper.at(71))
    _ = courier.take(press("forgotten.0", at: 80, message: 501), at: Paper.at(80))
    #expect(Paper.requests(courier.take(.outcome(.taken()), at: Paper.at(81))).isEmpty)
  }

  @Test func `a repeat is acknowledged and not sent again, also after its withdrawal`() {
    var courier = Paper.telegram()
    let note = Paper.note("water-aloe", 1)
    _ = courier.take(.notification(note), at: Paper.at(0))
    _ = courier.take(.outcome(.taken(handle: 500)), at: Paper.at(1))
    #expect(courier.take(.notification(note), at: Paper.at(2)) == [.acknowledge(Paper.id(1))])
    _ = courier.take(.withdrawal(Paper.withdrawal("water-aloe", 1, .expired, by: nil)), at: Paper.at(3))
    _ = courier.take(.outcome(.taken()), at: Paper.at(4))
    #expect(courier.take(.notification(note), at: Paper.at(5)) == [.acknowledge(Paper.id(1))])
    #expect(courier.memory.items.isEmpty)
  }

  @Test func `what was put off comes back under the same id`() {
    var courier = Paper.telegram()
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    _ = courier.take(.outcome(.taken(handle: 500)), at: Paper.at(1))
    _ = courier.take(.withdrawal(Paper.withdrawal("water-aloe", 1, .deferred)), at: Paper.at(3))
    _ = courier.take(.outcome(.taken()), at: Paper.at(4))
    let again = courier.take(.notification(Paper.note("water-aloe", 1, rev: 2)), at: Paper.at(900))
    #expect(Paper.requests(again).first?.path == "/sendMessage")
  }

  @Test func `a press is stored with an id of its own, acts, and its result stands in the message`() throws {
    var courier = Paper.telegram()
    let first = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    let done = try #require(buttons(Paper.requests(first).first).first?.first)
    _ = courier.take(.outcome(.taken(handle: 500)), at: Paper.at(1))
    let action = try #require(Paper.actions(courier.take(press(done.data, at: 60), at: Paper.at(60))).first)
    #expect(action.action == .waterDone && action.note == Paper.id(1) && action.plant?.text == "aloe")
    #expect(action.at.seconds == Paper.start + 60 && action.exp != nil)
    // The same memory in another process repeats the same id.
    var reborn = Courier(Paper.device, .telegram, memory: courier.memory, calendar: Paper.calendar, seed: 99)
    #expect(Paper.actions(reborn.take(.tick, at: Paper.at(61))) == [action])
    let ack = Ack(re: action.id, code: .accepted, ts: EpochSeconds(clamping: Paper.start + 61))
    let answer = Paper.requests(courier.take(.ack(ack), at: Paper.at(61))).first
    #expect(answer?.path == "/answerCallbackQuery")
    let edit = Paper.requests(courier.take(.outcome(.taken()), at: Paper.at(61))).first
    #expect(edit?.path == "/editMessageText")
    #expect(text(edit).hasSuffix("\n✓ Done · 01:24"))
    #expect(buttons(edit).isEmpty)
    #expect(courier.take(.ack(ack), at: Paper.at(62)).isEmpty)
  }

  @Test func `a refusal is said where the button was pressed, and the buttons stay`() throws {
    var courier = Paper.telegram()
    let offer = Paper.note(
      "water-aloe", 1, category: .wateringOffer, water: WaterQuestion(seconds: 180, litres: 1.5))
    let first = courier.take(.notification(offer), at: Paper.at(0))
    let start = try #require(buttons(Paper.requests(first).first).first?.first)
    _ = courier.take(.outcome(.taken(handle: 500)), at: Paper.at(1))
    let action = try #require(Paper.actions(courier.take(press(start.data, at: 60), at: Paper.at(60))).first)
    #expect(action.action == .waterStart && action.value == 180 && action.litres == 1.5)
    #expect(action.exp?.seconds == Paper.start + 120)
    let why = Why(.interlock, name: "Rain")
    let ack = Ack(re: action.id, code: .refused, ts: EpochSeconds(clamping: Paper.start + 61), why: why)
    _ = courier.take(.ack(ack), at: Paper.at(61))
    let edit = Paper.requests(courier.take(.outcome(.taken()), at: Paper.at(62))).first
    #expect(text(edit).contains("✗") && text(edit).contains("Rain"))
    #expect(!buttons(edit).isEmpty)
  }

  @Test func `a second tap takes nothing back from the first`() throws {
    var courier = Paper.telegram()
    let first = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    let done = try #require(buttons(Paper.requests(first).first).first?.first)
    _ = courier.take(.outcome(.taken(handle: 500)), at: Paper.at(1))
    let taps = (60...61).flatMap { Paper.actions(courier.take(press(done.data, at: $0), at: Paper.at($0))) }
    #expect(taps.count == 2)
    for (tap, code) in zip(taps, [AckCode.accepted, .alreadyDone]) {
      let ack = Ack(re: tap.id, code: code, ts: EpochSeconds(clamping: Paper.start + 62))
      _ = courier.take(.ack(ack), at: Paper.at(62))
    }
    #expect(courier.memory.queries.map(\.text).allSatisfy { $0.hasPrefix("✓ Done") })
    #expect(courier.memory.items.first?.result?.hasPrefix("✓ Done") == true)
  }

  @Test func `a request that is on its way stays there when the disk does not take something else`() {
    var courier = Paper.telegram()
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    courier.handle(.notStored(.notification(Paper.note("water-basil", 2))), at: Paper.at(1))
    // Nothing changes, and it is written before anything follows all the same.
    courier.handle(.tick, at: Paper.at(5))
    #expect(courier.poll() == .store(courier.memory, []))
    #expect(courier.poll() == nil)
    courier.handle(.stored, at: Paper.at(5))
    #expect(courier.poll() == nil)
    courier.handle(.tick, at: Paper.at(5))
    #expect(courier.poll() == .store(nil, []))
    courier.handle(.notStored(.outcome(.taken(handle: 500))), at: Paper.at(6))
    #expect(Paper.requests(courier.take(.tick, at: Paper.at(9))).count == 1)
  }

  @Test func `a press that was answered without words is not answered again when its result comes`() throws {
    var courier = Paper.telegram()
    let first = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    let done = try #require(buttons(Paper.requests(first).first).first?.first)
    _ = courier.take(.outcome(.taken(handle: 500)), at: Paper.at(1))
    let action = try #require(Paper.actions(courier.take(press(done.data, at: 60), at: Paper.at(60))).first)
    let silent = Paper.requests(courier.take(.tick, at: Paper.at(65))).first
    #expect(silent?.path == "/answerCallbackQuery")
    _ = courier.take(.outcome(.taken()), at: Paper.at(65))
    let ack = Ack(re: action.id, code: .accepted, ts: EpochSeconds(clamping: Paper.start + 70))
    let result = Paper.requests(courier.take(.ack(ack), at: Paper.at(70))).map(\.path)
    #expect(result == ["/editMessageText"])
    #expect(courier.memory.queries.isEmpty)
  }

  @Test func `a group that has become another chat is followed there`() {
    var courier = Paper.telegram()
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    #expect(courier.take(.outcome(.moved(chat: -1009)), at: Paper.at(1)).isEmpty)
    let again = Paper.requests(courier.take(.tick, at: Paper.at(5))).first
    guard case .object(let body) = Paper.json(again) else {
      Issue.record("nothing is sent")
      return
    }
    #expect(body["chat_id"] == .number(-1009) && courier.memory.counted(.unsure) == 0)
  }

  @Test func `a press of which nobody knows when it was moves no water`() throws {
    var courier = Paper.telegram()
    let offer = Paper.note("water-aloe", 1, category: .wateringOffer, water: WaterQuestion(seconds: 180))
    let first = courier.take(.notification(offer), at: Paper.at(0))
    let start = try #require(buttons(Paper.requests(first).first).first?.first)
    _ = courier.take(.outcome(.taken(handle: 500)), at: Paper.at(1))
    let effects = courier.take(press(start.data, at: 3600, earliest: 10), at: Paper.at(3600))
    #expect(Paper.actions(effects).isEmpty)
    #expect(courier.memory.counted(.expired) == 1)
    #expect(Paper.requests(effects).first?.path == "/answerCallbackQuery")
  }

  @Test func `a withdrawal by another device says who it was, and takes the buttons away`() {
    var courier = Paper.telegram()
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    _ = courier.take(.outcome(.taken(handle: 500)), at: Paper.at(1))
    let edit = Paper.requests(courier.take(.withdrawal(Paper.withdrawal("water-aloe", 1)), at: Paper.at(60)))
      .first
    #expect(edit?.path == "/editMessageText")
    #expect(text(edit).hasSuffix("✓ bob-watch · 01:24"))
    #expect(buttons(edit).isEmpty)
  }

  @Test func `what nobody answered is deleted, and edited once that is forbidden`() {
    for (age, path) in [(60, "/deleteMessage"), (48 * 3600, "/editMessageReplyMarkup")] as [(Int64, String)] {
      var courier = Paper.telegram()
      _ = courier.take(.notification(Paper.note("water-aloe", 1, lasts: 200_000)), at: Paper.at(0))
      _ = courier.take(.outcome(.taken(handle: 500)), at: Paper.at(1))
      let gone = courier.take(
        .withdrawal(Paper.withdrawal("water-aloe", 1, .superseded, by: nil)), at: Paper.at(age))
      #expect(Paper.requests(gone).first?.path == path)
    }
  }

  @Test func `a slider is a row of buttons that edits itself, and is set by one more`() throws {
    var courier = Paper.telegram()
    let note = Paper.note("set-heater", 1, category: .setpointAdjust, control: Paper.slider())
    var shown = Paper.requests(courier.take(.notification(note), at: Paper.at(0))).first
    #expect(buttons(shown).map { $0.map(\.label) } == [["−−", "−", "14 °C", "+", "++"], ["✓ 14 °C"]])
    _ = courier.take(.outcome(.taken(handle: 500)), at: Paper.at(1))
    let more = try #require(buttons(shown).first?[3])
    _ = courier.take(press(more.data, at: 10), at: Paper.at(10))
    shown = Paper.requests(courier.take(.outcome(.taken()), at: Paper.at(10))).first
    #expect(shown?.path == "/editMessageText")
    #expect(buttons(shown).last?.map(\.label) == ["✓ 14.5 °C"])
    _ = courier.take(.outcome(.taken()), at: Paper.at(11))
    let set = try #require(buttons(shown).last?.first)
    let effects = courier.take(press(set.data, at: 20), at: Paper.at(20))
    let moves = effects.compactMap { if case .move(let message) = $0 { message } else { nil } }
    let move = try #require(moves.first)
    #expect(move.value == 14.5 && move.base == 7 && move.unit == "°C")
  }

  @Test func `a watering is one message that is edited in coarse steps, and ends`() {
    func step(_ seq: Int, _ event: ActivityMessage.Event, _ progress: Double) -> CourierEvent {
      let content = ActivityContent(emoji: "💧", title: "Watering", progress: progress)
      return .activity(
        ActivityMessage(
          aps: .init(
            timestamp: EpochSeconds(clamping: Paper.start + Int64(seq)), event: event, contentState: content,
            attributes: event == .start ? ActivityAttributes(name: "Aloe") : nil,
            alert: event == .start ? Alert(title: "Aloe") : nil),
          activity: .init(id: Paper.id(9), seq: seq)))
    }
    var courier = Paper.telegram()
    let first = Paper.requests(courier.take(step(1, .start, 0), at: Paper.at(0))).first
    #expect(text(first) == "Aloe\nWatering\n░░░░░░░░░░ 0 %")
    _ = courier.take(.outcome(.taken(handle: 500)), at: Paper.at(0))
    #expect(courier.take(step(2, .update, 0.05), at: Paper.at(6)).isEmpty)
    let edit = Paper.requests(courier.take(step(3, .update, 0.31), at: Paper.at(12))).first
    #expect(edit?.path == "/editMessageText" && text(edit).hasSuffix("▓▓▓░░░░░░░ 30 %"))
    _ = courier.take(.outcome(.taken()), at: Paper.at(12))
    #expect(Paper.requests(courier.take(step(4, .update, 0.5), at: Paper.at(13))).isEmpty)
    let end = Paper.requests(courier.take(step(5, .end, 1), at: Paper.at(14))).first
    #expect(text(end) == "Aloe\nWatering")
  }

  @Test func `nothing is sent before a service that asked for time may be asked again`() {
    var courier = Paper.telegram()
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    _ = courier.take(.outcome(.later(seconds: 40)), at: Paper.at(1))
    // Also not by another process.
    var reborn = Courier(Paper.device, .telegram, memory: courier.memory, calendar: Paper.calendar, seed: 3)
    #expect(reborn.take(.tick, at: Paper.at(40)).isEmpty)
    #expect(Paper.requests(reborn.take(.tick, at: Paper.at(43))).count == 1)
    #expect(reborn.memory.counted(.unsure) == 0)
  }

  @Test func `a chat that nobody has bound is sent nothing, and everything that still counts once it is`() {
    var courier = Courier(Paper.device, .telegram, calendar: Paper.calendar, seed: 1)
    #expect(Paper.requests(courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))).isEmpty)
    #expect(courier.standing(at: Paper.at(0)).waiting == 1 && !courier.isBound)
    #expect(Paper.requests(courier.take(.bound(chat: 5), at: Paper.at(9))).first?.path == "/sendMessage")
  }
}
