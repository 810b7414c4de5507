import LoamKit
import PushChannels
import Testing
import GardenCore

/// ntfy, with answers that cross a server which anybody may write to, and webhooks.
@Suite struct OtherChannelTests {
  private func ntfy(_ change: (inout ChannelAddress.Topic) -> Void = { _ in }) -> Courier {
    var address = Paper.ntfy
    change(&address)
    return Courier(Paper.device, .ntfy(address), calendar: Paper.calendar, seed: 1)
  }

  private func body(_ request: ChannelRequest?) -> [String: JSON] {
    if case .object(let body) = Paper.json(request) { body } else { [:] }
  }

  /// What a phone would post when a button is pressed.
  private func sealed(_ request: ChannelRequest?, _ number: Int) -> String {
    guard case .list(let actions) = body(request)["actions"], actions.indices.contains(number),
      case .object(let action) = actions[number], case .text(let text) = action["body"]
    else { return "" }
    return text
  }

  private func line(_ message: String, _ id: String, at seconds: Int64) -> CourierEvent {
    let json: JSON = [
      "id": .text(id), "time": .number(Double(Paper.start + seconds)), "event": "message",
      "topic": "answers_77c", "message": .text(message),
    ]
    return NtfyLine(json.bytes).map(CourierEvent.line) ?? .tick
  }

  @Test func `three buttons at most, each with a sealed answer for the topic that only we read`() {
    var courier = ntfy { $0.movesWater = true }
    let offer = Paper.note("water-aloe", 1, category: .wateringOffer, water: WaterQuestion(seconds: 180))
    let request = Paper.requests(courier.take(.notification(offer), at: Paper.at(0))).first
    #expect(request?.verb == .post && request?.path == "")
    #expect(body(request)["topic"] == "garden_9f2" && body(request)["sequence_id"] == "water-aloe")
    guard case .list(let actions) = body(request)["actions"] else {
      Issue.record("no actions")
      return
    }
    #expect(actions.count == 3)
    #expect(sealed(request, 0) != sealed(request, 1))
  }

