package import GardenCore
package import LoamKit
import MQTTTypes

/// Reads what devices send: size, JSON, version, fields, ids and the device of the topic are checked here, role,
/// repetition, time and meaning by the garden.
package struct CommandDecoder: Sendable, Hashable {
  /// What became of a message.
  package enum Result: Sendable, Hashable {
    case event(Event)
    /// To be looked up, not checked: it changes nothing.
    case question(CommandHead, MessageRequest.Question)
    /// An invited device says what its password is to be.
    case join(DeviceID, password: String)
    case refusal(Refused)
    case ignored(Ignored)
  }

  /// A message that cannot be acted on, and what its sender is told, if it is not told too often.
  package struct Refused: Sendable, Hashable {
    package var device: DeviceID { name.text }
    package var code: AckCode { error.code }
    var name: DeviceName
    var error: DocumentError
    var re: MessageID?
    var decoder: CommandDecoder
    var now: Moment

    /// Written when it is asked for: most are not, since their sender is too fast.
    package var answer: Outgoing {
      decoder.outgoing(
        Ack(
          re: re, code: error.code, ts: EpochSeconds(clamping: now.wall.seconds),
          message: Shortening.name(error.message, 120),
          field: error.pointer.isEmpty ? nil : Shortening.name(error.pointer, 64)), to: name, at: now)
    }
    /// In place of ``answer``: it was the first one too many.
    package var tooMany: Outgoing { decoder.tooMany(from: name, re: re, at: now) }
  }

  /// A message that is neither acted on nor answered: to be counted, and named in the log.
  package struct Ignored: Sendable, Hashable {
    package enum Reason: UInt8, Sendable, Hashable, CaseIterable {
      /// No topic of devices.
      case notOurs = 0
      /// An emptied topic, most often by ourselves.
      case empty
      /// A command that somebody retained: it would fire again at each start.
      case retained
      /// Unreadable, and of a kind that is never answered.
      case unreadable
      /// A device says that it could not show a notification.
      case notShown

      /// For documents.
      package var word: String {
        switch self {
        case .notOurs: "not_ours"
        case .empty: "empty"
        case .retained: "retained"
        case .unreadable: "unreadable"
        case .notShown: "not_shown"
        }
      }
    }
    package var reason: Reason
    package var device: DeviceID?
    /// English, for the log.
    package var text: String
    /// To be published, so that the retained command is gone.
    package var clearing: Outgoing?
    /// What the device says it could not show: it has it.
    package var receipt: UniqueID?
  }

  package let tree: TopicTree

  package init(tree: TopicTree) { self.tree = tree }

  /// Checks one message. Bytes beyond the largest document are not looked at.
  package func decode(
    topic: String, payload: some Collection<UInt8>, wasRetained: Bool, at now: Moment
  ) -> Result {
    guard case .up(let device, let kind)? = tree.topic(topic) else {
      return .ignored(Ignored(reason: .notOurs, text: "not a topic of devices"))
    }
    if payload.isEmpty, kind == .hello { return .event(.left(device.text)) }
    if payload.isEmpty, kind == .context { return .event(.context(device.text, nil)) }
    if payload.isEmpty, kind == .presence { return .event(.presence(device.text, nil)) }
    if payload.isEmpty {
      return .ignored(Ignored(reason: .empty, device: device.text, text: "\(kind.rawValue) emptied"))
    }
    if wasRetained, !kind.isRetained {
      let clearing = Outgoing(MQTTPublication(topic: topic, payload: [], isRetained: true))
      return .ignored(
        Ignored(
          reason: .retained, device: device.text, text: "a retained \(kind.rawValue) never acts; cleared",
          clearing: clearing))
    }
    do throws(DocumentError) {
      return try read(kind, from: device, payload, at: now)
    } catch {
      return refuse(error, kind, from: device, payload, at: now)
    }
  }

  private func read(
    _ kind: Topic.Up, from device: DeviceName, _ payload: some Collection<UInt8>, at now: Moment
  ) throws(DocumentError) -> Result {
    switch kind {
    case .hello: .event(try hello(DocumentCodec.decode(Hello.self, from: payload), device))
    case .presence: .event(try presence(DocumentCodec.decode(Presence.self, from: payload), device))
    case .context: try .event(context(DocumentCodec.decode(AppContext.self, from: payload), device))
    case .action:
      .event(.command(try command(DocumentCodec.decode(ActionMessage.self, from: payload), device)))
    case .set: .event(.command(try command(DocumentCodec.decode(SetMessage.self, from: payload), device)))
    case .activity:
      .event(.command(try command(DocumentCodec.decode(ActivityFeedback.self, from: payload), device)))
    case .ack: try shown(DocumentCodec.decode(Ack.self, from: payload), device)
    case .msg: try question(DocumentCodec.decode(MessageRequest.self, from: payload), device)
    case .send:
      .event(.command(try command(DocumentCodec.decode(MessageToDevice.self, from: payload), device)))
    case .part:
      .event(
        .command(try command(DocumentCodec.decode(BlobPartMessage.self, from: payload), device, at: now)))
    // It goes to loam-push alone, and nobody subscribes to it here.
    case .push: .ignored(Ignored(reason: .notOurs, device: device.text, text: "not for the bridge"))
    case .account:
      .event(.command(try command(DocumentCodec.decode(AccountMessage.self, from: payload), device)))
    case .join:
      .join(device.text, password: try DocumentCodec.decode(JoinMessage.self, from: payload).password)
    }
  }

  private func refuse(
    _ error: DocumentError, _ kind: Topic.Up, from device: DeviceName, _ payload: some Collection<UInt8>,
    at now: Moment
  ) -> Result {
    // An ack is never answered: two sides could go on refusing each other for ever.
    if kind == .ack {
      return .ignored(Ignored(reason: .unreadable, device: device.text, text: "ack refused: \(error)"))
    }
    let id = kind.isRetained || kind == .join ? nil : DocumentCodec.messageID(in: payload)
    return .refusal(Refused(name: device, error: error, re: id, decoder: self, now: now))
  }

  /// Its message was the first one too many.
  package func tooMany(from device: DeviceName, re id: MessageID? = nil, at now: Moment) -> Outgoing {
    outgoing(
      Ack(re: id, code: .rateLimited, ts: EpochSeconds(clamping: now.wall.seconds)), to: device, at: now)
  }

  fileprivate func outgoing(_ ack: Ack, to device: DeviceName, at now: Moment) -> Outgoing {
    let publication = MQTTPublication(
      topic: tree.text(.down(device, .ack)), payload: (try? DocumentCodec.encode(ack.dated(at: now))) ?? [],
      expirySeconds: 86_400)
    return Outgoing(publication, Handling(device.text, .ack, isDurable: false), expires: now.wall + .days(1))
  }

  private func hello(_ hello: Hello, _ device: DeviceName) throws(DocumentError) -> Event {
    guard hello.device == device else {
      throw DocumentError(.forbidden, at: "/device", "not the device of the topic")
    }
    guard hello.protocol ?? ProtocolVersion.number == ProtocolVersion.number else {
      throw DocumentError(.unsupportedVersion, at: "/protocol", "only version 1 is spoken here")
    }
    return .hello(
      device.text,
      DeviceProfile(
        locale: hello.locale, packetBytesMax: hello.maxPacket,
        abilities: hello.caps.map(DeviceAbilities.init(words:)), actionsMax: hello.actionsMax,
        timeZone: hello.tz, kind: hello.kind.map(Self.kind)))
  }

  private static func kind(_ kind: Hello.Kind) -> DeviceKind {
    switch kind {
    case .phone: .phone
    case .watch: .watch
    case .tag: .tag
    case .display: .display
    case .dashboard: .dashboard
    case .speaker: .speaker
    case .other: .other
    }
  }

  private func presence(_ presence: Presence, _ device: DeviceName) throws(DocumentError) -> Event {
    .presence(
      device.text,
      PresenceReport(
        isOnline: presence.online, isInFront: presence.foreground,
        session: try uniqueID(presence.session, at: "/session"),
        every: presence.everyS.map { .seconds(Int64($0)) }))
  }

  private func context(_ context: AppContext, _ device: DeviceName) -> Event {
    .context(
      device.text,
      AppReport(
        revision: context.rev, at: time(context.ts),
        content: String(decoding: context.content.bytes, as: UTF8.self)))
  }

  private func shown(_ ack: Ack, _ device: DeviceName) throws(DocumentError) -> Result {
    guard let re = ack.re else { throw DocumentError(.missingField, at: "/re", "required from a device") }
    guard ack.ok else {
      return .ignored(
        Ignored(
          reason: .notShown, device: device.text, text: "\(re) not shown: \(ack.code.rawValue)",
          receipt: try uniqueID(re, at: "/re")))
    }
    return .event(.shown(device.text, note: try uniqueID(re, at: "/re")))
  }
}

