import Foundation
import GardenCore
import LoamKit
import PushChannels
import Testing

/// Schedules of notifications, answers, faults and kills, by seed: nothing is lost, shown twice or done twice.
@Suite struct CourierPropertyTests {
  /// `make faults` runs five times as many.
  private static let schedules =
    ProcessInfo.processInfo.environment["LOAM_COURIERS"].flatMap(Int.init) ?? 2_000

  @Test(arguments: [ChannelKind.telegram, .ntfy, .web, .apns])
  func
    `over kills and full disks at any step no reminder is lost, none stands twice, no answer acts twice or late`(
      kind: ChannelKind
    )
  {
    var acted = 0
    var doubled = 0
    for seed in 0..<Self.schedules / 2 {
      var world = CourierWorld(kind, seed: UInt64(seed))
      for _ in 0..<40 { world.step(isFaulty: true) }
      world.calm()
      let problems = world.problems()
      #expect(problems.isEmpty, "\(kind) seed \(seed): \(problems.joined(separator: "; "))")
      if !problems.isEmpty { return }
      acted += world.applied.count
      doubled += world.courier.memory.counted(.unsure)
    }
    // In a browser or an app one press answers for a whole matter, and what it showed before is gone with it.
    #expect(acted > Self.schedules / (kind == .web ? 6 : kind == .apns ? 10 : 4), "\(acted)")
    // Only Telegram has no name by which a message could take the place of itself.
    if kind != .telegram { #expect(doubled == 0) }
  }
}

extension CourierWorld {
  /// Something happens.
  mutating func step(isFaulty: Bool) {
    milliseconds += Int64(chance.next() % 4_000)
    if kind == .apns { appleStep(isFaulty: isFaulty) }
    if isFaulty, rolls(3) { milliseconds += Int64(chance.next() % 7_200_000) }
    switch chance.next() % 10 {
    case 0 where isFaulty: notify()
    case 1 where isFaulty: withdraw()
    case 2, 3: press()
    case 4, 5: finishRequest(isFaulty: isFaulty)
    case 6: deliver(isFaulty: isFaulty)
    case 7: actOnCommand(isFaulty: isFaulty)
    case 8: readPresses(isFaulty: isFaulty)
    default:
      if isFaulty, rolls(10) { kill() }
      hand(.tick, isFaulty: isFaulty)
    }
  }

  /// No more faults: what waits is delivered, sent and answered.
  mutating func calm() {
    for _ in 0..<60 {
      if kind == .apns { introduce(isFaulty: false) }
      deliver(isFaulty: false)
      readPresses(isFaulty: false)
      hand(.tick, isFaulty: false)
      if !commands.isEmpty { actOnCommand(isFaulty: false) }
      while request != nil { finishRequest(isFaulty: false) }
      milliseconds += 20_000
    }
  }

  private mutating func notify() {
    let key = "k\(chance.next() % 4)"
    let seconds = milliseconds / 1000 - Paper.start
    if let old = matters[key], old.isOpen, rolls(50) {
      // The same matter once more, or corrected.
      let note = old.note.note
      let number = Int(old.note.aps.threadID.dropFirst()) ?? 0
      let isLoud = rolls(50)
      matters[key]?.note = Paper.note(
        key, number, rev: note.rev + 1, title: "\(key)-\(number)", loud: isLoud, from: seconds,
        lasts: 14_400, plant: old.note.aps.threadID)
      matters[key]?.unheard = true
    } else {
      numbers += 1
      matters[key] = Matter(
        note: Paper.note(
          key, numbers, title: "\(key)-\(numbers)", from: seconds, lasts: 14_400, plant: "p\(numbers)"))
    }
  }

  private mutating func withdraw() {
    let keys = matters.keys.sorted()
    guard let key = pick(keys), let matter = matters[key], matter.isOpen else { return }
    let reasons: [WithdrawMessage.Reason] = [.done, .expired, .superseded]
    let number = Int(matter.note.aps.threadID.dropFirst()) ?? 0
    let reason = pick(reasons) ?? .done
    matters[key]?.withdrawal = Paper.withdrawal(
      key, number, reason, at: milliseconds / 1000 - Paper.start)
    matters[key]?.isOpen = false
    matters[key]?.isWithdrawalUnheard = true
    // From then on the bridge repeats the notification no more.
    matters[key]?.unheard = false
  }

  /// The bridge says again what was not acknowledged, the older first.
  private mutating func deliver(isFaulty: Bool) {
    for key in matters.keys.sorted() {
      if let matter = matters[key], matter.unheard, matter.note.note.exp.seconds > milliseconds / 1000 {
        hand(.notification(matter.note), isFaulty: isFaulty)
      }
      if let withdrawal = matters[key]?.withdrawal, matters[key]?.isWithdrawalUnheard == true {
        hand(.withdrawal(withdrawal), isFaulty: isFaulty)
      }
    }
  }

  private mutating func press() {
    let messages = shown.sorted { $0.key < $1.key }.map(\.value)
    guard let message = pick(messages), let data = pick(message.presses)
    else { return }
    if kind == .web || kind == .apns { return answerAtBridge(message) }
    presses += 1
    updates.append(Pressed(number: presses, text: data, at: milliseconds / 1000))
    // Somebody listens to the answer topic and says it again.
    if kind == .ntfy, rolls(20) {
      presses += 1
      updates.append(Pressed(number: presses, text: data, at: milliseconds / 1000))
    }
  }

