import LoamKit
import MQTTTypes
import Testing

@testable import GardenCore
@testable import GardenTopics

/// The real garden between the real decoder and the real renderer: bytes of devices go in, bytes for devices come out.
struct Wire {
  var garden: Garden
  var renderer: Renderer
  private var decoder: CommandDecoder
  var now = House.now
  /// Everything since ``forget()``, in order.
  private(set) var sent: [MQTTPublication] = []
  private(set) var failures: [Undeliverable] = []
  private(set) var retained: [String: [UInt8]] = [:]
  /// What ``ask(_:_:from:)`` got last, as it leaves.
  private(set) var lastReply: [UInt8]?
  private var ids: UInt64 = 0

  init(_ plan: GardenPlan) throws {
    renderer = try #require(
      Renderer(
        base: "plants",
        site: SiteFacts(
          name: "kitchen", software: "1", timeZone: "UTC", language: "en", startedAt: House.now.wall),
        plan: plan))
    decoder = CommandDecoder(tree: renderer.tree)
    garden = Garden(
      plan: plan, memory: GardenMemory(), boot: BootID(UniqueID(high: 1, low: 1)), seed: 7, at: now)
    act { $0.start(at: $1, into: &$2) }
    send(.link(isUp: true))
  }

  mutating func act(_ body: (inout Garden, Moment, inout [Effect]) -> Void) {
    var effects: [Effect] = []
    body(&garden, now, &effects)
    var outgoing: [Outgoing] = []
    var events: [Event] = []
    for effect in effects {
      let failed = renderer.publications(for: effect, at: now, into: &outgoing)
      failures += failed
      guard case .activity(let step) = effect, step.kind == .start else { continue }
      for failure in failed {
        guard case .down(let device, .activity)? = renderer.tree.topic(failure.topic) else { continue }
        events.append(.tooSmall(device.text, document: step.snapshot.id))
      }
    }
    for item in outgoing {
      sent.append(item.publication)
      if item.publication.isRetained { retained[item.publication.topic] = item.publication.payload }
    }
    for event in events { send(event) }
  }

  mutating func send(_ event: Event) { act { $0.handle(event, at: $1, into: &$2) } }

  /// A device publishes; the document's id and time are filled in where `{id}` and `{now}` stand.
  @discardableResult
  mutating func publish(_ kind: String, from device: DeviceID, _ text: String) throws -> Ack {
    ids += 1
    let id = UniqueID(high: 0x0197_f0ac_2222_7333, low: 0x8444_5555_7777_0000 + ids).description
    let filled = text.split(separator: "{id}", omittingEmptySubsequences: false).joined(separator: id)
      .split(separator: "{now}", omittingEmptySubsequences: false)
      .joined(separator: "\(now.wall.seconds)")
    let before = sent.count
    switch decoder.decode(
      topic: "plants/v1/d/\(device)/up/\(kind)", payload: Array(filled.utf8), wasRetained: false, at: now)
    {
    case .event(let event): send(event)
    case .refusal(let refusal): sent.append(refusal.answer.publication)
    case let other: Issue.record("\(other)")
    }
    let topic = "plants/v1/d/\(device)/dn/ack"
    let ack = try #require(sent[before...].last { $0.topic == topic })
    return try DocumentCodec.decode(Ack.self, from: ack.payload)
  }

  /// A device asks; what it gets, on `dn/reply` or on `dn/ack`.
  mutating func ask(
    _ identifier: String, _ content: String = "{}", from device: DeviceID
  ) throws -> (reply: MessageReply?, ack: Ack?) {
    ids += 1
    let id = UniqueID(high: 0x0197_f0ac_2222_7333, low: 0x8444_5555_7777_0000 + ids).description
    let text = """
      {"v":1,"id":"\(id)","kind":"interactive","identifier":"\(identifier)","content":\(content),"ts":\(now.wall.seconds)}
      """
    let before = sent.count
    var reply: [UInt8]?
    switch decoder.decode(
      topic: "plants/v1/d/\(device)/up/msg", payload: Array(text.utf8), wasRetained: false, at: now)
    {
    case .question(let head, let question):
      var isAdmitted = false
      act { isAdmitted = $0.admits(head, about: question.plant?.text, at: $1, into: &$2) }
      guard isAdmitted, let place = renderer.replyPlace(of: device) else { break }
      do throws(DocumentError) {
        reply = try renderer.reply(to: head, question, from: garden, at: now, upTo: place.bytesMax)
      } catch {
        sent += renderer.refusal(of: head, error, at: now).map(\.publication)
      }
    case .refusal(let refusal): sent.append(refusal.answer.publication)
    case let other: Issue.record("\(other)")
    }
    lastReply = reply
    let ack = sent[before...].last { $0.topic == "plants/v1/d/\(device)/dn/ack" }
    return (
      try reply.map { try DocumentCodec.decode(MessageReply.self, from: $0) },
      try ack.map { try DocumentCodec.decode(Ack.self, from: $0.payload) }
    )
  }

  mutating func wait(_ duration: Duration) {
    let end = now.uptime + duration
    while now.uptime < end {
      let next = min(garden.nextDeadline(after: now) ?? end, end)
      let gap = next - now.uptime
      now = Moment(wall: now.wall + gap, uptime: next)
      send(.tick)
    }
  }

  /// A value every ten minutes, so that it counts.
  mutating func holds(_ value: Double, _ quantity: Quantity = .moisture, for minutes: Int, sensor: Int = 0) {
    for _ in 0..<(minutes / 10) {
      send(.reading(Reading(sensor: SensorIndex(sensor), quantity: quantity, value: value)))
      wait(.minutes(10))
    }
  }

  mutating func forget() {
    sent = []
    failures = []
  }

  /// All documents of that kind that a device was sent.
  func documents<D: Document>(_ type: D.Type, _ kind: String, to device: DeviceID) throws -> [D] {
    try sent.filter { $0.topic == "plants/v1/d/\(device)/dn/\(kind)" }.map {
      try DocumentCodec.decode(type, from: $0.payload)
    }
  }

  func notifications(to device: DeviceID) throws -> [NotificationMessage] {
    try documents(NotificationMessage.self, "notify", to: device)
  }

  /// `nil`: there is none, or it was emptied.
  func state<D: Document>(_ type: D.Type, _ topic: String) throws -> D? {
    guard let bytes = retained["plants/v1/state/\(topic)"], !bytes.isEmpty else { return nil }
    return try DocumentCodec.decode(type, from: bytes)
  }
}

