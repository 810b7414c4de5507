import DeviceFamilies
import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes

/// What the broker is asked for, and whose message it is that comes.
struct Inbox {
  /// Who speaks.
  enum Sender {
    /// Our own status: a bridge.
    case bridge
    /// The broker, about accounts.
    case accounts
    case person
    /// A sensor, a valve, a thermostat; or Home Assistant.
    case device
  }

  private var devices: DeviceIntake
  private var contract: ContractIntake
  /// Where Home Assistant says that it has started.
  private var births: [MQTTSubscription]
  private var late = LateReports()
  /// Of our subscriptions those that the broker did not grant.
  private var refused: Set<String> = []
  /// Of our subscriptions those that the broker has not answered since the link came about.
  private var unanswered: Set<String> = []
  /// Of intakes that a reload replaced.
  private var former = (messages: UInt64(0), unrouted: UInt64(0))

  init(_ devices: DeviceIntake, _ contract: ContractIntake, births: [MQTTSubscription]) {
    self.devices = devices
    self.contract = contract
    self.births = births
  }

  var messages: UInt64 { former.messages &+ devices.messages }
  var unrouted: UInt64 { former.unrouted &+ devices.unrouted }
  /// When those that came too fast are tried again.
  var nextDeadline: Uptime? { late.due }

  func sender(of topic: Span<UInt8>) -> Sender {
    if contract.isStatus(topic) { return .bridge }
    if contract.isAnswer(topic) { return .accounts }
    return contract.owns(topic) ? .person : .device
  }

  // MARK: subscriptions

  /// With which a link begins.
  var status: MQTTSubscription { contract.status }

  /// All that the broker is asked for; first what tells whether another bridge is there.
  var subscriptions: [MQTTSubscription] { contract.subscriptions + devices.subscriptions + births }

  /// Without one of these what people answer is not heard.
  var trouble: BridgeStatus.Trouble? {
    contract.subscriptions.contains { refused.contains($0.filter) } ? .unheard : nil
  }

  mutating func linkCameAbout() { unanswered = Set(subscriptions.map(\.filter)) }

  /// `true`: it is news of what people say by.
  mutating func answered(
    _ filter: String, _ outcome: SubscribeOutcome, in garden: inout Garden, into effects: inout [Effect],
    _ log: inout HubLog, at now: Moment
  ) -> Bool {
    defer { tellIfLastAnswer(filter, &log) }
    switch outcome {
    case .granted:
      guard refused.remove(filter) != nil else { return false }
      log.notice("broker: grants the subscription \(filter) now")
    case .refused(let reason):
      guard refused.insert(filter).inserted else { return false }
      log.error("broker: refuses the subscription \(filter), reason \(reason): what comes there is not heard")
    }
    for event in devices.answers(under: filter, refused: refused) {
      garden.handle(event, at: now, into: &effects)
    }
    return contract.subscriptions.contains { $0.filter == filter }
  }

  /// From here on the broker hands over what is published; before, it may not yet have been asked.
  private mutating func tellIfLastAnswer(_ filter: String, _ log: inout HubLog) {
    guard unanswered.remove(filter) != nil, unanswered.isEmpty else { return }
    let count = subscriptions.count
    log.notice("broker: \(count - refused.count) of \(count) subscriptions granted")
  }

  /// Somebody may have changed the broker's rules: what it refused is asked for once more.
  mutating func takeRefused() -> [MQTTSubscription] {
    let wanted = subscriptions.filter { refused.contains($0.filter) }
    refused.formIntersection(wanted.map(\.filter))
    return wanted
  }

  /// Another config names other devices.
  ///
  /// - Parameter asked: what the broker was asked for before.
  /// - Returns: what it is to be asked for. Decoders begin anew: what they must know and the broker keeps (units, a root's state) comes again.
  mutating func adopt(
    _ wired: BridgeDevices, apart: TopicFilter?, births: [MQTTSubscription], asked: Set<String>
  ) -> [MQTTSubscription] {
    former = (messages, unrouted)
    refused.subtract(devices.subscriptions.map(\.filter))
    devices = DeviceIntake(wired, apart: apart)
    self.births = births
    return devices.subscriptions
      + (contract.subscriptions + births).filter { !asked.contains($0.filter) }
  }

