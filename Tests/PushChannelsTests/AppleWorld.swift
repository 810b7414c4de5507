import LoamKit
import PushChannels
import GardenCore

/// What Apple's service and a phone behind it know, in a ``CourierWorld``.
struct ApplePhone {
  struct PushToken {
    var use: PushRegistration.Use
    var activity: MessageID?
    /// Since then the service knows it no longer; milliseconds.
    var gone: Int64?
    /// An answer of that time may still come.
    var lost: Int64?
  }

  /// A Live Activity on the phone.
  struct Activity {
    var stamp: Int64
    var isOver = false
  }

  /// A watering at the bridge.
  struct Run {
    var id: MessageID
    var seq = 0
    var stamp: Int64 = 0
    var isOver = false
  }

  var tokens: [String: PushToken] = [:]
  /// Until they are answered; of a place only the newest.
  var registrations: [PushRegistration] = []
  var activities: [String: Activity] = [:]
  var runs: [Run] = []
  var numbers = 0
  /// The bridge has said to this life of the process what its device is.
  var isIntroduced = false
}

extension CourierWorld {
  // MARK: The app

  /// The system gives the app a token, and it registers it.
  mutating func renew(_ use: PushRegistration.Use, activity: MessageID? = nil) {
    let digits = Array("0123456789abcdef")
    let text = String((0..<64).map { _ in digits[Int(chance.next() & 15)] })
    phone.tokens[text] = ApplePhone.PushToken(use: use, activity: activity)
    register(text, use, activity)
  }

  mutating func register(_ token: String, _ use: PushRegistration.Use, _ activity: MessageID?) {
    phone.registrations.removeAll { $0.use == use && $0.activity == activity }
    phone.numbers += 1
    phone.registrations.append(
      PushRegistration(
        id: Paper.id(800_000_000 + phone.numbers), at: now.epoch, token: token, of: ApnsTests.app,
        .production, use: use, activity: activity))
  }

  /// The service has lost a token: another one takes its place, or the same one comes back.
  private mutating func rotate() {
    let held = phone.tokens.filter { $0.value.gone == nil && $0.value.use != .activityStart }
    guard let (text, token) = pick(held.sorted { $0.key < $1.key }) else { return }
    phone.tokens[text]?.lost = milliseconds
    if rolls(30) {
      // Of later than it was lost: this moment is over.
      milliseconds += 1
      return register(text, token.use, token.activity)
    }
    phone.tokens[text]?.gone = milliseconds
    if token.activity.map({ phone.activities[$0.text]?.isOver == true }) ?? false { return }
    renew(token.use, activity: token.activity)
  }

  /// All that the app and the bridge have still to say to this life of the process.
  mutating func introduce(isFaulty: Bool) {
    if !phone.isIntroduced {
      phone.isIntroduced = true
      hand(.context(Paper.context), isFaulty: isFaulty)
      // What has ended stays retained.
      for run in phone.runs where run.isOver { hand(.run(ended(run)), isFaulty: isFaulty) }
    }
    for registration in phone.registrations { hand(.registration(registration), isFaulty: isFaulty) }
  }

  mutating func appleStep(isFaulty: Bool) {
    switch chance.next() % 12 {
    case 0 where isFaulty: rotate()
    case 1, 2: introduce(isFaulty: isFaulty)
    case 3, 4, 5: run(isFaulty: isFaulty)
    case 6: hand(.glance(Int(chance.next() % 5)), isFaulty: isFaulty)
    default: break
    }
  }

  // MARK: The bridge

  /// A watering begins, goes on or ends; nobody says its steps again.
  private mutating func run(isFaulty: Bool) {
    if phone.runs.last?.isOver ?? true {
      guard phone.runs.count < 5 else { return }
      phone.runs.append(ApplePhone.Run(id: Paper.id(900_000_000 + phone.runs.count)))
    }
    let place = phone.runs.count - 1
    phone.runs[place].seq += 1
    phone.runs[place].isOver = phone.runs[place].seq > 1 && rolls(30)
    phone.runs[place].stamp = max(phone.runs[place].stamp + 1, now.wall.seconds)
    let run = phone.runs[place]
    let event: ActivityMessage.Event = run.isOver ? .end : run.seq == 1 ? .start : .update
    let progress = run.isOver ? 1 : Double(run.seq) / 20
    hand(
      ApnsTests.step(run.seq, event, progress: progress, at: run.stamp - Paper.start, of: run.id),
      isFaulty: isFaulty)
    if run.isOver { hand(.run(ended(run)), isFaulty: isFaulty) }
  }