extension Wire {
  /// A device of each role, one in each language; a plant with a valve that measures its water, a fern, and a greenhouse.
  static let plan = GardenPlan(
    sensors: ["basil-probe", "fern-probe", "air"].map { SensorPlan(id: $0) },
    plants: [
      PlantPlan(
        id: "basil", name: "Basil", shares: [SensorShare(sensor: SensorIndex(0))],
        watering: WateringPlan(
          valve: ActuatorIndex(0), duration: .minutes(3), durationMax: .minutes(3), litres: 1.5)),
      PlantPlan(id: "fern", name: "Fern", shares: [SensorShare(sensor: SensorIndex(1))]),
    ],
    places: [
      PlacePlan(
        id: "greenhouse", name: "Greenhouse", shares: [SensorShare(sensor: SensorIndex(2))],
        temperature: BandPlan(below: 12, deadband: 1, dwell: .minutes(10)), thermostat: ActuatorIndex(1))
    ],
    actuators: [
      ActuatorPlan(
        id: "bed", name: "Bed valve", kind: .valve(hasDeviceTimer: true),
        evidence: EvidencePlan(reportsFlow: true)),
      ActuatorPlan(id: "trv", name: "Heater", kind: .thermostat(range: 5...30, step: 0.5, line: nil)),
    ],
    people: [
      PersonPlan(
        id: "all", name: "All",
        devices: [
          DevicePlan(id: "operator", name: "Phone", role: .operator, language: "en"),
          DevicePlan(id: "tuner", name: "Phone", role: .tuner, language: "zh-Hans"),
          DevicePlan(id: "actor", name: "Watch", role: .actor, language: "en"),
          DevicePlan(id: "viewer", name: "Tablet", role: .viewer, language: "zh-Hant"),
          DevicePlan(id: "chinese", name: "Phone", role: .operator, language: "zh-Hans"),
          DevicePlan(id: "taiwanese", name: "Phone", role: .operator, language: "zh-Hant"),
        ])
    ])
  static let devices = plan.people.flatMap(\.devices)
}