  /// The garden knows other devices, or lets them do other things.
  mutating func forgetDoors() { contract.forgetDoors() }

  // MARK: devices

  mutating func hear(
    topic: Span<UInt8>, payload: Span<UInt8>, wasRetained: Bool, at now: Moment, in garden: inout Garden,
    into effects: inout [Effect]
  ) {
    let context = DecodeContext(
      arrival: now.wall, wasRetained: wasRetained, calendar: garden.calendar)
    devices.take(topic: topic, payload: payload, context: context) { event in
      if case .reading(let reading) = event {
        garden.take(reading, at: now, into: &effects)
      } else {
        let mark = effects.count
        garden.handle(event, at: now, into: &effects)
        if case .refused = event { Self.name(topic, payload, in: &effects, from: mark) }
      }
    }
  }

  /// Says in the log lines of a refusal which message it was: its topic, its size and how it begins.
  private static func name(
    _ topic: Span<UInt8>, _ payload: Span<UInt8>, in effects: inout [Effect], from mark: Int
  ) {
    for i in effects.indices where i >= mark {
      guard case .log(var line) = effects[i] else { continue }
      line.text += ", on \(shown(topic, upTo: 96)): \(payload.count) bytes"
      if !payload.isEmpty { line.text += ", \(shown(payload, upTo: 48))" }
      effects[i] = .log(line)
    }
  }

  /// Bytes of a stranger on one line.
  static func shown(_ bytes: Span<UInt8>, upTo length: Int) -> String {
    var copy: [UInt8] = []
    for i in 0..<min(bytes.count, length) { copy.append(bytes[i]) }
    let text = String(decoding: copy, as: UTF8.self)
    let visible = String(text.map { $0.isNewline || $0.unicodeScalars.contains { $0.value < 32 } ? " " : $0 })
    return bytes.count > length ? visible + "…" : visible
  }

  /// `nil`: the config has no such device any more.
  func publications(for command: ActuatorCommand, at now: Moment) -> [MQTTPublication]? {
    devices.driver(of: command.actuator)?.publications(for: command.action, at: now.wall)
  }

  /// What decoders want to be told.
  mutating func takeQuestions() -> [MQTTPublication] {
    defer { devices.questions.removeAll(keepingCapacity: true) }
    return devices.questions
  }

  // MARK: people

  /// Whether anything may come of it is asked before it is read: a flood of one costs all others next to nothing. `nil`: it is not read.
  mutating func read(
    topic: Span<UInt8>, payload: Span<UInt8>, wasRetained: Bool, in garden: inout Garden,
    _ tally: inout Tally, at now: Moment
  ) -> CommandDecoder.Result? {
    tally.commands += 1
    let door = door(of: topic, in: garden)
    if payload.isEmpty, door.kind?.isRetained == false {
      tally.count(.empty)
      return nil
    }
    guard garden.reads(door.mail(payload), of: door.device, at: now) else {
      late.put(door, topic: topic, payload: payload, wasRetained: wasRetained, at: now.uptime)
      return nil
    }
    late.drop(door)
    return contract.decode(topic: topic, payload: payload, wasRetained: wasRetained, at: now)
  }

  private mutating func door(of topic: Span<UInt8>, in garden: Garden) -> Door {
    contract.door(of: topic) ?? contract.open(topic, in: garden)
  }

  /// What a device says of itself waits until it is slower.
  mutating func putOff(
    topic: Span<UInt8>, payload: Span<UInt8>, wasRetained: Bool, in garden: Garden, at now: Moment
  ) {
    late.put(
      door(of: topic, in: garden), topic: topic, payload: payload, wasRetained: wasRetained, at: now.uptime)
  }

  mutating func takeLate(at now: Moment) -> [LateReports.Report] { late.takeDue(at: now.uptime) }

  /// What a device is told whose message has no id, and was the first one too many.
  func tooMany(from device: DeviceID, at now: Moment) -> Outgoing? {
    contract.tooMany(from: device, at: now)
  }
}