  /// A browser closes what was pressed, and its worker answers as the device; so does an app.
  private mutating func answerAtBridge(_ message: Shown) {
    for (id, one) in shown where one.name == message.name { shown[id] = nil }
    guard let matter = matters[message.name], matter.isOpen,
      message.title == "\(message.name)-\(matter.note.aps.threadID.dropFirst())"
    else { return }
    let number = Int(matter.note.aps.threadID.dropFirst()) ?? 0
    applied[matter.note.note.id] = ActionMessage(
      id: matter.note.note.id, category: .wateringReminder, action: .waterDone, plant: nil, at: now.epoch)
    matters[message.name]?.isOpen = false
    matters[message.name]?.unheard = false
    matters[message.name]?.withdrawal = Paper.withdrawal(
      message.name, number, by: "anna-phone", at: milliseconds / 1000 - Paper.start)
    matters[message.name]?.isWithdrawalUnheard = true
  }

  private mutating func readPresses(isFaulty: Bool) {
    let seconds = milliseconds / 1000
    if kind == .telegram {
      for update in updates where update.number >= next {
        let parts = TelegramUpdate.parts(update.text)
        let press = Press(
          word: parts?.word ?? "", button: parts?.button ?? "", earliest: update.at, latest: seconds,
          query: "q\(update.number)")
        guard hand(.press(press), isFaulty: isFaulty, confirms: update.number) else { return }
      }
      return
    }
    let position = courier.memory.position.flatMap { Int64($0.dropFirst()) } ?? 0
    for update in updates where update.number > position {
      let json: JSON = [
        "id": .text("n\(update.number)"), "time": .number(Double(update.at)), "event": "message",
        "message": .text(update.text),
      ]
      if let line = NtfyLine(json.bytes),
        !hand(.line(line), isFaulty: isFaulty, confirms: update.number)
      {
        return
      }
    }
  }

  private mutating func finishRequest(isFaulty: Bool) {
    guard let request else { return }
    if milliseconds < quietUntil { faults.append("asked again before its time") }
    self.request = nil
    var outcome = ChannelOutcome.unreachable("away")
    switch isFaulty ? chance.next() % 8 : 7 {
    case 0: break
    case 1:
      let seconds = Int64(1 + chance.next() % 30)
      quietUntil = milliseconds + seconds * 1000
      outcome = .later(seconds: seconds)
    case 2:
      _ = serve(request)
      outcome = .failed("lost")
    case 3 where kind == .apns:
      // What it refuses for now, and what it says too late.
      outcome = lateAnswer(to: request) ?? .unreachable("APNs: ServiceUnavailable")
    default: outcome = serve(request)
    }
    hand(.outcome(outcome), isFaulty: isFaulty)
  }

  /// The client repeats a command until its ack comes; the bridge does each once.
  private mutating func actOnCommand(isFaulty: Bool) {
    guard !commands.isEmpty else { return }
    let action = commands.removeFirst()
    if isFaulty, rolls(20) { return _ = hand(.unanswered(action.id), isFaulty: isFaulty) }
    let seconds = milliseconds / 1000
    let isLate = action.exp.map { $0.seconds < seconds } ?? false
    if isLate { return _ = hand(.ack(Ack(re: action.id, code: .expired, ts: now.epoch)), isFaulty: isFaulty) }
    let isNew = applied.updateValue(action, forKey: action.id) == nil
    let code: AckCode = isNew ? .accepted : .duplicate
    let key = action.key?.text ?? ""
    if isNew, let matter = matters[key], matter.isOpen, matter.note.note.id == action.note {
      // Withdrawn from every device, with the one that answered as its author.
      let number = Int(matter.note.aps.threadID.dropFirst()) ?? 0
      matters[key]?.isOpen = false
      matters[key]?.unheard = false
      matters[key]?.withdrawal = Paper.withdrawal(key, number, by: "anna-phone", at: seconds - Paper.start)
      matters[key]?.isWithdrawalUnheard = true
    }
    if isFaulty, rolls(20) { return _ = hand(.unanswered(action.id), isFaulty: isFaulty) }
    hand(.ack(Ack(re: action.id, code: code, ts: EpochSeconds(clamping: seconds))), isFaulty: isFaulty)
  }

  /// What should not be.
  func problems() -> [String] {
    var found = faults
    let unsure = courier.memory.counted(.unsure)
    let seconds = milliseconds / 1000
    for (key, matter) in matters {
      let copies = shown.values.filter { $0.title == "\(key)-\(matter.note.aps.threadID.dropFirst())" }
      let offering = copies.filter { !$0.presses.isEmpty }
      if matter.isOpen, matter.note.note.exp.seconds > seconds, offering.isEmpty {
        found.append("\(key) is lost")
      }
      if !matter.isOpen, offering.count > unsure { found.append("\(key) can still be answered") }
      if offering.count > 1 + unsure { found.append("\(key) stands \(offering.count) times") }
    }
    for (press, ids) in causes where ids.count > 1 { found.append("press \(press) acted \(ids.count) times") }
    // A start that may have arrived is not said again: its run waits for a token that nobody will hand over.
    let waiting = courier.memory.items.filter { $0.sent < $0.version && (kind != .apns || $0.matter != .run) }
    if !waiting.isEmpty {
      found.append("\(waiting.map { "\($0.matter) \($0.fate) \($0.sent) of \($0.version)" }) still wait")
    }
    if !courier.memory.answers.isEmpty { found.append("answers still wait") }
    return found + appleProblems()
  }
}