  @Test func `a sealed answer acts once; forged, replayed and late ones act nowhere and are counted`() {
    var courier = ntfy()
    let request = Paper.requests(courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0)))
      .first
    _ = courier.take(.outcome(.taken(replaces: true)), at: Paper.at(1))
    let later = sealed(request, 1)
    #expect(
      Paper.actions(courier.take(line(later, "a1", at: 5), at: Paper.at(5))).map(\.action) == [.waterLater])
    #expect(Paper.actions(courier.take(line(later, "a2", at: 6), at: Paper.at(6))).isEmpty)
    let parts = later.split(separator: ".")
    for forged in [
      "\(parts[0]).0.\(parts[2]).\(parts[3])", "\(parts[0]).1.\(Paper.start + 999_999).\(parts[3])",
      "open the valve",
      String(later.dropLast()) + "x", "",
    ] {
      #expect(Paper.actions(courier.take(line(forged, "a3", at: 7), at: Paper.at(7))).isEmpty)
    }
    #expect(Paper.actions(courier.take(line(sealed(request, 0), "a4", at: 8), at: Paper.at(90_000))).isEmpty)
    #expect(courier.memory.counted(.replayed) == 1)
    #expect(courier.memory.counted(.forged) == 5)
    #expect(courier.memory.counted(.expired) >= 1)
    #expect(courier.memory.position == "a4")
  }

  @Test func `an answer for another device, or sealed with another key, is forged`() {
    let seal = Seal(device: "anna-phone", word: "w", button: "0", expires: 9)
    let text = seal.text(sealedWith: [1, 2, 3])
    #expect(Seal(text, for: "anna-phone", sealedWith: [1, 2, 3]) == seal)
    #expect(Seal(text, for: "bob-phone", sealedWith: [1, 2, 3]) == nil)
    #expect(Seal(text, for: "anna-phone", sealedWith: [1, 2, 4]) == nil)
  }

  @Test func `without an answer topic there are no buttons, and the bridge is told so`() {
    var courier = ntfy { $0.answerTopic = nil }
    #expect(courier.abilities.caps == ["notify", "activity"])
    let request = Paper.requests(courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0)))
      .first
    #expect(body(request)["actions"] == nil)
  }

  @Test func `what moves water is offered on ntfy only where the config says so`() {
    let offer = Paper.note(
      "water-aloe", 1, category: .wateringOffer, actions: [.waterStart, .waterLater],
      water: WaterQuestion(seconds: 180))
    for mayMove in [false, true] {
      var courier = ntfy { $0.movesWater = mayMove }
      let request = Paper.requests(courier.take(.notification(offer), at: Paper.at(0))).first
      guard case .list(let actions) = body(request)["actions"] else {
        Issue.record("no actions")
        return
      }
      #expect(actions.count == (mayMove ? 2 : 1))
    }
  }

  @Test func `a server that replaces nothing is sent no corrections, which would only ring again`() {
    var courier = ntfy()
    _ = courier.take(.notification(Paper.note("water-digest", 1)), at: Paper.at(0))
    _ = courier.take(.outcome(.taken(replaces: false)), at: Paper.at(1))
    let corrected = Paper.note("water-digest", 1, rev: 2, title: "Fern", loud: false)
    #expect(Paper.requests(courier.take(.notification(corrected), at: Paper.at(2))).isEmpty)
    #expect(courier.memory.counted(.spared) == 1)
    let loud = Paper.note("water-digest", 1, rev: 3)
    #expect(Paper.requests(courier.take(.notification(loud), at: Paper.at(3))).count == 1)
  }

  @Test
  func `near the end of a day's messages corrections are left out, and at its end all but alarms waits`()
    throws
  {
    var courier = ntfy { $0.messagesPerDay = 5 }
    for number in 1...4 {
      _ = courier.take(.notification(Paper.note("k\(number)", number)), at: Paper.at(Int64(number)))
      _ = courier.take(.outcome(.taken(replaces: true)), at: Paper.at(Int64(number)))
    }
    #expect(courier.left(at: Paper.at(5)) == 1)
    let silent = Paper.note("k1", 1, rev: 2, loud: false)
    #expect(Paper.requests(courier.take(.notification(silent), at: Paper.at(5))).isEmpty)
    #expect(Paper.requests(courier.take(.notification(Paper.note("k5", 5)), at: Paper.at(6))).count == 1)
    _ = courier.take(.outcome(.taken(replaces: true)), at: Paper.at(6))
    #expect(courier.left(at: Paper.at(7)) == 0)
    let note = Paper.note("k6", 6, lasts: 200_000)
    #expect(Paper.requests(courier.take(.notification(note), at: Paper.at(7))).isEmpty)
    var alarm = Paper.note("k7", 7, title: "Bed valve")
    alarm.aps.interruptionLevel = .timeSensitive
    #expect(Paper.requests(courier.take(.notification(alarm), at: Paper.at(7))).count == 1)
    _ = courier.take(.outcome(.taken(replaces: true)), at: Paper.at(7))
    let midnight = try #require(courier.nextDeadline(after: Paper.at(7)))
    #expect(midnight.milliseconds % 86_400_000 == 0)
    let next = courier.take(.tick, at: Moment(wall: midnight, uptime: Uptime(milliseconds: 0)))
    #expect(Paper.requests(next).count == 1)
  }

  @Test func `a webhook's template takes every text, whatever is in it`() {
    let template =
      #"{"msg_type":"text","content":{"text":"{title}\n{subtitle}\n{body}","of":"{plant}/{key}"}}"#
    var courier = Courier(Paper.device, .webhook(template: template), calendar: Paper.calendar, seed: 1)
    let note = Paper.note("water-aloe", 1, title: "Aloe \"{key}\"\n\\")
    let request = Paper.requests(courier.take(.notification(note), at: Paper.at(0))).first
    guard case .object(let content) = body(request)["content"] else {
      Issue.record("no JSON: \(String(decoding: request?.body ?? [], as: UTF8.self))")
      return
    }
    #expect(content["text"] == .text("Aloe \"{key}\"\n\\\nNeeds watering\nSoil moisture 18%, limit 30%."))
    #expect(content["of"] == .text("Aloe \"{key}\"\n\\/water-aloe"))
    _ = courier.take(.outcome(.taken()), at: Paper.at(1))
    #expect(
      Paper.requests(courier.take(.withdrawal(Paper.withdrawal("water-aloe", 1)), at: Paper.at(2))).isEmpty)
    #expect(courier.memory.items.isEmpty)
  }

  @Test func `what services answer is understood`() {
    func telegram(_ status: Int, _ body: String) -> ChannelOutcome {
      Telegram.outcome(status: status, body: Array(body.utf8))
    }
    #expect(telegram(200, #"{"ok":true,"result":{"message_id":12}}"#) == .taken(handle: 12))
    #expect(telegram(200, #"{"ok":true,"result":true}"#) == .taken())
    #expect(telegram(429, #"{"ok":false,"parameters":{"retry_after":7}}"#) == .later(seconds: 7))
    #expect(telegram(400, #"{"ok":false,"description":"Bad Request: message is not modified"}"#) == .moot)
    #expect(telegram(502, "<html>") == .failed("Telegram: status 502"))
    let limit = Ntfy.outcome(.post, status: 429, body: Array(#"{"code":42908}"#.utf8), retryAfter: nil)
    #expect(limit == .later(seconds: 3600))
    #expect(Ntfy.outcome(.delete, status: 404, body: [], retryAfter: nil) == .moot)
    #expect(
      Ntfy.outcome(.post, status: 200, body: Array(#"{"id":"x"}"#.utf8), retryAfter: nil)
        == .taken(replaces: false))
    #expect(telegram(429, #"{"ok":false,"parameters":{"retry_after":1e300}}"#) == .later(seconds: 900))
    #expect(
      telegram(400, #"{"ok":false,"description":"x","parameters":{"migrate_to_chat_id":-1009}}"#)
        == .moved(chat: -1009))
    #expect(
      telegram(400, #"{"ok":false,"description":"Bad Request: chat not found"}"#)
        == .unreachable("Telegram: Bad Request: chat not found"))
  }

  @Test func `only what the service has read and refused is over for good; all else is tried again`() {
    for status in [400, 413, 422, 302, 403, 404, 408] {
      let isForGood = [400, 413, 422].contains(status)
      let outcomes = [
        Telegram.outcome(status: status, body: []),
        Ntfy.outcome(.post, status: status, body: [], retryAfter: nil),
        Webhook.outcome(status: status, retryAfter: nil),
      ]
      for outcome in outcomes {
        let isRefused = if case .refused = outcome { true } else { false }
        let isTriedAgain = if case .unreachable = outcome { true } else { false }
        #expect(isRefused == isForGood && isTriedAgain != isForGood, "\(status): \(outcome)")
      }
    }
  }

  @Test func `who listens comes back later each time, never at once, and not before the service allows it`() {
    var chance = SplitMix64(seed: 1)
    for failures in 1...20 {
      let bound: Int64 = min(60_000, 1_000 << Int64(min(failures, 6)))
      let waits = (0..<50).map { _ in
        Backoff.milliseconds(untilListeningAfter: failures, asked: nil, &chance)
      }
      #expect(waits.allSatisfy { $0 >= bound / 2 && $0 < bound * 3 / 2 } && Set(waits).count > 40)
    }
    #expect(Backoff.milliseconds(untilListeningAfter: 1, asked: 300, &chance) == 300_000)
    #expect(Backoff.milliseconds(untilListeningAfter: 1, asked: .max, &chance) == 900_000)
  }

  @Test func `after a refusal the buttons are new ones, which act, and it stands there what became of it`()
    throws
  {
    var courier = ntfy()
    var shown = Paper.requests(courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0)))
      .first
    _ = courier.take(.outcome(.taken(replaces: true)), at: Paper.at(1))
    let first = sealed(shown, 0)
    let action = try #require(Paper.actions(courier.take(line(first, "a1", at: 5), at: Paper.at(5))).first)
    let ack = Ack(re: action.id, code: .busy, ts: EpochSeconds(clamping: Paper.start + 6))
    shown = Paper.requests(courier.take(.ack(ack), at: Paper.at(6))).first
    guard case .text(let text) = body(shown)["message"] else {
      Issue.record("nothing is shown")
      return
    }
    #expect(text.contains("✗") && sealed(shown, 0) != first)
    _ = courier.take(.outcome(.taken(replaces: true)), at: Paper.at(7))
    #expect(Paper.actions(courier.take(line(sealed(shown, 0), "a2", at: 8), at: Paper.at(8))).count == 1)
  }

  @Test func `an answer that came to nobody in its time says so where it was given`() {
    var courier = ntfy { $0.movesWater = true }
    let offer = Paper.note("water-aloe", 1, category: .wateringOffer, water: WaterQuestion(seconds: 180))
    var shown = Paper.requests(courier.take(.notification(offer), at: Paper.at(0))).first
    _ = courier.take(.outcome(.taken(replaces: true)), at: Paper.at(1))
    let first = sealed(shown, 0)
    #expect(Paper.actions(courier.take(line(first, "a1", at: 5), at: Paper.at(5))).count == 1)
    shown = Paper.requests(courier.take(.tick, at: Paper.at(66))).first
    guard case .text(let text) = body(shown)["message"] else {
      Issue.record("nothing is shown")
      return
    }
    #expect(text.contains("✗") && sealed(shown, 0) != first)
    #expect(courier.memory.answers.isEmpty)
  }

  @Test func `a webhook message that may have come twice is counted`() {
    var courier = Courier(
      Paper.device, .webhook(template: #"{"t":"{title}"}"#), calendar: Paper.calendar, seed: 1)
    _ = courier.take(.notification(Paper.note("water-aloe", 1)), at: Paper.at(0))
    _ = courier.take(.outcome(.failed("lost")), at: Paper.at(1))
    #expect(Paper.requests(courier.take(.tick, at: Paper.at(60))).count == 1)
    #expect(courier.memory.counted(.unsure) == 1)
  }

  @Test func `updates are read, and one that cannot be read does not stop those after it`() {
    let body = #"""
      {"ok":true,"result":[{"update_id":5,"message":{"message_id":1,"date":9,"chat":{"id":-77},"text":"/start abc"}},
      {"update_id":6,"callback_query":{"id":"99","data":"w.0","message":{"message_id":3,"date":7,"edit_date":8,"chat":{"id":77}}}}]}
      """#
    let updates = TelegramUpdate.all(in: Array(body.utf8))
    #expect(updates?.map(\.id) == [5, 6] && updates?.map(\.chat) == [-77, 77])
    #expect(updates?.last?.matter == .press(data: "w.0", query: "99", message: 3, written: 8))
    #expect(TelegramUpdate.code(in: "/start abc") == "abc" && TelegramUpdate.code(in: "hello") == nil)
    let broken = TelegramUpdate.all(in: Array(#"{"ok":true,"result":[{"update_id":7,"a":1,"a":2}]}"#.utf8))
    #expect(broken?.map(\.id) == [7] && broken?.first?.matter == .other)
    #expect(TelegramUpdate.all(in: Array("<html>".utf8)) == nil)
  }
}
