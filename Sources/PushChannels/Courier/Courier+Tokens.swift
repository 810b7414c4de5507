internal import LoamKit

internal import struct GardenCore.Moment

// MARK: - Tokens that an app hands over

extension Courier {
  private var held: PushTokens { memory.tokens ?? PushTokens() }

  func isHeld(_ entry: PushTokens.Entry) -> Bool {
    held.entry(entry.use, activity: entry.activity)?.token == entry.token
  }

  /// Whether the channel may say to the bridge that it has something: nobody would see what has no phone.
  package var isReachable: Bool {
    guard case .apns = address else { return true }
    return held.entry(.alerts) != nil
  }

  mutating func register(_ registration: PushRegistration, at now: Moment) -> AckCode {
    guard case .apns(let apns) = address else { return .forbidden }
    var tokens = held
    let before = tokens
    let code = tokens.take(registration, of: apns.app, at: now)
    guard tokens != before else { return code }
    memory.tokens = tokens
    let activity = registration.activity?.text
    let old = before.entry(registration.use, activity: activity)
    guard let new = tokens.entry(registration.use, activity: activity), new.token != old?.token else {
      return code
    }
    for i in memory.items.indices where memory.items[i].fate == .open {
      switch (memory.items[i].matter, registration.use) {
      // Another phone, or the app was installed anew: what is open is shown there. It may be the same phone, where it stands already
      // and has to be taken away.
      case (.reminder, .alerts): memory.items[i].sent = 0
      case (.run, .activity) where old != nil && memory.items[i].note == activity:
        memory.items[i].sent = min(memory.items[i].sent, memory.items[i].version - 1)
      default: break
      }
    }
    return code
  }

  /// Nobody may be reached by what was handed over for a device that is no more, and nothing of it waits.
  mutating func retire() {
    guard case .apns = address else { return }
    var tokens = held
    tokens.forgetAll()
    memory.tokens = tokens
    memory.signals = nil
    isKnown = false
    memory.items = []
  }

  /// It can be sent only once the app has handed over what for, and the bridge still knows the device.
  func waitsForToken(_ item: Item) -> Bool {
    guard case .apns = address, item.fate == .open || item.matter == .run || held.awaits(.background) else {
      return false
    }
    return !isKnown || Apns.plan(item, held) == nil
  }

  func plan(of errand: Errand) -> Apns.Plan? {
    guard case .apns = address, let item = memory.items.first(where: { $0.key == errand.key }) else {
      return nil
    }
    return Apns.plan(item, held)
  }

  mutating func request(_ item: Item, _ apns: ChannelAddress.App, at now: Moment) -> ChannelRequest? {
    Apns.plan(item, held).flatMap { Apns.request($0, item, apns, id: newID(at: now).text, at: now) }
  }

  /// What a channel passes on as it came.
  func passedOn(_ document: some Document) -> String? {
    guard case .apns = address else { return nil }
    return (try? DocumentCodec.encode(document)).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Signals

  /// The app's widgets, or the app itself, are told that the plants have changed.
  mutating func signal(at now: Moment) -> (Errand, ChannelRequest?)? {
    guard case .apns(let apns) = address, isKnown, let glance else { return nil }
    for use in [PushRegistration.Use.widget, .background] {
      let last = memory.signals?[use.rawValue]
      guard let entry = held.entry(use), last?.rev != glance, last?.rest.holds(at: now) != true else {
        continue
      }
      return (
        .signal(use, rev: glance), Apns.signal(entry, apns, id: newID(at: now).text, at: now)
      )
    }
    return nil
  }

  func signalled(_ errand: Errand) -> PushTokens.Entry? {
    if case .signal(let use, _) = errand { held.entry(use) } else { nil }
  }

  mutating func signalled(_ use: PushRegistration.Use, _ rev: Int, at now: Moment) {
    let rest = Pause(from: now.wall.milliseconds, milliseconds: Apns.signalMilliseconds)
    memory.signals = (memory.signals ?? [:]).merging(
      [use.rawValue: CourierMemory.Signal(rev: rev, rest: rest)]
    ) { $1 }
  }
}
