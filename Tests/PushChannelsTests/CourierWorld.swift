import LoamKit
import PushChannels
import GardenCore

/// A bridge, a disk, a service and a person, around a courier that may be killed at any step. Repeatable by its seed.
struct CourierWorld {
  /// What a matter is at the bridge.
  struct Matter {
    var note: NotificationMessage
    var isOpen = true
    /// Told to the device, and not acknowledged yet.
    var unheard = true
    var withdrawal: WithdrawMessage?
    var isWithdrawalUnheard = false
  }

  /// A message that stands at the service.
  struct Shown {
    var name: String
    var title: String
    /// Word and button of the presses that it offers.
    var presses: [String]
  }

  /// A press on its way to us. Of a bot: until its number is confirmed; of ntfy: from the remembered position on.
  struct Pressed {
    var number: Int64
    var text: String
    var at: Int64
  }

  let kind: ChannelKind
  var chance: SplitMix64
  var courier: Courier
  /// What is on the disk.
  var disk: CourierMemory
  var next: Int64 = 1
  var milliseconds = Paper.start * 1000
  var matters: [String: Matter] = [:]
  var numbers = 0
  var shown: [Int64: Shown] = [:]
  var handles: Int64 = 100
  var request: ChannelRequest?
  var updates: [Pressed] = []
  var commands: [ActionMessage] = []
  /// What the bridge did, by the command's id.
  var applied: [MessageID: ActionMessage] = [:]
  /// Commands that came of each press.
  var causes: [Int64: Set<String>] = [:]
  var presses: Int64 = 0
  var quietUntil: Int64 = 0
  var isFull = false
  /// What happened last is not on the disk.
  var isBehind = false
  var faults: [String] = []
  var phone = ApplePhone()

  init(_ kind: ChannelKind, seed: UInt64) {
    self.kind = kind
    chance = SplitMix64(seed: seed)
    disk = CourierMemory()
    disk.chat = 77
    courier = Courier(Paper.device, Self.address(kind), memory: disk, calendar: Paper.calendar, seed: seed)
    guard kind == .apns else { return }
    for use in [PushRegistration.Use.alerts, .background, .activityStart, .widget] { renew(use) }
  }

  static func address(_ kind: ChannelKind) -> ChannelAddress {
    switch kind {
    case .telegram: .telegram
    case .web: .web(page: "https://garden.example/")
    case .apns: ApnsTests.address
    default: .ntfy(with(Paper.ntfy) { $0.messagesPerDay = 100_000 })
    }
  }

