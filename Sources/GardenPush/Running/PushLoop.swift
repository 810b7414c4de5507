internal import HostSystem
package import LoamKit
package import Logging
internal import PushChannels
package import GardenCore

/// Where every event meets its courier, one after the other: the courier decides, the store remembers, then the effects follow.
package actor PushLoop {
  /// A device, and what it is reached with.
  struct Line {
    var courier: Courier
    let client: LoamClient
    let service: Service
    /// Whom it is for, where a device has several.
    var browser: PushBrowser?
    /// Another one for each registration: what became of an earlier one's request does not concern it.
    var seat = 0
  }

  var lines: [LineName: Line] = [:]
  /// Devices whose browsers come and go.
  var rooms: [DeviceName: BrowserRoom] = [:]
  var seats = 0
  let store: PushStore
  private let web: ServiceClient
  let log: Logger
  let calendar: SiteCalendar
  let answer: @Sendable (Ack, DeviceName) async -> Void
  let show: @Sendable (ChannelsState) async -> Void
  var shown: [ChannelsState.Channel] = []
  var showing: Task<Void, Never>?
  /// The person and the name of each device.
  let owners: [DeviceName: (person: String, name: String)]
  /// Channels of which others are just being told.
  var telling: Set<LineName> = []
  var rate = RegistrationRate()
  /// Registrations beyond it.
  package internal(set) var floods = 0
  private var timer: Task<Void, Never>?
  /// When what the disk did not take is tried again.
  private var retryAt: Timestamp?

  /// - Parameters:
  ///   - owners: whom the devices belong to, and what people call them.
  ///   - answer: brings a registration's answer to its device.
  ///   - show: shows everybody how the channels stand.
  package init(
    store: PushStore, web: ServiceClient, calendar: SiteCalendar, log: Logger,
    owners: [DeviceName: (person: String, name: String)] = [:],
    answer: @escaping @Sendable (Ack, DeviceName) async -> Void,
    show: @escaping @Sendable (ChannelsState) async -> Void
  ) {
    self.owners = owners
    self.show = show
    self.answer = answer
    self.store = store
    self.web = web
    self.calendar = calendar
    self.log = log
  }

  func add(_ line: Line) { lines[LineName(line.courier.device)] = line }

  /// Goes on with what an earlier life of the process left.
  func begin() {
    retryAt = nil
    for name in lines.keys { _ = take(.tick, for: name) }
    // Also where nothing has happened yet, as with a channel without a browser.
    tellAll()
  }

  func end() {
    timer?.cancel()
    showing?.cancel()
    (lines, rooms) = ([:], [:])
  }

  // MARK: Events

  func hear(_ message: ClientMessage, for device: DeviceName) {
    if message.topic == .down(device, .context), message.payload.isEmpty, rooms[device] != nil {
      // Without a bridge that says so, a broker has only lost its word.
      return client(of: device)?.status?.online == true ? dismiss(device) : ()
    }
    guard let event = event(message) else { return }
    rooms[device]?.hear(event)
    // All of a device's browsers have it before the bridge is told so.
    let names = names(of: device)
    var isKept = !names.isEmpty
    for name in names where isKept {
      isKept = take(event, for: name, acknowledging: name == names.last) && isReachable(name)
    }
    // The bridge repeats what it was not told to be safe.
    if !isKept, let id = event.awaited { client(of: device)?.handOverAgain(id) }
  }

  private func isReachable(_ name: LineName) -> Bool { lines[name]?.courier.isReachable == true }

  func names(of device: DeviceName) -> [LineName] { lines.keys.filter { $0.device == device } }

  private func client(of device: DeviceName) -> LoamClient? {
    rooms[device]?.client ?? lines[LineName(device)]?.client
  }

  private func event(_ message: ClientMessage) -> CourierEvent? {
    if message.payload.isEmpty {
      if case .down(_, .context) = message.topic { return .retired }
      return nil
    }
    do throws(DocumentError) {
      switch message.topic {
      case .down(_, .notify):
        return .notification(try DocumentCodec.decode(NotificationMessage.self, from: message.payload))
      case .down(_, .withdraw):
        return .withdrawal(try DocumentCodec.decode(WithdrawMessage.self, from: message.payload))
      case .down(_, .activity):
        return .activity(try DocumentCodec.decode(ActivityMessage.self, from: message.payload))
      case .down(_, .ack): return .ack(try DocumentCodec.decode(Ack.self, from: message.payload))
      case .down(_, .context):
        return .context(try DocumentCodec.decode(DeviceContext.self, from: message.payload))
      case .category:
        return .category(try DocumentCodec.decode(NotificationCategory.self, from: message.payload))
      case .activity: return .run(try DocumentCodec.decode(ActivityState.self, from: message.payload))
      case .glance: return .glance(try DocumentCodec.decode(GlanceState.self, from: message.payload).rev)
      case .control: return .control(try DocumentCodec.decode(ControlState.self, from: message.payload))
      default: return nil
      }
    } catch {
      log.warning("a document of the bridge could not be read: \(error)")
      return nil
    }
  }

  /// The devices of a bot whose chat it is.
  func devices(in chat: Int64, among devices: [DeviceName]) -> [DeviceName] {
    devices.filter { lines[LineName($0)]?.courier.memory.chat == chat }
  }

  /// Whether that rendering is one of this device's.
  func knows(_ word: String, _ device: DeviceName) -> Bool {
    lines[LineName(device)]?.courier.memory.items.contains { $0.marks.contains { $0.word == word } } ?? false
  }

  func position(of device: DeviceName) -> String? { lines[LineName(device)]?.courier.memory.position }

  func tryOut(_ id: MessageID, on device: DeviceName) {
    for name in names(of: device) { take(.trial(id), for: name) }
  }

  @discardableResult
  func take(
    _ event: CourierEvent, for device: DeviceName, bot: BotPlace? = nil, spending code: String? = nil
  ) -> Bool { take(event, for: LineName(device), bot: bot, spending: code) }

  /// - Returns: whether it is on the disk. What is not is as if it had not happened.
  @discardableResult
  func take(
    _ event: CourierEvent, for name: LineName, bot: BotPlace? = nil, spending code: String? = nil,
    acknowledging: Bool = true
  ) -> Bool {
    guard var line = lines[name] else { return false }
    let now = Moment.now()
    let before = line.courier.memory
    line.courier.handle(event, at: now)
    guard case .store(let memory, let trials) = line.courier.poll() else { return false }
    do throws(PushFailure) {
      try store.commit(memory, of: name, bot: bot, trials: trials, spending: code)
    } catch {
      log.error("\(name): \(error); nothing is sent until it can be written")
      lines[name]?.courier.handle(.notStored(event), at: now)
      retryAt = retryAt ?? now.wall + .seconds(5)
      schedule()
      return false
    }
    line.courier.handle(.stored, at: now)
    var effects: [CourierEffect] = []
    while let effect = line.courier.poll() { effects.append(effect) }
    lines[name] = line
    tell(name.device, before, line.courier.memory)
    for effect in effects {
      if case .acknowledge = effect, !acknowledging { continue }
      follow(effect, line, name)
    }
    schedule()
    tellAll()
    tellOthers(of: name, at: now)
    return true
  }

  // MARK: Effects

  private func follow(_ effect: CourierEffect, _ line: Line, _ name: LineName) {
    let (device, client) = (name.device, line.client)
    switch effect {
    case .send(let request):
      Task { [web, service = line.service] in
        let outcome = await service.outcome(of: request, by: web)
        finish(outcome, of: name, in: line.seat)
      }
    case .acknowledge(let id): Task { await client.acknowledge(id) }
    case .act(let message):
      Task {
        await send(message.id, device) { () async throws(ClientError) in _ = try await client.send(message) }
      }
    case .move(let message):
      Task {
        await send(message.id, device) { () async throws(ClientError) in _ = try await client.send(message) }
      }
    case .reply(let id, let code):
      log.notice("\(device): a registration: \(code.rawValue)")
      Task { [answer] in await answer(Ack(re: id, code: code, ts: Moment.now().epoch), device) }
    case .store: break
    }
  }

  /// The ack itself comes as a document; here it is only known whether one came.
  private func send(
    _ id: MessageID, _ device: DeviceName, _ sending: @Sendable () async throws(ClientError) -> Void
  ) async {
    do throws(ClientError) {
      try await sending()
    } catch {
      if case .refused = error { return }
      log.warning("\(device): an answer has not reached the bridge yet: \(error)")
      guard (try? await HostClock.wait(for: .seconds(5))) != nil else { return }
      take(.unanswered(id), for: device)
    }
  }

  // MARK: Time

  private func schedule() {
    let now = Moment.now()
    // No event of another device puts it off.
    let moments =
      lines.values.compactMap { $0.courier.nextDeadline(after: now) } + (retryAt.map { [$0] } ?? [])
    guard let due = moments.min() else { return }
    timer?.cancel()
    timer = Task { [weak self] in
      // Looked at again each hour at least, for clocks are set.
      guard
        (try? await HostClock.wait(for: min(max(.milliseconds(10), due - now.wall), .seconds(3600)))) != nil
      else { return }
      await self?.begin()
    }
  }

  // MARK: The log

  private static let told: [(counter: CourierCounter, what: String)] = [
    (.forged, "an answer was not sealed by us"), (.replayed, "an answer came a second time"),
    (.expired, "something came too late, and was not done"),
    (.dropped, "something had no room, or its time was over"),
    (.refused, "the service refuses something for good"), (.unsure, "a message may have come twice"),
  ]

  /// Nothing fails quietly; no line holds a text of a person's, an address or a secret.
  private func tell(_ device: DeviceName, _ before: CourierMemory, _ after: CourierMemory) {
    for (counter, what) in Self.told where after.counted(counter) > before.counted(counter) {
      log.warning("\(device): \(what) (\(after.counted(counter)) so far)")
    }
    if after.failures > 0, before.failures == 0 {
      log.warning("\(device): \(after.lastTrouble ?? "it failed"); tries again")
    }
    if after.failures == 0, before.failures > 0 { log.notice("\(device): it works again") }
    if after.chat != before.chat { log.notice("\(device): a chat is bound") }
  }
}

extension Moment {
  /// By the machine's clocks.
  static func now() -> Moment {
    let reading = HostClock.now()
    return Moment(
      wall: Timestamp(milliseconds: reading.wallMilliseconds),
      uptime: Uptime(milliseconds: reading.uptimeMilliseconds))
  }
}

extension SiteCalendar {
  /// The site's local time.
  ///
  /// - Parameter name: of the tz database; `nil`: the machine's zone.
  package init(zone name: String?) {
    let year = Int(1970 + HostClock.now().wallMilliseconds / 31_556_952_000)
    let zone = name ?? ZoneTable.systemZone() ?? "UTC"
    let table = try? ZoneTable.offsets(of: zone, fromYear: year - 1, throughYear: year + 10)
    self.init(
      rules: (table?.changes ?? []).map {
        Rule(start: Timestamp(seconds: $0.startSeconds), offsetSeconds: $0.offsetSeconds)
      })
  }
}
