internal import LoamKit

/// One way out, to whatever takes a JSON text by HTTP.
package enum Webhook {
  static func message(_ item: Item, _ template: String, _ abilities: ChannelAbilities) -> ChannelRequest {
    let values = [
      "title": item.title, "subtitle": item.subtitle,
      "body": Face.shortened(
        Face.lines(item).dropFirst(item.subtitle.isEmpty ? 0 : 1).joined(separator: "\n"),
        toBytes: abilities.textBytesMax),
      "plant": item.plantName ?? "", "key": item.key,
    ]
    var request = ChannelRequest(.post, "")
    request.body = Array(filled(template, values).utf8)
    return request
  }

  /// In one pass, so that a plant called `{key}` stays what it is.
  static func filled(_ template: String, _ values: [String: String]) -> String {
    template.replacing(/\{([a-z_]+)\}/) { match in
      guard let value = values[String(match.1)] else { return String(match.0) }
      return String(decoding: JSON.text(value).bytes.dropFirst().dropLast(), as: UTF8.self)
    }
  }

  package static func outcome(status: Int, retryAfter: Int64?) -> ChannelOutcome {
    switch status {
    case 200..<300: .taken()
    case 429: .later(seconds: retryAfter ?? 60)
    case 503: retryAfter.map { .later(seconds: $0) } ?? .failed("the webhook answers with status 503")
    case 500...: .failed("the webhook answers with status \(status)")
    case 400, 413, 422: .refused("the webhook answers with status \(status)")
    default: .unreachable("the webhook answers with status \(status)")
    }
  }
}
