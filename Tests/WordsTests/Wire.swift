import Bridge
import BridgeConfig
import DeviceFamilies
import GardenCore
import GardenTopics
import GardenWords
import LoamKit
import MQTTTypes
import Testing

@testable import Hub

/// From the bytes of a device to the bytes of a notification, through the real config, decoders, garden and renderer. Only broker,
/// disk and clock are missing: the time is what the scene says.
struct Wire {
  private(set) var now: Moment
  private(set) var garden: Garden
  private var devices: DeviceIntake
  private var contract: ContractIntake
  private var renderer: Renderer
  private var effects: [Effect] = []
  private var dice = SplitMix64(seed: 10)
  /// What left: topic, payload, and when.
  private(set) var sent: [(topic: String, payload: [UInt8], at: Timestamp)] = []
  /// What the owner finds in the log.
  private(set) var log: [String] = []

  /// Sunday, 22 November 2026, 09:00 in Berlin.
  static let start = Timestamp(seconds: 1_795_334_400)
  /// A phone for each language.
  static let readers = Dictionary(
    uniqueKeysWithValues: Languages.tags.map { ($0, "\($0.lowercased())-phone") })

  init(_ config: String, perDay: Int = 100) throws {
    let phones = Self.readers.map { "\($1): {role: operator, language: \($0)}" }.sorted()
      .joined(separator: "\n      ")
    let people = """

      people:
        anna:
          name: Anna
          notifications_per_day: \(perDay)
          devices:
            anna-phone: {role: operator, language: en}
            \(phones)
      site:
        time_zone: Europe/Berlin
      """
    let settings = try ConfigFile.read(
      text: config + people, fileName: "words.yaml", environment: [:], readSecret: { _ in .success("") }
    ).get()
    now = Moment(wall: Self.start, uptime: Uptime(milliseconds: 100_000), isWallTrusted: true)
    garden = Garden(
      plan: Calendars.host.plan(of: settings, at: now), memory: GardenMemory(), boot: Startup.boot(), seed: 7,
      at: now)
    devices = DeviceIntake(try BridgeDevices(of: settings))
    renderer = try Startup.renderer(for: settings, plan: garden.plan, memory: garden.memory, .host, at: now)
    contract = ContractIntake(tree: renderer.tree)
    garden.start(at: now, into: &effects)
    handle(.link(isUp: true))
  }

  /// A device publishes.
  mutating func hear(_ topic: String, _ payload: String) {
    let context = DecodeContext(
      arrival: now.wall, wasRetained: false, calendar: garden.plan.site.calendar)
    var events: [Event] = []
    devices.take(topic: topic.utf8Span.span, payload: payload.utf8Span.span, context: context) {
      events.append($0)
    }
    for event in events { handle(event) }
  }

  /// The broker refuses a subscription.
  mutating func refuse(_ filter: String) {
    for event in devices.answers(under: filter, refused: [filter]) { handle(event) }
  }

  /// A person's phone sends a command; `rest` are its own keys.
  mutating func act(_ action: String, _ rest: String = "", as device: String = "anna-phone") throws {
    let answers = ["water_done", "water_later", "water_tomorrow"]
    let category = answers.contains(action) ? "WATERING_REMINDER" : "WATERING_CONTROL"
    publish("action", #""action":"\#(action)","category":"\#(category)"\#(rest)"#, as: device)
  }

  /// A person's phone moves a slider.
  mutating func move(_ control: String, to celsius: Double) {
    publish("set", #""control":"\#(control)","value":\#(celsius),"unit":"°C""#, as: "anna-phone")
  }

  private mutating func publish(_ kind: String, _ fields: String, as device: String) {
    let id = UniqueID(at: now.wall, random: &dice).description
    let payload = #"{"v":1,"id":"\#(id)","at":\#(now.wall.seconds),\#(fields)}"#
    let result = contract.decode(
      topic: "plants/v1/d/\(device)/up/\(kind)".utf8Span.span, payload: payload.utf8Span.span,
      wasRetained: false,
      at: now)
    guard case .event(let event) = result else {
      Issue.record("\(fields) was refused")
      return
    }
    handle(event)
  }

  mutating func stopBySignal() { handle(.emergencyStop) }

  /// Time passes; what is due meanwhile happens at its moment.
  mutating func pass(_ length: Duration) {
    let end = now.uptime + length
    while now.uptime < end {
      let due = garden.nextDeadline(after: now) ?? end
      step(to: min(max(due, now.uptime + .milliseconds(1)), end))
      handle(.tick)
    }
  }

  /// Time passes while a device says the same each `every`.
  mutating func hold(
    _ topic: String, _ payload: String, for length: Duration, every pause: Duration = .minutes(5)
  ) {
    let end = now.uptime + length
    while now.uptime < end {
      hear(topic, payload)
      pass(min(pause, end - now.uptime))
    }
  }

  private mutating func step(to uptime: Uptime) {
    let length = uptime - now.uptime
    now = Moment(wall: now.wall + length, uptime: uptime, isWallTrusted: true)
  }

  private mutating func handle(_ event: Event) {
    garden.handle(event, at: now, into: &effects)
    for effect in effects {
      if case .log(let line) = effect { log.append("\(line.subject): \(line.text)") }
      var outgoing: [Outgoing] = []
      let failures = renderer.publications(for: effect, at: now, into: &outgoing)
      #expect(failures.isEmpty, "\(failures)")
      sent += outgoing.map { ($0.publication.topic, $0.publication.payload, now.wall) }
    }
    effects.removeAll(keepingCapacity: true)
  }

  /// The words that reached that device, in order.
  func alerts(to device: String) throws -> [(category: String, alert: Alert)] {
    try sent.compactMap { topic, payload, _ in
      if topic.hasSuffix("/d/\(device)/dn/notify") {
        let message = try DocumentCodec.decode(NotificationMessage.self, from: payload)
        return (message.aps.category.text, message.aps.alert)
      }
      guard topic.hasSuffix("/d/\(device)/dn/activity") else { return nil }
      let message = try DocumentCodec.decode(ActivityMessage.self, from: payload)
      return message.aps.alert.map { ("activity", $0) }
    }
  }
}
