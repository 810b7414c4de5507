package import BridgeConfig
internal import GardenCore
internal import HostSystem
internal import LoamKit
internal import PushChannels

/// What commands ask of the store beside the daemon.
package struct PushDesk: Sendable {
  private let settings: BridgeSettings
  private let store: PushStore
  private let bell: String

  package init(_ settings: BridgeSettings, folder: String) throws(PushFailure) {
    self.settings = settings
    store = try PushStore(folder: folder, mayMake: false)
    bell = PushStore.bell(in: folder)
  }

  /// How long a code holds.
  package static let codeSeconds: Int64 = 600

  // MARK: A chat for a device

  /// A code that holds once, and what the bot is called; `nil`: the service did not say so.
  package func bind(_ device: String) async throws(PushFailure) -> (code: String, bot: String?) {
    guard let channel = settings.push.channels.first(where: { $0.device == device }) else {
      let known = settings.push.channels.map(\.device)
      let help = NearestName.help(for: device, among: known) ?? "known here: \(known.joined(separator: ", "))"
      throw PushFailure("no channel is called '\(device)'; \(help)")
    }
    guard case .telegram(let server, let token) = channel.way else {
      throw PushFailure("'\(device)' needs no code: only chats of Telegram are bound")
    }
    var random = HostRandom()
    // Without letters that are mistaken for others; 60 bits.
    let letters = Array("abcdefghijkmnpqrstuvwxyz23456789")
    let code = String((0..<12).map { _ in letters[Int(random.next() & 31)] })
    let now = HostClock.now().wallMilliseconds / 1000
    try store.put(code: code, for: device, until: now + Self.codeSeconds)
    let web = ServiceClient()
    let answer = try? await web.answer(
      ChannelRequest(.post, "/getMe"), at: "\(server)/bot\(token.revealed)", bearer: nil, within: 10)
    await web.close()
    return (code, answer.flatMap { Telegram.botName(in: $0.body) })
  }

  // MARK: How it stands

  /// A line for each channel.
  package struct Row: Sendable {
    package var device: String
    package var kind: String
    package var bound: String
    package var waiting: String
    package var success: String
    package var failure: String
    package var left: String
    /// That nothing arrives, as it is told on the person's other channels; `nil`: it does.
    package var outage: String?
  }

  package func rows() throws(PushFailure) -> [Row] {
    let now = Moment.now()
    let calendar = SiteCalendar(zone: settings.timeZoneName)
    var rows: [Row] = []
    for channel in settings.push.channels {
      guard let device = DeviceName(channel.device) else { continue }
      var kept = try store.memory(of: LineName(device)) ?? CourierMemory()
      var browsers: String?
      if case .web(let web) = channel.way {
        let known = try store.browsers(of: device)
        kept = CourierMemory(together: try memories(of: known, device))
        browsers = "\(known.count) of \(web.most)"
      }
      let standing = kept.standing(
        of: device, on: channel.way.kind, perDay: channel.way.messagesPerDay, at: now)
      let bound = browsers ?? (standing.bound ? "yes" : "no")
      var failure = Self.ago(kept.lastFailure, now)
      if standing.failing, let trouble = kept.lastTrouble { failure += " (\(trouble))" }
      rows.append(
        Row(
          device: channel.device, kind: standing.kind.rawValue, bound: bound, waiting: "\(standing.waiting)",
          success: Self.ago(kept.lastSuccess, now), failure: failure,
          left: standing.left.map(String.init) ?? "-",
          outage: kept.outageSentence(
            settings.plan.people.flatMap(\.devices).first { $0.id == channel.device }?.name ?? channel.device,
            calendar, at: now)))
    }
    return rows
  }

  private func memories(of browsers: [PushBrowser], _ device: DeviceName) throws(PushFailure)
    -> [CourierMemory]
  {
    var memories: [CourierMemory] = []
    for browser in browsers {
      if let memory = try store.memory(of: LineName(device, browser: browser.name)) {
        memories.append(memory)
      }
    }
    return memories
  }

  private static func ago(_ seconds: Int64?, _ now: Moment) -> String {
    guard let seconds else { return "never" }
    let passed = max(0, now.wall.seconds - seconds)
    if passed < 120 { return "\(passed) s ago" }
    return passed < 7200
      ? "\(passed / 60) min ago" : passed < 172_800 ? "\(passed / 3600) h ago" : "\(passed / 86_400) d ago"
  }

  // MARK: Trying out

  /// What came of a question with two buttons on one channel.
  package struct Tried: Sendable {
    package var device: String
    package var report: String
    package var isGood: Bool
  }

  /// Asks on each of the person's channels, and waits for what comes back.
  ///
  /// - Parameter tell: called once for each channel, as soon as it is known what came of it.
  package func test(
    person: String, seconds: Int64, tell: (Tried) -> Void
  ) async throws(PushFailure) {
    guard let plan = settings.plan.people.first(where: { $0.id == person }) else {
      let known = settings.plan.people.map(\.id)
      let help = NearestName.help(for: person, among: known) ?? "known here: \(known.joined(separator: ", "))"
      throw PushFailure("no person is called '\(person)'; \(help)")
    }
    let devices = Set(plan.devices.map(\.id))
    let channels = settings.push.channels.filter { devices.contains($0.device) }
    guard !channels.isEmpty else { throw PushFailure("'\(person)' has no device under channels") }
    let begun = HostClock.now().wallMilliseconds
    var open: [(id: MessageID, channel: ChannelSettings)] = []
    for channel in channels {
      let id = MessageID(
        at: EpochSeconds(clamping: begun / 1000), HostRandom.seed(), HostRandom.seed())
      try store.put(trial: id, of: channel.device, at: begun)
      open.append((id, channel))
    }
    Doorbell.ring(bell)
    while !open.isEmpty {
      guard (try? await HostClock.wait(for: .milliseconds(100))) != nil else { return }
      let passed = HostClock.now().wallMilliseconds - begun
      var still: [(id: MessageID, channel: ChannelSettings)] = []
      for (id, channel) in open {
        let trial = try store.trial(id)
        if let tried = Self.tried(trial, channel, isOver: passed >= seconds * 1000) {
          tell(tried)
        } else {
          still.append((id, channel))
        }
      }
      open = still
    }
  }

  private static func tried(_ trial: Trial?, _ channel: ChannelSettings, isOver: Bool) -> Tried? {
    guard let trial else { return Tried(device: channel.device, report: "forgotten", isGood: false) }
    func span(_ from: Int64, _ to: Int64) -> String {
      let tenths = max(0, to - from) / 100
      return "\(tenths / 10).\(tenths % 10) s"
    }
    let hasButtons =
      switch channel.way {
      case .telegram: true
      case .ntfy(let ntfy): ntfy.answerTopic != nil
      case .webhook, .apns, .web: false
      }
    let silence = if case .apns = channel.way { "its app answers by itself" } else { "it has no buttons" }
    if let shown = trial.shown, !hasButtons {
      return Tried(
        device: channel.device, report: "taken after \(span(trial.asked, shown)); \(silence)",
        isGood: true)
    }
    if let answered = trial.answered {
      let taken = trial.shown.map { "taken after \(span(trial.asked, $0)), " } ?? ""
      return Tried(
        device: channel.device,
        report:
          "\(taken)button \((trial.button ?? 0) + 1) of 2 came back after \(span(trial.asked, answered))",
        isGood: true)
    }
    guard isOver else { return nil }
    let report =
      trial.taken == nil
      ? "nobody sends it: is loam-push running?"
      : trial.shown.map { "taken after \(span(trial.asked, $0)), no button came back" }
        ?? "the service has not taken it"
    return Tried(device: channel.device, report: report, isGood: false)
  }
}

extension ChannelSettings.Way {
  fileprivate var kind: ChannelKind {
    switch self {
    case .telegram: .telegram
    case .ntfy: .ntfy
    case .webhook: .webhook
    case .apns: .apns
    case .web: .web
    }
  }

  fileprivate var messagesPerDay: Int? {
    if case .ntfy(let ntfy) = self { ntfy.messagesPerDay } else { nil }
  }
}
