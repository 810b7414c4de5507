internal import LoamKit

internal import struct GardenCore.Moment

/// Apple's push service: requests, and what its answers mean. Source: Apple, "Sending notification requests to APNs", "Handling
/// notification responses from APNs", "Starting and updating Live Activities with ActivityKit push notifications".
package enum Apns {
  package static let production = "https://api.push.apple.com"
  package static let development = "https://api.sandbox.push.apple.com"
  /// The system wakes an app only so often, and reloads widgets; more is thrown away there.
  static let signalMilliseconds: Int64 = 20 * 60_000

  /// The header `apns-push-type`, and with it what the topic ends in.
  private enum PushType: String {
    case alert, background, liveactivity, widgets

    var suffix: String {
      switch self {
      case .alert, .background: ""
      case .liveactivity, .widgets: ".push-type.\(rawValue)"
      }
    }
  }

  /// What an item needs next.
  enum Plan: Sendable, Hashable {
    case alert(PushTokens.Entry)
    /// The app is woken to take it away.
    case withdrawal(PushTokens.Entry)
    case start(PushTokens.Entry)
    case update(PushTokens.Entry)

    var entry: PushTokens.Entry {
      switch self {
      case .alert(let entry), .withdrawal(let entry), .start(let entry), .update(let entry): entry
      }
    }
  }

  /// `nil`: the app has handed over nothing by which it could be sent.
  static func plan(_ item: Item, _ tokens: PushTokens) -> Plan? {
    switch item.matter {
    case .reminder, .trial:
      if item.fate == .open { return tokens.entry(.alerts).map(Plan.alert) }
      return tokens.entry(.background).map(Plan.withdrawal)
    case .run:
      if let entry = tokens.entry(.activity, activity: item.note) { return .update(entry) }
      // A start that may have arrived is not sent again: nobody could end the second one.
      guard item.fate == .open, item.begun == 0, item.opening != nil else { return nil }
      return tokens.entry(.activityStart).map(Plan.start)
    }
  }

  static func request(
    _ plan: Plan, _ item: Item, _ apns: ChannelAddress.App, id: String, at now: Moment
  ) -> ChannelRequest? {
    switch plan {
    case .alert(let entry):
      guard let payload = alert(item) else { return nil }
      return request(
        .alert, entry, apns, id, priority: item.isLoud || item.isUrgent ? 10 : 5, until: item.expires,
        collapsing: item.key, payload)
    case .withdrawal(let entry):
      let payload: JSON = [
        "aps": ["content-available": 1], "withdraw": ["key": .text(item.key), "note": .text(item.note)],
      ]
      return request(.background, entry, apns, id, priority: 5, until: now.wall.seconds + 86_400, payload)
    case .start(let entry), .update(let entry):
      let isStart = plan == .start(entry)
      guard let (payload, event, rings) = step(item, isStart: isStart, at: now) else { return nil }
      let seconds: Int64 = event == .start ? 60 : event == .end ? ActivityLifecycle.afterEnd : 300
      return request(
        .liveactivity, entry, apns, id, priority: event == .update && !rings ? 5 : 10,
        until: now.wall.seconds + seconds,
        payload)
    }
  }

  /// Widgets are drawn anew, or the app looks for itself.
  static func signal(
    _ entry: PushTokens.Entry, _ apns: ChannelAddress.App, id: String, at now: Moment
  ) -> ChannelRequest {
    let isWidget = entry.use == .widget
    return request(
      isWidget ? .widgets : .background, entry, apns, id, priority: 5, until: now.wall.seconds + 3600,
      ["aps": isWidget ? ["content-changed": true] : ["content-available": 1]])
  }

  private static func request(
    _ type: PushType, _ entry: PushTokens.Entry, _ apns: ChannelAddress.App, _ id: String, priority: Int,
    until: Int64, collapsing key: String? = nil, _ payload: JSON
  ) -> ChannelRequest {
    let server = apns.server ?? (entry.isDevelopment ? development : production)
    var request = ChannelRequest(.post, "\(server)/3/device/\(entry.token)", payload)
    request.headers = [
      "apns-id": id, "apns-topic": apns.app + type.suffix, "apns-push-type": type.rawValue,
      "apns-priority": "\(priority)", "apns-expiration": "\(max(0, until))",
    ]
    request.headers["apns-collapse-id"] = key
    return request
  }

  // MARK: Payloads

  /// The document of the bridge is the payload.
  private static func alert(_ item: Item) -> JSON? {
    if let document = item.document { return JSON(reading: Array(document.utf8)) }
    guard item.category.isEmpty else { return nil }
    return [
      "aps": ["alert": ["title": .text(item.title), "body": .text(item.body)], "sound": "default"]
    ]
  }

  /// The step's number in time: it rises whatever the clocks do.
  static func stamp(_ item: Item, at now: Moment) -> Int64 {
    let said = item.document.flatMap(message)
    // The bridge's clock is not set: only what lies between its times is true.
    let own = said?.activity.clock == .unset ? now.wall.seconds : said?.aps.timestamp.seconds
    return max(own ?? now.wall.seconds, (item.stamp ?? 0) + 1)
  }

  static func message(_ text: String) -> ActivityMessage? {
    try? DocumentCodec.decode(ActivityMessage.self, from: text.utf8)
  }

  private static func step(
    _ item: Item, isStart: Bool, at now: Moment
  ) -> (payload: JSON, event: ActivityMessage.Event, rings: Bool)? {
    guard let text = item.document, let said = message(text) else { return nil }
    var aps = said.aps
    // A step of its own rings: water runs, or it ended otherwise than meant. What failed has an alarm beside it.
    if aps.event == .start || said.activity.end == .failed { aps.alert = nil }
    let stamp = stamp(item, at: now)
    let shift = stamp - aps.timestamp.seconds
    aps.timestamp = EpochSeconds(clamping: stamp)
    aps.staleDate = aps.staleDate?.advanced(by: shift)
    aps.dismissalDate = aps.dismissalDate?.advanced(by: shift)
    if isStart {
      guard let opening = item.opening.flatMap(message)?.aps else { return nil }
      aps.event = .start
      (aps.attributes, aps.attributesType, aps.alert) = (
        opening.attributes, opening.attributesType, aps.alert ?? opening.alert
      )
    } else {
      if aps.event == .start { aps.event = .update }
      (aps.attributes, aps.attributesType) = (nil, nil)
    }
    if item.fate != .open, aps.event != .end {
      aps.event = .end
      aps.dismissalDate = aps.timestamp
    }
    guard case .object(var members) = aps.json else { return nil }
    if isStart, case .object(var attributes) = members["attributes"] {
      // By it the app says whose token it registers.
      attributes["id"] = .text(item.note)
      members["attributes"] = .object(attributes)
      members["input-push-token"] = 1
    }
    return (.object(["aps": .object(members)]), aps.event, aps.alert != nil)
  }

  // MARK: Answers

  /// What became of a request. The status decides, and the reason within it.
  package static func outcome(status: Int, body: [UInt8], retryAfter: Int64?) -> ChannelOutcome {
    let answer = JSON(reading: body)
    let reason = if case .text(let text) = answer["reason"] { text } else { "status \(status)" }
    switch (status, reason) {
    case (200, _): return .taken()
    case (410, _):
      let lost =
        if case .number(let time) = answer["timestamp"] { Int64(exactly: time) } else { nil as Int64? }
      return .gone(since: lost)
    case (400, "BadDeviceToken"), (400, "DeviceTokenNotForTopic"): return .gone(since: nil)
    case (429, "TooManyProviderTokenUpdates"):
      return .later(seconds: retryAfter ?? ProviderToken.restSeconds)
    case (429, _): return .later(seconds: retryAfter ?? 60)
    case (400, _), (404, _), (405, _), (413, _): return .refused("APNs: \(reason)")
    case (503, _):
      return retryAfter.map { .later(seconds: $0) } ?? .unreachable("APNs: \(reason)")
    // An answer says that nothing was taken.
    default: return .unreachable("APNs: \(reason)")
    }
  }

  /// Whether another provider token may help: this one is too old, or was made while the clock was wrong.
  package static func refusesToken(status: Int, body: [UInt8]) -> Bool {
    status == 403
      && ["ExpiredProviderToken", "InvalidProviderToken"].contains(JSON(reading: body)["reason"])
  }
}
