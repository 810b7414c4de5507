import LoamKit
import PushChannels
import GardenCore

/// Documents and moments that the tests are written with.
enum Paper {
  static let start: Int64 = 1_795_220_607
  static let device: DeviceName = token("anna-phone")

  static func id(_ number: Int) -> MessageID {
    MessageID(at: EpochSeconds(clamping: start), UInt64(number), UInt64(number))
  }
  static func at(_ seconds: Int64) -> Moment {
    Moment(wall: Timestamp(seconds: start + seconds), uptime: Uptime(milliseconds: seconds * 1000))
  }
  static let calendar = SiteCalendar(
    rules: [SiteCalendar.Rule(start: Timestamp(seconds: 0), offsetSeconds: 3600)])

  static let context = DeviceContext(
    rev: 1, ts: EpochSeconds(clamping: start),
    content: .init(role: .actor, language: "en", temperatureUnit: .celsius))

  static func note(
    _ key: String, _ number: Int, rev: Int = 1, title: String = "Aloe", loud: Bool = true, from: Int64 = 0,
    lasts: Int64 = 86_400, category: CategoryName = .wateringReminder, plant: String = "aloe",
    actions: [ActionName]? = nil, control: Slider? = nil, water: WaterQuestion? = nil
  ) -> NotificationMessage {
    let dates = PlantDates(
      id: token(plant), name: title, lastDate: EpochSeconds(clamping: start - 86_400),
      nextDate: EpochSeconds(clamping: start))
    return NotificationMessage(
      aps: .init(
        alert: Alert(title: title, subtitle: "Needs watering", body: "Soil moisture 18%, limit 30%."),
        category: category, threadID: plant, sound: loud ? "default" : nil, interruptionLevel: .active),
      note: .init(
        id: id(number), key: token(key), rev: rev, ts: EpochSeconds(clamping: start + from),
        exp: EpochSeconds(clamping: start + from + lasts), actions: actions),
      plant: dates, control: control, water: water)
  }

  static func withdrawal(
    _ key: String, _ number: Int, _ reason: WithdrawMessage.Reason = .done, by: String? = "bob-watch",
    at: Int64 = 10
  ) -> WithdrawMessage {
    WithdrawMessage(
      id: id(number * 10_000_000 + 1_000_000 + Int(at)), note: id(number), key: token(key), reason: reason,
      by: by.map(token), ts: EpochSeconds(clamping: start + at))
  }

  static func slider(value: Double = 14) -> Slider {
    Slider(
      id: token("heater-setpoint"), title: "Temperature", unit: "°C", range: 5...25,
      step: 0.5, value: value, rev: 7, topic: "plants/v1/d/anna-phone/up/set",
      until: EpochSeconds(clamping: start + 80_000))
  }

  static let ntfy = ChannelAddress.Topic(
    server: "https://ntfy.example", topic: "garden_9f2", answerTopic: "answers_77c", messagesPerDay: 250,
    movesWater: false, key: Array(0..<32))

  /// A courier for a chat that is bound.
  static func telegram(seed: UInt64 = 1) -> Courier {
    var memory = CourierMemory()
    memory.chat = 77
    return Courier(device, .telegram, memory: memory, calendar: Paper.calendar, seed: seed)
  }

  static func requests(_ effects: [CourierEffect]) -> [ChannelRequest] {
    effects.compactMap { if case .send(let request) = $0 { request } else { nil } }
  }
  static func actions(_ effects: [CourierEffect]) -> [ActionMessage] {
    effects.compactMap { if case .act(let message) = $0 { message } else { nil } }
  }
  static func json(_ request: ChannelRequest?) -> JSON { JSON(reading: request?.body ?? []) }

  static func token<Form>(_ text: String) -> Token<Form> {
    guard let token = Token<Form>(text) else { preconditionFailure("'\(text)' has not the form") }
    return token
  }
}

extension Courier {
  /// A whole turn, whose memory the disk takes: what follows.
  mutating func take(_ event: CourierEvent, at now: Moment) -> [CourierEffect] {
    handle(event, at: now)
    _ = poll()
    handle(.stored, at: now)
    var effects: [CourierEffect] = []
    while let effect = poll() { effects.append(effect) }
    return effects
  }
}
