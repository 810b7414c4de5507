import Bridge
import GardenCore
import GardenTerminal
import HostSystem
import Hub
import LoamKit
import LoamMosquitto
import MosquittoClient
import ProgramConfig
import Synchronization

/// What the live view and the line reporter share: the client, and the model of what it heard. The client's tasks put messages into an
/// inbox and ring; the view's thread polls the bell.
final class LiveFeed {
  let broker: BrokerName
  private let place: BridgePlace
  private let expectsBridge: Bool
  private let began = HostClock.uptimeMilliseconds()
  private(set) var model: ViewModel
  private(set) var changes: [ViewChange] = []
  private let client: LoamClient
  private let transport: MosquittoTransport
  private let inbox: Inbox
  private let listening: Task<Void, Never>

  private final class Inbox: Sendable {
    let bell: WakeDescriptor
    private let messages = Mutex<[ClientMessage]>([])
    /// Why the last key had no effect.
    let failure = Mutex<String?>(nil)

    init() throws(HostError) { bell = try WakeDescriptor() }

    func put(_ message: ClientMessage) {
      messages.withLock { $0.append(message) }
      bell.ring()
    }

    func take() -> [ClientMessage] {
      _ = bell.take()
      return messages.withLock { messages in
        defer { messages = [] }
        return messages
      }
    }
  }

  /// - Parameters:
  ///   - now: the garden's time.
  ///   - expectsBridge: one that says nothing is a trouble; else it is just being started.
  init(
    _ place: BridgePlace, now: @escaping @Sendable () -> EpochSeconds, expectsBridge: Bool = false
  ) throws {
    self.expectsBridge = expectsBridge
    var host = ClientHost.machine
    host.now = now
    let (client, transport) = try place.client(host: host)
    let inbox = try Inbox()
    (self.client, self.transport, self.inbox) = (client, transport, inbox)
    (broker, self.place, model) = (place.broker, place, ViewModel(tree: place.tree))
    let messages = client.observeMessages(newest: 8192)
    listening = Task.detached {
      // The transport goes on trying; who looks at the view sees that nothing has come yet.
      async let connecting: Void? = try? client.connect()
      for await message in messages { inbox.put(message) }
      _ = await connecting
    }
  }

  /// Why nothing has come yet; `nil`: something has, or nothing is wrong.
  var trouble: ExitReason? {
    if model.bridge != nil { return nil }
    if let failure = transport.failure { return .broker(failure) }
    if !expectsBridge { return nil }
    let patience = place.timeout.components.seconds * 1000
    return HostClock.uptimeMilliseconds() - began > patience ? .noBridge : nil
  }

  enum ExitReason {
    case broker(MosquittoError)
    /// It may start yet.
    case noBridge
  }

  func sentence(_ trouble: ExitReason) -> String {
    switch trouble {
    case .broker(let error): broker.sentence(error)
    case .noBridge: place.noBridge
    }
  }

  /// Why the last key had no effect; `nil`: it had one, or is on its way.
  var failure: String? { inbox.failure.withLock { $0 } }

  var pollEntry: PollEntry { PollEntry(inbox.bell.descriptor, .readable) }

  func serve() {
    for message in inbox.take() {
      changes += model.take(topic: model.tree.text(message.topic), payload: message.payload)
    }
  }

  func takeChanges() -> [ViewChange] {
    defer { changes = [] }
    return changes
  }

  /// Sends what a key asked for; the ack comes back like everything else.
  func send(_ intent: Intent, at now: EpochSeconds) {
    guard let message = intent.message(id: client.newID(), at: now) else { return }
    Task.detached { [client, inbox] in
      var failure: String?
      do throws(ClientError) {
        switch message {
        case .action(let action): _ = try await client.send(action)
        case .set(let set): _ = try await client.send(set)
        }
      } catch {
        if case .refused = error {} else { failure = "\(error)" }
      }
      inbox.failure.withLock { $0 = failure }
      inbox.bell.ring()
    }
  }

  func close() {
    listening.cancel()
    let client = client
    _ = try? Held<Void>.outcome { await client.disconnect() }
  }
}

/// Shows the garden until the person or a signal ends it.
struct LiveView {
  /// The garden's time, milliseconds since 1970.
  var now: @Sendable () -> EpochSeconds
  /// The garden's; until it has said its zone, this machine's.
  var calendar: SiteCalendar
  var zone: String?
  /// The last line; told whether the demo answers by itself at the moment.
  var footnote: (Bool) -> String
  var autopilot: Autopilot?
  /// On a screen that is left alone; `nil`: nobody answers there.
  var standIn: StandIn?
  /// Ends by itself then, machine uptime in milliseconds.
  var endsAt: Int64 = .max

  mutating func run(_ feed: LiveFeed, signals: SignalDescriptor) throws {
    defer { feed.close() }
    if HostTerminal.isTerminal(HostTerminal.input), HostTerminal.isTerminal(HostTerminal.output) {
      onScreen(feed, signals)
    } else {
      try inLines(feed, signals)
    }
  }

  private mutating func inLines(_ feed: LiveFeed, _ signals: SignalDescriptor) throws {
    var reporter = LineReporter()
    while signals.next() == nil, HostClock.uptimeMilliseconds() < endsAt {
      wait(feed, signals, typing: false)
      switch feed.trouble {
      case .broker(let error): throw feed.broker.exit(error)
      case .noBridge: throw CommandEnd.saying(feed.sentence(.noBridge), .unavailable)
      case nil: break
      }
      let time = now()
      reporter.offsetSeconds = offsetSeconds(feed, at: time)
      for line in reporter.lines(for: feed.takeChanges(), now: time) {
        guard HostTerminal.write(line + "\n") else { return }
      }
      let intents = autopilot?.intents(model: feed.model, at: HostClock.uptimeMilliseconds()) ?? []
      for intent in intents { feed.send(intent, at: time) }
    }
  }

  private mutating func offsetSeconds(_ feed: LiveFeed, at time: EpochSeconds) -> Int {
    if let told = feed.model.info?.tz, told != zone {
      zone = told
      calendar = Startup.calendar(zone: told, at: HostClock.now().moment) ?? calendar
    }
    return calendar.offsetSeconds(at: Timestamp(seconds: time.seconds))
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
        feed.send(intent, at: time)
      }
      let terminal = HostTerminal.size() ?? (80, 24)
      let size = TerminalSize(columns: terminal.columns, rows: terminal.rows)
      let isAlone = standIn?.isAnswering == true
      let setting = Frame.Setting(
        now: time, offsetSeconds: offsetSeconds(feed, at: time),
        footnote: feed.trouble.map(feed.sentence) ?? feed.failure ?? footnote(isAlone))
      let frame = Frame(model: feed.model, keys: keys, size: size, setting: setting)
      HostTerminal.write(screen.update(frame.text(colour: HostTerminal.hasColour), size: size))
    }
  }

  /// Whether something was typed.
  @discardableResult
  private func wait(_ feed: LiveFeed, _ signals: SignalDescriptor, typing: Bool) -> Bool {
    var entries = [PollEntry(signals.descriptor, .readable)]
    if typing { entries.append(PollEntry(HostTerminal.input, .readable)) }
    entries.append(feed.pollEntry)
    HostPoll.wait(&entries, until: HostClock.uptimeMilliseconds() + 200)
    feed.serve()
    return typing && entries[1].isReadable
  }
}