/// From messages to commands.
extension CommandDecoder {
  private func command(_ action: ActionMessage, _ device: DeviceName) throws(DocumentError) -> Command {
    guard BuiltInCategories.plan(of: action.category) != nil else {
      throw DocumentError(.unknownAction, at: "/category", "no such category")
    }
    guard BuiltInCategories.has(action.action, in: action.category) else {
      throw DocumentError(.unknownAction, at: "/action", "not an action of the category")
    }
    let head = CommandHead(
      id: try uniqueID(action.id, at: "/id"), device: device.text, at: time(action.at),
      expires: action.exp.map(time))
    let plant = action.plant?.text ?? ""
    switch action.action {
    case .waterStart:
      return .water(
        head, plant: plant, duration: action.value.map { .seconds(Int64($0)) }, litres: action.litres,
        note: try note(of: action))
    case .waterStop: return .stop(head, plant: plant)
    case .countdownStart:
      return .countdown(head, plant: action.plant?.text, duration: .seconds(Int64(action.value ?? 0)))
    case .countdownStop: return .stopCountdown(head, plant: action.plant?.text)
    case .waterStopAll: return .stopAll(head)
    case .waterHold: return .hold(head, valve: action.valve?.text ?? "")
    case .waterRelease: return .release(head, valve: action.valve?.text)
    // As good as a tap: on a note that is no alarm any more it counts as no watering.
    case .troubleSeen: return .answer(head, plant: plant, note: try note(of: action), .opened)
    default:
      guard let answer = Answer.allCases.first(where: { "\($0.identifier)" == action.action.text }) else {
        throw DocumentError(.unknownAction, at: "/action", "no such action")
      }
      return .answer(head, plant: plant, note: try note(of: action), answer)
    }
  }

