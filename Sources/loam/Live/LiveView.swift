import Bridge
import GardenCore
import GardenTerminal
import HostSystem
import LoamKit
import MQTTTypes
import MosquittoClient

/// What the live view and the line reporter share: a device's connection, and the model of what it heard.
final class LiveFeed: MosquittoHandler {
  let place: BridgePlace
  private(set) var model: ViewModel
  private(set) var changes: [ViewChange] = []
  private(set) var isOnline = false
  private let client: MosquittoClient
  private let host = HostRandom()

  init(_ place: BridgePlace) throws(MosquittoError) {
    self.place = place
    model = ViewModel(tree: place.tree)
    client = try MosquittoClient(settings: place.settings)
    client.handler = self
    try client.subscribe([
      MQTTSubscription(filter: place.tree.everyState),
      MQTTSubscription(filter: place.tree.everythingOfTheBridge),
      MQTTSubscription(filter: place.tree.everythingDown(to: place.device)),
    ])
    client.start()
  }

  var pollEntry: PollEntry? { client.pollEntry }
  var nextDeadline: Int64 { client.nextDeadline }

  func serve() {
    client.service(at: HostClock.uptimeMilliseconds())
    client.read()
    client.flush()
  }

  func takeChanges() -> [ViewChange] {
    defer { changes = [] }
    return changes
  }

  /// Sends what a key asked for. `false`: it could not leave.
  func send(_ intent: Intent, at now: EpochSeconds) -> Bool {
    var dice = SplitMix64(seed: seed())
    let id = UniqueID(at: Timestamp(seconds: now.seconds), random: &dice)
    guard let message = MessageID(id.description),
      let document = try? intent.message(from: place.device, id: message, at: now, tree: place.tree)
    else { return false }
    let sent = try? client.publish(MQTTPublication(topic: document.topic, payload: document.payload))
    client.flush()
    return sent != nil
  }

  private func seed() -> UInt64 {
    var host = host
    return host.next()
  }

  func close() { client.disconnect(within: .milliseconds(300)) }

  func message(topic: Span<UInt8>, payload: Span<UInt8>, info: borrowing MessageInfo) {
    let name = String(decoding: topic.indices.map { topic[$0] }, as: UTF8.self)
    let bytes = payload.indices.map { payload[$0] }
    changes += model.take(topic: name, payload: bytes)
    if let receipt = Self.receipt(place.tree.topic(name), bytes) { acknowledge(receipt) }
  }

  /// What the ack of a notification, or of its being taken back, names.
  private static func receipt(_ topic: Topic?, _ payload: [UInt8]) -> MessageID? {
    switch topic {
    case .down(_, .notify): try? DocumentCodec.decode(NotificationMessage.self, from: payload).note.id
    case .down(_, .withdraw): try? DocumentCodec.decode(WithdrawMessage.self, from: payload).id
    default: nil
    }
  }

  private func acknowledge(_ receipt: MessageID) {
    let time = EpochSeconds(clamping: HostClock.now().wallMilliseconds / 1000)
    guard let payload = try? DocumentCodec.encode(Ack(re: receipt, code: .accepted, ts: time)) else { return }
    let topic = place.tree.text(.up(place.device, .ack))
    _ = try? client.publish(MQTTPublication(topic: topic, payload: payload, expirySeconds: 86_400))
  }

  func linkChanged(to link: LinkState) {
    if case .online = link { isOnline = true } else { isOnline = false }
  }
}

/// Shows the garden until the person or a signal ends it.
struct LiveView {
  /// The garden's time, milliseconds since 1970.
  var now: () -> EpochSeconds
  var offsetSeconds: Int
  var footnote: () -> String
  var autopilot: Autopilot?
  /// On a screen that is left alone; `nil`: nobody answers there.
  var standIn: StandIn?
  /// Ends by itself then, machine uptime in milliseconds.
  var endsAt: Int64 = .max

  mutating func run(_ feed: LiveFeed, signals: SignalDescriptor) {
    if HostTerminal.isTerminal(HostTerminal.input), HostTerminal.isTerminal(HostTerminal.output) {
      onScreen(feed, signals)
    } else {
      inLines(feed, signals)
    }
    feed.close()
  }

  private mutating func inLines(_ feed: LiveFeed, _ signals: SignalDescriptor) {
    var reporter = LineReporter(offsetSeconds: offsetSeconds)
    while signals.next() == nil, HostClock.uptimeMilliseconds() < endsAt {
      wait(feed, signals, typing: false)
      let time = now()
      for line in reporter.lines(for: feed.takeChanges(), now: time) {
        guard HostTerminal.write(line + "\n") else { return }
      }
      let intents = autopilot?.intents(model: feed.model, at: HostClock.uptimeMilliseconds()) ?? []
      for intent in intents { _ = feed.send(intent, at: time) }
    }
  }

  private mutating func onScreen(_ feed: LiveFeed, _ signals: SignalDescriptor) {
    guard let raw = RawTerminal() else { return }
    HostTerminal.write(Screen.enter)
    defer {
      HostTerminal.write(Screen.leave)
      _ = raw
    }
    var keys = KeyMachine()
    var reader = KeyReader()
    var screen = Screen()
    while signals.next() == nil {
      let hasTyped = wait(feed, signals, typing: true)
      _ = feed.takeChanges()
      let machine = HostClock.uptimeMilliseconds()
      // A raw terminal answers "nothing" and "closed" alike; it is closed where it was readable and holds nothing.
      guard let typed = hasTyped ? HostTerminal.typed() : [] else { return }
      var intents: [Intent] = []
      for key in typed.isEmpty ? reader.pause() : reader.keys(typed) {
        intents += keys.press(key, model: feed.model, at: machine)
      }
      intents += keys.tick(model: feed.model, at: machine)
      intents += autopilot?.intents(model: feed.model, at: machine) ?? []
      intents += standIn?.intents(model: feed.model, at: machine, hasTyped: !typed.isEmpty) ?? []
      let time = now()
      for intent in intents {
        if intent == .quit { return }
        _ = feed.send(intent, at: time)
      }
      let terminal = HostTerminal.size() ?? (80, 24)
      let size = TerminalSize(columns: terminal.columns, rows: terminal.rows)
      let isAlone = standIn?.isAnswering == true
      let setting = Frame.Setting(
        now: time, offsetSeconds: offsetSeconds,
        footnote: isAlone ? "Anna answers while nobody is here; any key takes over." : footnote())
      let frame = Frame(model: feed.model, keys: keys, size: size, setting: setting)
      HostTerminal.write(screen.update(frame.text(colour: Self.hasColour), size: size))
    }
  }

  /// Whether something was typed.
  @discardableResult
  private func wait(_ feed: LiveFeed, _ signals: SignalDescriptor, typing: Bool) -> Bool {
    var entries = [PollEntry(signals.descriptor, .readable)]
    if typing { entries.append(PollEntry(HostTerminal.input, .readable)) }
    if let broker = feed.pollEntry { entries.append(broker) }
    HostPoll.wait(&entries, until: min(feed.nextDeadline, HostClock.uptimeMilliseconds() + 200))
    feed.serve()
    return typing && entries[1].isReadable
  }

  private static var hasColour: Bool { Environment.isEmpty("NO_COLOR") && !Environment.isEmpty("TERM") }
}
