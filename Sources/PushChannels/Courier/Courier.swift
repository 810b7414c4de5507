package import LoamKit
internal import GardenWords

package import struct GardenCore.Moment
package import struct GardenCore.SiteCalendar
package import struct GardenCore.SplitMix64
package import struct GardenCore.Timestamp

/// One device of the contract that is reached through a service: what it shows, what it has still to be sent, and what people answered.
///
/// A value: something happens (``handle(_:at:)``), and it is asked what to do (``poll()``) and when to ask again (``nextDeadline(after:)``).
/// Where the process ends in between, another courier that is given the memory that was stored goes on: what was not sent is sent, under
/// the same name, and answers keep their ids.
package struct Courier: Sendable {
  package let device: DeviceName
  package let address: ChannelAddress
  package let abilities: ChannelAbilities
  package internal(set) var memory: CourierMemory

  /// Buttons in the reader's language, as the bridge has said them.
  var categories: [CategoryName: NotificationCategory] = [:]
  /// What the request is for that is on its way.
  var errand: Errand?
  /// Whose token it goes to.
  var recipient: PushTokens.Entry?
  /// Fingerprint of the glance in force.
  var glance: Int?
  /// The bridge has said what the device is shown; an app that it does not know is sent nothing.
  var isKnown = false
  /// Runs that have ended, as everybody was told, and that the device was not told of yet.
  var endings: [String: Ending] = [:]
  /// What of the errand's item may have been there before it left.
  var begunBefore = 0
  /// Answers that the client is sending.
  var leaving: Set<String> = []
  var chance: SplitMix64
  /// Of the times that people read.
  let calendar: SiteCalendar
  var effects: [CourierEffect] = []
  /// Steps of trials, to be stored with the memory.
  var trials: [TrialStep] = []
  private var stage = Stage.leaving
  /// The disk did not take what was to be remembered last.
  private var owesWriting = false

  /// How far a turn has come.
  private enum Stage {
    /// Something happened, from this memory on.
    case handled(CourierMemory)
    case storing, leaving
  }

  /// What a request is for.
  enum Errand: Sendable, Hashable {
    case query(String)
    case show(key: String, version: Int)
    case takeAway(key: String, version: Int)
    case stray(key: String, handle: Int64)
    case signal(PushRegistration.Use, rev: Int)

    /// Of the item that it is about.
    var key: String? {
      switch self {
      case .show(let key, _), .takeAway(let key, _), .stray(let key, _): key
      case .query, .signal: nil
      }
    }
  }

  package init(
    _ device: DeviceName, _ address: ChannelAddress, memory: CourierMemory = CourierMemory(),
    calendar: SiteCalendar, seed: UInt64
  ) {
    self.calendar = calendar
    self.device = device
    self.address = address
    self.memory = memory
    abilities = address.abilities
    chance = SplitMix64(seed: seed)
  }

  /// Something happened. What comes of it is asked for by ``poll()``, to its end, before anything else is told.
  package mutating func handle(_ event: CourierEvent, at now: Moment) {
    let before = memory
    switch event {
    case .stored: return (owesWriting, stage) = (false, .leaving)
    case .notStored(let event): return rest(after: event, at: now)
    case .notification(let message): show(message, at: now)
    case .withdrawal(let message): withdraw(message, at: now)
    case .activity(let message): step(message, at: now)
    case .ack(let ack): settle(ack, at: now)
    case .unanswered(let id): leaving.remove(id.text)
    case .control(let control): settle(control, at: now)
    case .category, .run, .context, .glance: learn(event, at: now)
    case .outcome(let outcome): finish(outcome, at: now)
    case .press(let press): take(press, at: now)
    case .line(let line): take(line, at: now)
    case .listening(let position): memory.position = memory.position ?? position
    case .bound(let chat): bind(chat)
    case .registration(let registration):
      effects.append(.reply(registration.id, register(registration, at: now)))
    case .retired: retire()
    case .trial(let id): tryOut(id, at: now)
    case .outage(let outage): report(outage, at: now)
    case .outageTold: memory.isOutTold = memory.outSince == nil ? nil : true
    case .tick: break
    }
    stage = .handled(before)
    endRuns(at: now)
    expire(at: now)
    act(at: now)
    dispatch(at: now)
    tidy(at: now)
  }

  /// What is to be done next; `nil`: nothing, or the disk has not answered yet.
  package mutating func poll() -> CourierEffect? {
    switch stage {
    case .handled(let before):
      stage = .storing
      defer { trials = [] }
      return .store(owesWriting || memory != before ? memory : nil, trials)
    case .storing: return nil
    case .leaving: return effects.isEmpty ? nil : effects.removeFirst()
    }
  }

  /// What that event ended is over all the same: it is begun anew, once the disk takes something again. What else is on its way stays on
  /// its way.
  private mutating func rest(after event: CourierEvent, at now: Moment) {
    owesWriting = true
    switch event {
    case .outcome(let outcome):
      (errand, recipient) = (nil, nil)
      if case .later(let seconds) = outcome { pause(seconds: seconds, at: now) }
    case .ack(let ack): if let id = ack.re?.text { leaving.remove(id) }
    case .unanswered(let id): leaving.remove(id.text)
    default: learn(event, at: now)
    }
  }

  /// What is retained, which nobody says again before the next connection: it holds also where the disk takes nothing.
  private mutating func learn(_ event: CourierEvent, at now: Moment) {
    switch event {
    case .category(let category): categories[category.id] = category
    case .run(let state): heed(state, at: now)
    case .glance(let rev): glance = rev
    case .context(let context):
      isKnown = true
      memory.language = context.content.language
      memory.isFahrenheit = context.content.temperatureUnit == .fahrenheit
      if memory.tokens?.isRetired == true { memory.tokens?.isRetired = false }
    default: break
    }
  }

  /// When ``CourierEvent/tick`` has something to do; `nil`: never, as things are.
  package func nextDeadline(after now: Moment) -> Timestamp? {
    var moments = memory.queries.map(\.due) + memory.items.map { $0.expires * 1000 }
    moments += memory.answers.map { $0.expires * 1000 }
    if let pause = memory.pause, pause.holds(at: now) { moments.append(pause.until) }
    moments += memory.items.compactMap { restsUntil($0, at: now) }
    moments += endings.values.map(\.wait.until)
    moments += memory.signals?.values.map(\.rest.until) ?? []
    if isSpent(at: now) { moments.append((now.day + 1) * 86_400_000) }
    if let since = memory.outSince { moments.append((since + CourierMemory.outageSeconds) * 1000) }
    return moments.filter { $0 > now.wall.milliseconds }.min().map(Timestamp.init(milliseconds:))
  }

  var words: Phrasebook { memory.language.flatMap(Languages.of) ?? Languages.english }

  /// What it is over with is gone from the channel too; a command that comes too late is not sent.
  private mutating func expire(at now: Moment) {
    for i in memory.items.indices
    where memory.items[i].fate == .open && memory.items[i].expires <= now.wall.seconds {
      if memory.items[i].sent == 0 { memory.count(.dropped) }
      memory.items[i].fate = .gone
      memory.items[i].version += 1
    }
    for answer in memory.answers where answer.expires <= now.wall.seconds {
      leaving.remove(answer.id)
      memory.count(.expired)
      let place = memory.items.firstIndex { $0.key == answer.item && $0.note == answer.note }
      if let place, memory.items[place].fate == .open { deny(place, words(.codeExpired), at: now) }
    }
    memory.answers.removeAll { $0.expires <= now.wall.seconds }
    memory.used.removeAll { $0.until < now.wall.seconds }
    tidy(at: now)
  }

  private mutating func tidy(at now: Moment) {
    // What was never shown need not be taken away; what is settled and gone is done with.
    for item in memory.items where item.isDone { forget(item.note, rev: item.rev) }
    let key = errand?.key
    memory.items.removeAll { item in
      let isUnseen = item.fate != .open && item.sent == 0 && item.begun == 0 && item.handle == nil
      let isOver = item.isDone || (item.fate == .gone && item.isSettled)
      // A day after its end nobody waits for its last word.
      return item.key != key && (isUnseen || isOver || item.expires + 86_400 < now.wall.seconds)
    }
  }

  func isUnderWay(_ key: String) -> Bool { errand?.key == key }

  /// Room for one more: what is over goes first, then what was never urgent.
  mutating func add(_ item: Item) {
    if memory.items.count >= CourierMemory.itemsMax {
      let victims = memory.items.indices.filter { !isUnderWay(memory.items[$0].key) }
      let victim =
        victims.first { memory.items[$0].fate != .open }
        ?? victims.first { !memory.items[$0].isUrgent } ?? victims.first
      if let victim {
        memory.items.remove(at: victim)
        memory.count(.dropped)
      }
    }
    memory.items.append(item)
  }

  /// A repeat of it that comes later is not shown again.
  mutating func forget(_ note: String, rev: Int) {
    memory.past.removeAll { $0.note == note }
    memory.past.append(CourierMemory.Past(note: note, rev: rev))
    if memory.past.count > CourierMemory.pastMax { memory.past.removeFirst() }
  }

  /// A new id (UUID version 7).
  mutating func newID(at now: Moment) -> MessageID { MessageID(at: now.epoch, chance.next(), chance.next()) }

  mutating func bind(_ chat: Int64) {
    guard memory.chat != chat else { return }
    memory.chat = chat
    memory.pause = nil
    (memory.failures, memory.outSince) = (0, nil)
    // What stands in another chat cannot be changed from here.
    for i in memory.items.indices {
      memory.items[i].handle = nil
      memory.items[i].strays = []
      memory.items[i].sent = 0
      memory.items[i].begun = 0
    }
  }
}
