internal import LoamKit

/// An ntfy server: requests, and what its answers mean. Source: ntfy, docs/publish.md and docs/subscribe/api.md.
package enum Ntfy {
  /// A message by its name: the same name again takes its place, on servers from 2.16 on.
  static func message(
    _ item: Item, _ ntfy: ChannelAddress.Topic, _ device: DeviceName, _ abilities: ChannelAbilities
  ) -> ChannelRequest {
    let text = Face.shortened(Face.lines(item).joined(separator: "\n"), toBytes: abilities.textBytesMax)
    // 5 rings through quiet modes, 3 is the usual, 2 and 1 make no sound.
    let priority = item.isUrgent && item.isLoud ? 5 : item.isLoud ? 3 : item.sent == 0 ? 2 : 1
    var body: [String: JSON] = [
      "topic": .text(ntfy.topic), "title": .text(Face.shortened(item.title, toBytes: 200)),
      "message": .text(text.isEmpty ? item.title : text), "priority": .number(Double(priority)),
      "sequence_id": .text(name(of: item)),
    ]
    if item.fate == .open, let answerTopic = ntfy.answerTopic, let mark = item.marks.first,
      !item.buttons.isEmpty
    {
      body["actions"] = .list(
        item.buttons.prefix(abilities.buttonsMax).enumerated().map { number, button in
          [
            "action": "http", "label": .text(button.title), "method": "POST", "clear": true,
            "url": .text("\(ntfy.server)/\(answerTopic)"),
            "body": .text(
              Seal(device: device.text, word: mark.word, button: "\(number)", expires: item.expires)
                .text(sealedWith: ntfy.key)),
          ]
        })
    }
    return ChannelRequest(.post, "", .object(body))
  }

  static func deletion(of item: Item, _ ntfy: ChannelAddress.Topic) -> ChannelRequest {
    ChannelRequest(.delete, "/\(ntfy.topic)/\(name(of: item))")
  }

  /// Keys and ids have the form that names of messages have.
  private static func name(of item: Item) -> String { item.key }

  /// What is said on the answer topic after that message, or from that second on; a line of JSON each.
  package static func listening(_ ntfy: ChannelAddress.Topic, since position: String) -> ChannelRequest? {
    ntfy.answerTopic.map { ChannelRequest(.get, "/\($0)/json?since=\(position)") }
  }

  package static func outcome(
    _ verb: ChannelRequest.Verb, status: Int, body: [UInt8], retryAfter: Int64?
  ) -> ChannelOutcome {
    let answer = JSON(reading: body)
    let words = if case .text(let text) = answer["error"] { text } else { "status \(status)" }
    switch status {
    case 200..<300:
      return verb == .post ? .taken(replaces: answer["sequence_id"] != nil) : .taken()
    case 404 where verb == .delete, 405 where verb == .delete: return .moot
    case 429:
      // 42908: no messages are left for the day.
      let isDaily = if case .number(42908) = answer["code"] { true } else { false }
      return .later(seconds: retryAfter ?? (isDaily ? 3600 : 60))
    case 400, 413, 422: return .refused("ntfy: \(words)")
    case 500...: return .failed("ntfy: \(words)")
    default: return .unreachable("ntfy: \(words)")
    }
  }
}

/// A line of a topic that is listened to.
package struct NtfyLine: Sendable, Hashable {
  package var id: String
  /// By the server's clock; seconds since 1970.
  package var time: Int64
  package var message: String

  /// `nil`: a keepalive, or none of ntfy's.
  package init?(_ bytes: [UInt8]) {
    let line = JSON(reading: bytes)
    guard case .text("message") = line["event"], case .text(let id) = line["id"],
      case .number(let time) = line["time"], let seconds = Int64(exactly: time), seconds >= 0,
      id.utf8.count <= 64,
      id.wholeMatch(of: /[A-Za-z0-9]+/) != nil
    else { return nil }
    self.id = id
    self.time = seconds
    message = if case .text(let text) = line["message"] { text } else { "" }
  }
}
