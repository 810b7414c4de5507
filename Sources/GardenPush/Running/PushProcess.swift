package import BridgeConfig
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
    let service: Service
    let client: LoamClient
    /// Of a bot: the public part of its token.
    let bot: String?
  }

  /// - Parameter folder: of the store.
  package init(_ settings: BridgeSettings, folder: String, log: Logger) throws(PushFailure) {
    guard !settings.push.channels.isEmpty else {
      throw PushFailure("the config names no channels; add the section 'channels'")
    }
    guard let tree = TopicTree(base: settings.bridge.baseTopic) else {
      throw PushFailure("bridge.base_topic is no topic")
    }
    store = try PushStore(folder: folder)
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
        devices: devices, hearsRegistrations: !apps.isEmpty, tell: { log.warning("\($0)") })
    } catch {
      throw PushFailure("\(error)")
    }
    loop = PushLoop(
      store: store, web: web, zone: SiteZone(settings.timeZoneName), log: log,
      answer: { [board] in await board.answer($0, to: $1) }, show: { [board] in await board.show($0) })
    var parts: [Part] = []
    var apple: [ChannelSettings.Apns: (tokens: ProviderTokens, web: ServiceClient)] = [:]
    for channel in settings.push.channels {
      guard let device = DeviceName(channel.device) else { continue }
      if case .apns(let apns) = channel.way, apple[apns] == nil {
        // Devices with one key share what signs, and the connection.
        apple[apns] = (
          try ProviderTokens(pem: apns.key.revealed, keyID: apns.keyID, team: apns.team, store: store),
          ServiceClient(speakingHTTP2Trusting: apns.caFile)
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
    let service: Service
    var bot: String?
    switch way {
    case .telegram(let server, let token):
      address = .telegram
      service = Service(kind: .telegram, address: "\(server)/bot\(token.revealed)", bearer: nil)
      bot = token.revealed.split(separator: ":").first.map(String.init)
    case .ntfy(let ntfy):
      let fresh = (0..<4).flatMap { _ in
        let word = HostRandom.seed()
        return (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
      }
      let key = try store.secret("seal", otherwise: fresh)
      address = .ntfy(
        ChannelAddress.Ntfy(
          server: ntfy.server, topic: ntfy.topic.revealed, answerTopic: ntfy.answerTopic?.revealed,
          messagesPerDay: ntfy.messagesPerDay, movesWater: ntfy.movesWater, key: key))
      service = Service(kind: .ntfy, address: ntfy.server, bearer: ntfy.token?.revealed)
    case .webhook(let url, let body):
      address = .webhook(template: body)
      service = Service(kind: .webhook, address: url.revealed, bearer: nil)
    case .apns(let apns):
      address = .apns(ChannelAddress.Apns(app: apns.app, server: apns.server))
      service = Service(kind: .apns, address: "", bearer: nil, apple: apple[apns])
    }
    let abilities = address.abilities
    var settings = LoamClient.Settings(
      device: device, tree: tree,
      hello: Hello(
        device: device, kind: .other, ts: EpochSeconds(clamping: 0), name: "\(address.kind.rawValue)",
        software: "loam-push", maxPacket: 16_384, caps: abilities.caps, actionsMax: abilities.buttonsMax))
    settings.acknowledgesShown = false
    // The app says itself who it is.
    if address.kind == .apns { settings.hello = nil }
    let client = LoamClient(settings, transport: board.port(of: device), host: .machine)
    return Part(device: device, address: address, service: service, client: client, bot: bot)
  }

  /// Serves until a signal says to end.
  package func run(signals: SignalDescriptor, notifier: ServiceNotifier, onReady: () -> Void)
    throws(PushFailure)
  {
    var lines: [PushLoop.Line] = []
    for part in parts {
      let memory = try store.memory(of: part.device) ?? CourierMemory()
      let courier = Courier(part.device, part.address, memory: memory, seed: HostRandom.seed())
      lines.append(PushLoop.Line(courier: courier, client: part.client, service: part.service))
    }
    let work = Task { [self, lines] in
      for line in lines { await loop.add(line) }
      await serve()
    }
    notifier.ready()
    onReady()
    let pulse = notifier.watchdogInterval.map { max(500, $0.components.seconds * 500) }
    while true {
      var entries = [PollEntry(signals.descriptor, .readable), PollEntry(bell.descriptor, .readable)]
      HostPoll.wait(&entries, until: pulse.map { HostClock.uptimeMilliseconds() + $0 } ?? .max)
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

  private func serve() async {
    await withDiscardingTaskGroup { group in
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
        if case .ntfy(let ntfy) = part.address, ntfy.answerTopic != nil {
          let ear = TopicListener(part.device, ntfy, part.service, loop: loop, web: web, log: log)
          group.addTask { await ear.run() }
        }
      }
      for (bot, members) in Dictionary(grouping: parts.filter { $0.bot != nil }, by: \.bot) {
        guard let bot, let first = members.first else { continue }
        let ear = BotListener(
          bot, first.service, members.map(\.device), loop: loop, store: store, web: web, log: log)
        group.addTask { await ear.run() }
      }
      group.addTask { [board, loop] in
        for await (device, payload) in board.heard { await loop.register(payload, of: device) }
      }
      await loop.begin()
      await beginTrials()
    }
  }

  /// Commands leave trials in the store.
  private func beginTrials() async {
    for trial in (try? store.takeTrials(at: HostClock.now().wallMilliseconds)) ?? [] {
      await loop.take(.trial(trial.id), for: trial.device)
    }
  }
}