  private func note(of action: ActionMessage) throws(DocumentError) -> UniqueID? {
    guard let note = action.note else { return nil }
    return try uniqueID(note, at: "/note")
  }

  private func command(_ set: SetMessage, _ device: DeviceName) throws(DocumentError) -> Command {
    let head = CommandHead(
      id: try uniqueID(set.id, at: "/id"), device: device.text, at: time(set.at), expires: set.exp.map(time))
    return .move(head, control: set.control.text, value: set.value, unit: set.unit, base: set.base)
  }

  private func command(_ feedback: ActivityFeedback, _ device: DeviceName) throws(DocumentError) -> Command {
    let head = CommandHead(
      id: try uniqueID(feedback.id, at: "/id"), device: device.text, at: time(feedback.ts))
    return .hideActivity(head, activity: try uniqueID(feedback.activity, at: "/activity"))
  }

  private func question(_ message: MessageRequest, _ device: DeviceName) throws(DocumentError) -> Result {
    let head = CommandHead(
      id: try uniqueID(message.id, at: "/id"), device: device.text, at: time(message.ts),
      expires: message.exp.map(time))
    return .question(head, message.content)
  }

  func time(_ moment: EpochSeconds) -> Timestamp { Timestamp(seconds: moment.seconds) }

  func uniqueID(_ id: MessageID, at pointer: String) throws(DocumentError) -> UniqueID {
    guard let id = UniqueID(id.text) else { throw DocumentError(.badID, at: pointer, "not a UUID") }
    return id
  }
}

extension HistoryQuestion {
  /// The words of the contract are those of the core; a test knows that there is no other.
  package init(_ request: HistoryRequest) {
    self.init(
      plant: request.plant.text,
      quantity: Self.quantities.first { "\($0.name)" == request.quantity } ?? .moisture,
      from: Timestamp(seconds: request.from.seconds), to: Timestamp(seconds: request.to.seconds),
      points: request.points ?? Self.pointsUsual)
  }

  /// The same for a table.
  package init(_ request: HistoryFileRequest) {
    self.init(
      HistoryRequest(
        plant: request.plant, quantity: request.quantity, from: request.from, to: request.to,
        points: request.points ?? HistoryFileRequest.pointsMax))
  }
}
