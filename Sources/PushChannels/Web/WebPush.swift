internal import Cryptography
internal import LoamKit

internal import struct GardenCore.Moment

/// Messages to a browser, and what its push service's answers mean. Source: RFC 8030.
///
/// What the browser reads is a declarative message too (Push API, Declarative Web Push): an iPhone shows it without asking the page's
/// worker. Elsewhere the worker adds the buttons, which stand in `data`.
package enum WebPush {
  /// Services may hold less (RFC 8030 §5.2); none holds more than four weeks.
  private static let holdsSecondsMax: Int64 = 28 * 86_400
  /// A text shorter than that says nothing any more.
  static let textBytesMin = 40

  /// What is shown, on whose page, and how many reminders are open.
  struct Shown {
    var item: Item
    var page: String
    var device: DeviceName
    var open: Int
  }

  static func message(_ shown: Shown, buttonsMax: Int, textBytesMax: Int, at now: Moment) -> ChannelRequest {
    let item = shown.item
    var text = Face.shortened(Face.lines(item).joined(separator: "\n"), toBytes: textBytesMax)
    var body = declared(shown, text, isSilent: !item.isLoud, answers(item, buttonsMax, at: now))
    while body.count > PushCipher.textBytesMax, text.utf8.count > textBytesMin {
      let less = text.utf8.count - (body.count - PushCipher.textBytesMax)
      text = Face.shortened(text, toBytes: max(textBytesMin, less))
      body = declared(shown, text, isSilent: !item.isLoud, answers(item, buttonsMax, at: now))
    }
    return request(item, body, at: now)
  }

  /// In the place of what is over. Each message must show something, so it says what became of it, and makes no sound.
  static func closing(_ shown: Shown, _ words: String, at now: Moment) -> ChannelRequest {
    var over = shown
    (over.item.fate, over.item.isLoud) = (.closed, false)
    let text = Face.shortened(shown.item.result ?? words, toBytes: 400)
    return request(over.item, declared(over, text, isSilent: true, ["over": true]), at: now)
  }

  private static func declared(
    _ shown: Shown, _ text: String, isSilent: Bool, _ more: [String: JSON]
  ) -> [UInt8] {
    let item = shown.item
    let data: [String: JSON] = ["device": .text(shown.device.text), "key": .text(item.key)]
    return JSON.object([
      "web_push": .number(8030), "app_badge": .number(Double(shown.open)),
      "notification": [
        "title": .text(Face.shortened(item.title.isEmpty ? "Loam" : item.title, toBytes: 200)),
        "body": .text(text), "tag": .text(item.key), "silent": .flag(isSilent),
        "navigate": .text("\(shown.page)#/reminder/\(item.key)"), "data": .object(data.merging(more) { $1 }),
      ],
    ]).bytes
  }

  /// What the worker answers with; see the page's `worker/answer.js`.
  private static func answers(_ item: Item, _ buttonsMax: Int, at now: Moment) -> [String: JSON] {
    guard item.fate == .open else { return ["over": true] }
    guard item.matter == .reminder, let mark = item.marks.first else { return [:] }
    let buttons = mark.buttons.prefix(buttonsMax).map { button in
      var shown: [String: JSON] = [
        "action": .text(button.action), "title": .text(button.title),
        "holds": .number(Double(item.expiry(of: button.action, at: now.wall.seconds) - now.wall.seconds)),
      ]
      if button.action == ActionName.waterStart.text {
        shown["value"] = mark.seconds.map { .number(Double($0)) }
        shown["litres"] = mark.litres.map(JSON.number)
      }
      return JSON.object(shown)
    }
    var answers: [String: JSON] = [
      "note": .text(item.note), "rev": .number(Double(mark.rev)), "category": .text(mark.category),
      "until": .number(Double(item.expires)), "buttons": .list(buttons),
    ]
    answers["plant"] = mark.plant.map(JSON.text)
    return answers
  }

  private static func request(_ item: Item, _ body: [UInt8], at now: Moment) -> ChannelRequest {
    var request = ChannelRequest(.post, "")
    request.body = body
    let holds = min(max(item.expires - now.wall.seconds, 60), holdsSecondsMax)
    let urgency = item.fate == .open && item.isUrgent ? "high" : item.isLoud ? "normal" : "low"
    request.headers = [
      "content-type": "application/octet-stream", "content-encoding": "aes128gcm", "ttl": "\(holds)",
      "urgency": urgency, "topic": topic(of: item.key),
    ]
    return request
  }

  /// Of one topic only the newest message waits at the service, as of one tag only the newest is shown. 32 letters at most (RFC 8030 §5.4).
  static func topic(of key: String) -> String {
    String(Base64URL.text(SHA256Sum.bytes(of: Array(key.utf8))).prefix(32))
  }

  /// What became of a request. Only 404 and 410 say that the subscription is gone, whatever else the answer says.
  package static func outcome(status: Int, retryAfter: Int64?) -> ChannelOutcome {
    let words = "the push service answers with status \(status)"
    return switch status {
    case 200..<300: .taken()
    case 404, 410: .gone(since: nil)
    case 413: .tooLong(words)
    case 429: .later(seconds: retryAfter ?? 60)
    case 500...: retryAfter.map { .later(seconds: $0) } ?? .failed(words)
    case 400: .refused(words)
    case 401, 403: .unreachable("the push service does not accept our key (status \(status))")
    default: .unreachable(words)
    }
  }
}
