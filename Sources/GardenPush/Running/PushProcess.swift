package import BridgeConfig
internal import GardenCore
package import HostSystem
internal import LoamKit
internal import LoamMosquitto
package import Logging
internal import MQTTTypes
internal import MosquittoClient
internal import PushChannels

/// The daemon: the broker on one side, the services on the other.
package final class PushProcess: Sendable {
  private let store: PushStore
  /// One daemon has the folder; `nil` where it cannot be locked.
  private let lock: FolderLock?
  private let web = ServiceClient()
  private let loop: PushLoop
  /// Rung by commands that have left something in the store.
  private let bell: Doorbell
  private let appleWebs: [ServiceClient]
  private let board: Switchboard
  private let parts: [Part]
  private let log: Logger

  /// A channel with all that belongs to it.
  private struct Part: Sendable {
    let device: DeviceName
    let address: ChannelAddress
    let way: Way
    let client: LoamClient
    /// Of a bot: the public part of its token.
    var bot: String?
  }

  /// One address, or those of the browsers that register.
  private enum Way: Sendable {
    case service(Service)
    case browsers(WebPost, PushServices, most: Int)
  }

  /// - Parameter folder: of the store.
  package init(_ settings: BridgeSettings, folder: String, log: Logger) throws(PushFailure) {
    guard !settings.push.channels.isEmpty else {
      throw PushFailure("the config names no channels; add the section 'channels'")
    }
    guard let tree = TopicTree(base: settings.bridge.baseTopic) else {
      throw PushFailure("bridge.base_topic is no topic")
    }
    lock = try Self.lock(folder)
    store = try PushStore(folder: folder)
    if let trouble = store.trouble { log.error("\(trouble)") }
    do { bell = try Doorbell(PushStore.bell(in: folder)) } catch { throw PushFailure("\(error)") }
    var connection = MosquittoClient.Settings(settings.broker.reach)
    connection.username = settings.push.account?.username
    connection.password = settings.push.account?.password?.revealed
    let devices = settings.push.channels.compactMap { DeviceName($0.device) }
    let apps = settings.push.channels.filter { if case .apns = $0.way { true } else { false } }
    try store.forgetTokens(besides: Set(apps.compactMap { DeviceName($0.device) }))
    do {
      board = Switchboard(
        try MosquittoTransport(connection), clientID: connection.username ?? "loam-push", tree: tree,
        devices: devices,
        hearsRegistrations: !apps.isEmpty || settings.push.channels.contains(where: \.way.isWeb),
        tell: { log.warning("\($0)") })
    } catch {
      throw PushFailure("\(error)")
    }
    var owners: [DeviceName: (person: String, name: String)] = [:]
    for person in settings.plan.people {
      for device in person.devices { DeviceName(device.id).map { owners[$0] = (person.id, device.name) } }
    }
    loop = PushLoop(
      store: store, web: web, calendar: SiteCalendar(zone: settings.timeZoneName), log: log, owners: owners,
      answer: { [board] in await board.answer($0, to: $1) }, show: { [board] in await board.show($0) })
    var parts: [Part] = []
    var apple: [ChannelSettings.Apns: (tokens: ProviderTokens, web: ServiceClient)] = [:]
    for channel in settings.push.channels {
      guard let device = DeviceName(channel.device) else { continue }
      if case .apns(let apns) = channel.way, apple[apns] == nil {
        // Devices with one key share what signs, and the connection.
        apple[apns] = (
          try ProviderTokens(pem: apns.key.revealed, keyID: apns.keyID, team: apns.team, store: store),
          ServiceClient(speakingHTTP2Trusting: apns.authorities)
        )
      }
      parts.append(try Self.part(channel.way, device, tree, board, store, apple))
    }
    appleWebs = apple.values.map(\.web)
    self.parts = parts
    self.log = log
  }

  private static func part(
    _ way: ChannelSettings.Way, _ device: DeviceName, _ tree: TopicTree, _ board: Switchboard,
    _ store: PushStore, _ apple: [ChannelSettings.Apns: (tokens: ProviderTokens, web: ServiceClient)]
  ) throws(PushFailure) -> Part {
    let address: ChannelAddress
    let reached: Way
    var bot: String?
    switch way {
    case .telegram(let server, let token):
      address = .telegram
      reached = .service(
        Service(kind: .telegram, address: "\(server)/bot\(token.revealed)", bearer: nil))
      bot = token.revealed.split(separator: ":").first.map(String.init)
    case .ntfy(let ntfy):
      let key = try store.secret("seal", otherwise: HostRandom.bytes(32))
      address = .ntfy(
        ChannelAddress.Topic(
          server: ntfy.server, topic: ntfy.topic.revealed, answerTopic: ntfy.answerTopic?.revealed,
          messagesPerDay: ntfy.messagesPerDay, movesWater: ntfy.movesWater, key: key))
      reached = .service(Service(kind: .ntfy, address: ntfy.server, bearer: ntfy.token?.revealed))
    case .webhook(let url, let body):
      address = .webhook(template: body)
      reached = .service(Service(kind: .webhook, address: url.revealed, bearer: nil))
    case .apns(let apns):
      address = .apns(ChannelAddress.App(app: apns.app, server: apns.server))
      reached = .service(Service(kind: .apns, address: "", bearer: nil, apple: apple[apns]))
    case .web(let web):
      address = .web(page: web.page)
      reached = .browsers(try post(web, store), PushServices(web.services), most: web.most)
    }
    let abilities = address.abilities
    var settings = LoamClient.Settings(
      device: device, tree: tree,
      hello: Hello(
        device: device, kind: .other, ts: EpochSeconds(clamping: 0), name: "\(address.kind.rawValue)",
        software: "loam-push", maxPacket: 16_384, caps: abilities.caps, actionsMax: abilities.buttonsMax))
    // Apps and pages say hello themselves, as the same device.
    if address.kind == .apns || address.kind == .web { settings.hello = nil }
    settings.acknowledgesShown = false
    let client = LoamClient(settings, transport: board.port(of: device), host: .machine)
    return Part(device: device, address: address, way: reached, client: client, bot: bot)
  }

  /// The key is made once: with another one every browser would have to subscribe anew.
  private static func post(_ web: ChannelSettings.Web, _ store: PushStore) throws(PushFailure) -> WebPost {
    var fresh = HostRandom.bytes(32)
    // One of four billion is no key.
    while Vapid(fresh, page: web.page) == nil { fresh = HostRandom.bytes(32) }
    guard let vapid = Vapid(try store.secret("vapid", otherwise: fresh), page: web.page) else {
      throw PushFailure("the key of Web Push in the store is damaged")
    }
    return WebPost(vapid, authorities: web.authorities)
  }

  /// A long poll that returns maps megabytes of code, some kilobytes of which it runs: the kernel brings neighbours along.
  private static let tidyMilliseconds: Int64 = 15_000

  /// Serves until a signal says to end.
  package func run(signals: SignalDescriptor, notifier: ServiceNotifier, onReady: () -> Void)
    throws(PushFailure)
  {
    let work = Task { [self] in
      for part in parts {
        do throws(PushFailure) {
          try await seat(part)
        } catch {
          log.error("\(part.device): \(error); nothing is sent to it")
        }
      }
      await serve()
    }
    notifier.ready()
    onReady()
    let pulse = notifier.watchdogInterval.map { max(500, $0.components.seconds * 500) }
    var tidiesAt = HostClock.uptimeMilliseconds() + Self.tidyMilliseconds
    while true {
      var entries = [PollEntry(signals.descriptor, .readable), PollEntry(bell.descriptor, .readable)]
      let now = HostClock.uptimeMilliseconds()
      if now >= tidiesAt {
        ProcessMemory.releaseUnused()
        tidiesAt = now + Self.tidyMilliseconds
      }
      HostPoll.wait(&entries, until: min(tidiesAt, pulse.map { now + $0 } ?? .max))
      if let signal = signals.next(), signal == .terminate || signal == .interrupt { break }
      if pulse != nil { notifier.watchdog() }
      if bell.wasRung() { Task { await beginTrials() } }
    }
    notifier.stopping()
    work.cancel()
    let done = try? WakeDescriptor()
    Task { [board, loop, web, appleWebs] in
      await loop.end()
      await board.disconnect()
      for web in [web] + appleWebs { await web.close() }
      done?.ring()
    }
    guard let done else { return }
    var entries = [PollEntry(done.descriptor, .readable)]
    HostPoll.wait(&entries, until: HostClock.uptimeMilliseconds() + 1_000)
  }

  private func seat(_ part: Part) async throws(PushFailure) {
    switch part.way {
    case .service(let service):
      let memory = try store.memory(of: LineName(part.device)) ?? CourierMemory()
      let courier = Courier(
        part.device, part.address, memory: memory, calendar: loop.calendar, seed: HostRandom.seed())
      await loop.add(PushLoop.Line(courier: courier, client: part.client, service: service))
    case .browsers(let post, let services, let most):
      let stored = try store.browsers(of: part.device)
      let room = BrowserRoom(
        BrowserBook(stored, services: services, most: most), part.address, part.client, post)
      try await loop.add(room, for: part.device, stored: stored)
    }
  }

  /// Pages learn from a retained document whether their device has such a channel, and by which key they subscribe.
  private func offer() async {
    var over: [DeviceName] = []
    let open = parts.filter { if case .browsers = $0.way { true } else { false } }
    do throws(PushFailure) {
      over = try store.offer(to: open.map(\.device))
    } catch {
      log.error("\(error)")
    }
    for await _ in board.online {
      await board.showAgain()
      for device in over where await board.offer(nil, to: device) {
        do throws(PushFailure) { try store.withdrawn(device) } catch { log.error("\(error)") }
      }
      for part in open {
        guard case .browsers(let post, _, _) = part.way else { continue }
        await board.offer(PushOffer(web: post.publicKey), to: part.device)
      }
    }
  }

  private func serve() async {
    await withDiscardingTaskGroup { group in
      group.addTask { [self] in await offer() }
      group.addTask { [board, loop] in
        for await (device, payload) in board.heard { await loop.register(payload, of: device) }
      }
      for part in parts {
        let messages = part.client.observeMessages(newest: 4_096)
        group.addTask { [loop] in
          for await message in messages { await loop.hear(message, for: part.device) }
        }
        group.addTask { [log] in
          do throws(ClientError) {
            try await part.client.connect(within: .seconds(30))
          } catch {
            log.warning("\(part.device): \(error)")
          }
        }
        if case .ntfy(let ntfy) = part.address, ntfy.answerTopic != nil, case .service(let service) = part.way
        {
          let ear = TopicListener(part.device, ntfy, service, loop: loop, web: web, log: log)
          group.addTask { await ear.run() }
        }
      }
      for (bot, members) in Dictionary(grouping: parts.filter { $0.bot != nil }, by: \.bot) {
        guard let bot, let first = members.first, case .service(let service) = first.way else { continue }
        let ear = BotListener(
          bot, service, members.map(\.device), loop: loop, store: store, web: web, log: log)
        group.addTask { await ear.run() }
      }
      await loop.begin()
      await beginTrials()
    }
  }

  /// Commands leave trials in the store.
  private func beginTrials() async {
    for trial in (try? store.takeTrials(at: HostClock.now().wallMilliseconds)) ?? [] {
      await loop.tryOut(trial.id, on: trial.device)
    }
  }
}
