internal import LoamKit

/// Something that happened in a chat with the bot.
package struct TelegramUpdate: Sendable, Hashable {
  package enum Matter: Sendable, Hashable {
    /// A button: what it carries, the query that wants an answer, and the message with the moment of its writing.
    case press(data: String, query: String, message: Int64?, written: Int64?)
    case text(String)
    /// Of no interest.
    case other
  }

  package var id: Int64
  package var chat: Int64?
  package var matter: Matter

  /// The word of the rendering, and which of its buttons.
  package static func parts(_ data: String) -> (word: String, button: String)? {
    let parts = data.split(separator: ".", maxSplits: 1)
    return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
  }

  /// `/start CODE`, as a link or a person writes it.
  package static func code(in text: String) -> String? {
    let parts = text.split(separator: " ")
    guard parts.count == 2, parts[0] == "/start" || parts[0].hasPrefix("/start@"), parts[1].utf8.count <= 64
    else { return nil }
    return String(parts[1])
  }

  /// Those in the answer to a poll, in their order; `nil`: it is none.
  package static func all(in body: [UInt8]) -> [TelegramUpdate]? {
    let answer = JSON(reading: body)
    guard case .list(let items) = answer["result"] else { return skipped(body) }
    return items.compactMap(update)
  }

  private static func update(_ item: JSON) -> TelegramUpdate? {
    guard let id = item.whole("update_id") else { return nil }
    if let press = item["callback_query"], case .text(let query) = press["id"] {
      let message = press["message"]
      let data = if case .text(let data) = press["data"] { data } else { "" }
      let written = [message?.whole("edit_date"), message?.whole("date")].compactMap(\.self).max()
      return TelegramUpdate(
        id: id, chat: message?["chat"]?.whole("id"),
        matter: .press(data: data, query: query, message: message?.whole("message_id"), written: written))
    }
    guard let message = item["message"], case .text(let text) = message["text"] else {
      return TelegramUpdate(id: id, chat: item["message"]?["chat"]?.whole("id"), matter: .other)
    }
    return TelegramUpdate(id: id, chat: message["chat"]?.whole("id"), matter: .text(text))
  }

  /// One update that cannot be read must not stand in the way of all that follow: their numbers are enough to go past them.
  private static func skipped(_ body: [UInt8]) -> [TelegramUpdate]? {
    let text = String(decoding: body, as: UTF8.self)
    let ids = text.matches(of: /"update_id"\s*:\s*([0-9]{1,15})/).compactMap { Int64($0.1) }
    return ids.isEmpty ? nil : ids.map { TelegramUpdate(id: $0, chat: nil, matter: .other) }
  }
}

extension JSON {
  fileprivate func whole(_ key: String) -> Int64? {
    if case .number(let number) = self[key] { Int64(exactly: number) } else { nil }
  }
}