  static func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var value = value
    change(&value)
    return value
  }

  var now: Moment {
    Moment(wall: Timestamp(milliseconds: milliseconds), uptime: Uptime(milliseconds: milliseconds))
  }

  mutating func rolls(_ percent: UInt64) -> Bool { chance.next() % 100 < percent }
  mutating func pick<Value>(_ values: [Value]) -> Value? {
    values.isEmpty ? nil : values[Int(chance.next() % UInt64(values.count))]
  }

  // MARK: The process

  /// The process is killed: what is not on the disk was never there.
  mutating func kill() {
    courier = Courier(
      Paper.device, Self.address(kind), memory: disk, calendar: Paper.calendar, seed: chance.next())
    phone.isIntroduced = false
    // A request that had left may still arrive.
    if let request, rolls(50) { _ = serve(request) }
    request = nil
    commands = []
    // That it was to wait may have been lost with it.
    quietUntil = 0
    isBehind = false
  }

  /// Hands over an event; dies before, between or after what follows, or has a disk that takes nothing, where faults are on.
  ///
  /// - Returns: whether it is on the disk.
  @discardableResult
  mutating func hand(_ event: CourierEvent, isFaulty: Bool, confirms number: Int64? = nil) -> Bool {
    let before = courier
    courier.handle(event, at: now)
    guard case .store(let memory, _) = courier.poll() else {
      faults.append("a turn did not begin with the disk")
      return false
    }
    if isFaulty, rolls(2) {
      kill()
      return false
    }
    if memory != nil || number != nil {
      // A disk that is full stays full for a while.
      isFull = isFaulty && rolls(isFull ? 60 : 3)
      if isFull {
        isBehind = true
        courier = before
        courier.handle(.notStored(event), at: now)
        return false
      }
    }
    if let number {
      let known = Set(disk.answers.map(\.id))
      causes[number, default: []].formUnion(courier.memory.answers.map(\.id).filter { !known.contains($0) })
    }
    if let memory {
      disk = memory
      isBehind = false
    }
    if courier.poll() != nil { faults.append("something left before the disk had answered") }
    courier.handle(.stored, at: now)
    if let number { next = max(next, number + 1) }
    while let effect = courier.poll() {
      if isFaulty, rolls(1) {
        kill()
        return true
      }
      switch effect {
      case .send(let request):
        if isBehind { faults.append("a request left although the disk had not taken what came before it") }
        if self.request != nil { faults.append("two requests at once") }
        self.request = request
      case .act(let action):
        commands.append(action)
        if action.exp.map({ $0 <= now.epoch }) ?? false { faults.append("an answer left after its expiry") }
      case .acknowledge(let id): hear(id)
      case .reply(let id, _): phone.registrations.removeAll { $0.id == id }
      case .move, .store: break
      }
    }
    return true
  }

  private mutating func hear(_ id: MessageID) {
    for key in matters.keys {
      if matters[key]?.note.note.id == id { matters[key]?.unheard = false }
      if matters[key]?.withdrawal?.id == id { matters[key]?.isWithdrawalUnheard = false }
    }
  }

  // MARK: The service

  /// The request arrives.
  mutating func serve(_ request: ChannelRequest) -> ChannelOutcome {
    if kind == .apns { return push(request) }
    guard case .object(let body) = JSON(reading: request.body) else { return takeAway(request) }
    if case .object(let said) = body["notification"] { return show(said) }
    let title: String
    if case .text(let text) = body["text"] ?? body["title"] {
      title = String(text.prefix { $0 != "\n" })
    } else {
      title = ""
    }
    switch request.path {
    case "/sendMessage":
      handles += 1
      shown[handles] = Shown(name: "", title: title, presses: data(body))
      return .taken(handle: handles)
    case "/editMessageText":
      guard case .number(let id) = body["message_id"], shown[Int64(id)] != nil else { return .missing }
      shown[Int64(id)] = Shown(name: "", title: title, presses: data(body))
      return .taken(handle: Int64(id))
    case "/deleteMessage", "/editMessageReplyMarkup":
      guard case .number(let id) = body["message_id"], shown.removeValue(forKey: Int64(id)) != nil else {
        return .moot
      }
      return .taken()
    case "/answerCallbackQuery": return .taken()
    default:
      guard case .text(let name) = body["sequence_id"] else { return .refused("no name") }
      for (id, message) in shown where message.name == name { shown[id] = nil }
      handles += 1
      shown[handles] = Shown(name: name, title: title, presses: data(body))
      return .taken(replaces: true)
    }
  }

  /// A browser shows one of each tag.
  private mutating func show(_ said: [String: JSON]) -> ChannelOutcome {
    guard case .text(let tag) = said["tag"], case .text(let title) = said["title"],
      case .object(let data) = said["data"]
    else { return .refused("no tag") }
    for (id, message) in shown where message.name == tag { shown[id] = nil }
    handles += 1
    var buttons = 0
    if case .list(let all) = data["buttons"] { buttons = all.count }
    shown[handles] = Shown(name: tag, title: title, presses: (0..<buttons).map { "\($0)" })
    return .taken()
  }

  private mutating func takeAway(_ request: ChannelRequest) -> ChannelOutcome {
    let name = request.path.split(separator: "/").last.map(String.init)
    for (id, message) in shown where message.name == name { shown[id] = nil }
    return .taken()
  }

  /// What its buttons carry.
  private func data(_ body: [String: JSON]) -> [String] {
    func texts(_ json: JSON?, _ key: String) -> [String] {
      switch json {
      case .list(let items): items.flatMap { texts($0, key) }
      case .object(let members): if case .text(let text) = members[key] { [text] } else { [] }
      default: []
      }
    }
    if case .object(let markup) = body["reply_markup"] {
      return texts(markup["inline_keyboard"], "callback_data")
    }
    return texts(body["actions"], "body")
  }
}