  private func ended(_ run: ApplePhone.Run) -> ActivityState {
    let stamp = EpochSeconds(clamping: run.stamp)
    return ActivityState(
      id: run.id, state: .ended, name: "Aloe",
      content: ActivityContent(emoji: "✅", title: "Aloe watered", progress: 1), timestamp: stamp,
      staleDate: stamp.advanced(by: 300), started: stamp, ends: nil, endsBy: stamp.advanced(by: 28_800),
      seq: run.seq, plant: nil, kind: .watering, end: .finished)
  }

  // MARK: The service

  /// The request arrives: what a phone does with it, or why it never gets there.
  mutating func push(_ request: ChannelRequest) -> ChannelOutcome {
    let text = request.path.split(separator: "/").last.map(String.init) ?? ""
    guard let token = phone.tokens[text] else {
      faults.append("a token that nobody has")
      return .gone(since: nil)
    }
    if let gone = token.gone { return .gone(since: gone) }
    guard case .object(let body) = JSON(reading: request.body), case .object(let aps) = body["aps"] else {
      return .refused("no aps")
    }
    switch (request.headers["apns-push-type"], token.use) {
    case ("alert", .alerts): alert(aps, named: request.headers["apns-collapse-id"] ?? "")
    case ("background", .background):
      if case .object(let gone) = body["withdraw"], case .text(let key) = gone["key"] { takeAway(key) }
    case ("widgets", .widget): break
    case ("liveactivity", .activityStart), ("liveactivity", .activity): step(aps, token)
    default: faults.append("a push of another kind than its token")
    }
    return .taken()
  }

  /// An answer from before the token was registered again, where one may still come.
  mutating func lateAnswer(to request: ChannelRequest) -> ChannelOutcome? {
    let text = request.path.split(separator: "/").last.map(String.init) ?? ""
    guard let token = phone.tokens[text], token.gone == nil, let lost = token.lost else { return nil }
    phone.tokens[text]?.lost = nil
    return .gone(since: lost)
  }

  private mutating func alert(_ aps: [String: JSON], named name: String) {
    takeAway(name)
    handles += 1
    let title = if case .text(let title) = aps["alert"]?["title"] { title } else { "" }
    shown[handles] = Shown(name: name, title: title, presses: ["0"])
  }

  private mutating func takeAway(_ name: String) {
    for (id, message) in shown where message.name == name { shown[id] = nil }
  }

  private mutating func step(_ aps: [String: JSON], _ token: ApplePhone.PushToken) {
    guard case .number(let time) = aps["timestamp"], case .text(let event) = aps["event"] else {
      return faults.append("a step without time or event")
    }
    let stamp = Int64(time)
    if token.use == .activityStart {
      guard event == "start", case .text(let text) = aps["attributes"]?["id"], let id = MessageID(text) else {
        return faults.append("no start, or nobody knows of what")
      }
      if phone.activities[text] != nil { faults.append("an activity was started twice") }
      phone.activities[text] = ApplePhone.Activity(stamp: stamp)
      return renew(.activity, activity: id)
    }
    let id = token.activity?.text ?? ""
    guard let activity = phone.activities[id], event != "start" else {
      return faults.append("a step of what was not started")
    }
    if stamp <= activity.stamp { faults.append("a step's time did not rise") }
    if activity.isOver, event != "end" { faults.append("a step after the end") }
    phone.activities[id] = ApplePhone.Activity(stamp: stamp, isOver: activity.isOver || event == "end")
  }

  // MARK: What should not be

  func appleProblems() -> [String] {
    var found: [String] = []
    for run in phone.runs where run.isOver {
      if phone.activities[run.id.text]?.isOver == false { found.append("an activity was left open") }
    }
    if !phone.registrations.isEmpty { found.append("registrations were not answered") }
    return found
  }
}
