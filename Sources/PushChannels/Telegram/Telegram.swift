internal import GardenWords
internal import LoamKit

/// The Bot API: requests, and what its answers mean. Source: core.telegram.org/bots/api.
package enum Telegram {
  /// As many updates as this, and more may be waiting.
  package static let pollMax = 50

  /// Waits up to that long for what people write and press, from that update on.
  package static func poll(from offset: Int64, seconds: Int) -> ChannelRequest {
    ChannelRequest(
      .post, "/getUpdates",
      [
        "offset": .number(Double(offset)), "timeout": .number(Double(seconds)),
        "limit": .number(Double(pollMax)),
        "allowed_updates": ["message", "callback_query"],
      ])
  }

  /// A new message, or a change of one that is there.
  static func message(
    _ item: Item, in chat: Int64, _ words: Phrasebook, _ abilities: ChannelAbilities
  ) -> ChannelRequest {
    let text = Face.shortened(
      ([item.title] + Face.lines(item)).filter { !$0.isEmpty }.joined(separator: "\n"),
      toBytes: abilities.textBytesMax)
    var body: [String: JSON] = [
      "chat_id": .number(Double(chat)), "text": .text(text.isEmpty ? "…" : text),
      "reply_markup": ["inline_keyboard": .list(keyboard(item, words).map(JSON.list))],
    ]
    if let handle = item.handle {
      body["message_id"] = .number(Double(handle))
      return ChannelRequest(.post, "/editMessageText", .object(body))
    }
    body["disable_notification"] = .flag(!item.isLoud)
    return ChannelRequest(.post, "/sendMessage", .object(body))
  }

  /// Rows of buttons: the slider's own two, then the answers.
  private static func keyboard(_ item: Item, _ words: Phrasebook) -> [[JSON]] {
    guard item.fate == .open, let mark = item.marks.first else { return [] }
    func button(_ text: String, _ data: String) -> JSON {
      ["text": .text(text), "callback_data": .text("\(mark.word).\(data)")]
    }
    func button(_ text: String, _ key: Item.Slider.Key) -> JSON { button(text, key.rawValue) }
    var rows: [[JSON]] = []
    if let slider = item.slider {
      let isLong = (slider.max - slider.min) / slider.step > 20
      let amount = Face.amount(slider.chosen, slider, words)
      rows.append(
        (isLong ? [button("−−", .muchLess)] : [])
          + [
            button("−", .less), button(amount, .value),
            button("+", .more),
          ] + (isLong ? [button("++", .muchMore)] : []))
      rows.append([button("✓ \(amount)", .set)])
    }
    let answers = item.buttons.enumerated().map { button($1.title, "\($0)") }
    for start in stride(from: 0, to: answers.count, by: 2) {
      rows.append(Array(answers[start..<min(start + 2, answers.count)]))
    }
    return rows
  }

  package static func answer(_ query: String, _ text: String) -> ChannelRequest {
    ChannelRequest(
      .post, "/answerCallbackQuery",
      ["callback_query_id": .text(query), "text": .text(String(text.prefix(190)))])
  }

  static func deletion(of handle: Int64, in chat: Int64) -> ChannelRequest {
    ChannelRequest(
      .post, "/deleteMessage",
      ["chat_id": .number(Double(chat)), "message_id": .number(Double(handle))])
  }

  static func buttonsRemoved(from handle: Int64, in chat: Int64) -> ChannelRequest {
    ChannelRequest(
      .post, "/editMessageReplyMarkup",
      [
        "chat_id": .number(Double(chat)), "message_id": .number(Double(handle)),
        "reply_markup": ["inline_keyboard": []],
      ])
  }

  /// A few words in a chat, to one who has just been bound or was not.
  package static func words(_ text: String, in chat: Int64) -> ChannelRequest {
    ChannelRequest(.post, "/sendMessage", ["chat_id": .number(Double(chat)), "text": .text(text)])
  }

  /// What a bot is called, in the answer to `getMe`.
  package static func botName(in body: [UInt8]) -> String? {
    guard case .text(let name) = JSON(reading: body)["result"]?["username"],
      name.wholeMatch(of: /[A-Za-z0-9_]{1,64}/) != nil
    else { return nil }
    return name
  }

  /// What became of a request.
  package static func outcome(status: Int, body: [UInt8]) -> ChannelOutcome {
    let answer = JSON(reading: body)
    if status == 200 {
      if case .number(let id) = answer["result"]?["message_id"] { return .taken(handle: Int64(exactly: id)) }
      return .taken()
    }
    let words = if case .text(let text) = answer["description"] { text } else { "status \(status)" }
    switch status {
    case 429:
      guard case .number(let seconds) = answer["parameters"]?["retry_after"] else {
        return .later(seconds: 30)
      }
      return .later(seconds: Backoff.clamped(Int64(exactly: seconds.rounded(.up)) ?? .max))
    case 500...: return .failed("Telegram: \(words)")
    case 401, 404: return .unreachable("Telegram does not know the bot's token")
    case 400, 413, 422:
      if case .number(let chat) = answer["parameters"]?["migrate_to_chat_id"], let chat = Int64(exactly: chat)
      {
        return .moved(chat: chat)
      }
      if words.contains("chat not found") { return .unreachable("Telegram: \(words)") }
      if words.contains("to edit not found") { return .missing }
      let isMoot = ["message is not modified", "to delete not found", "query is too old"]
        .contains { words.contains($0) }
      return isMoot ? .moot : .refused("Telegram: \(words)")
    default: return .unreachable("Telegram: \(words)")
    }
  }
}

extension JSON {
  subscript(_ key: String) -> JSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }
}
