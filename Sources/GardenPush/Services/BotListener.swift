internal import HostSystem
internal import LoamKit
internal import Logging
internal import PushChannels
internal import GardenCore

/// Hears what people press and write to one bot, by long polls: an answer comes home and no port is open.
///
/// The number of the next update is stored in one transaction with what follows from an update: each acts once, also across a kill.
final class BotListener: Sendable {
  private let id: String
  private let service: Service
  private let devices: [DeviceName]
  private let loop: PushLoop
  private let store: PushStore
  private let web: ServiceClient
  private let log: Logger
  private static let pollSeconds = 50
  /// How often it is noted that nothing was waiting.
  private static let noteSeconds: Int64 = 600

  /// - Parameter id: the public part of the bot's token.
  init(
    _ id: String, _ service: Service, _ devices: [DeviceName], loop: PushLoop, store: PushStore,
    web: ServiceClient,
    log: Logger
  ) {
    (self.id, self.service, self.devices) = (id, service, devices)
    (self.loop, self.store, self.web, self.log) = (loop, store, web, log)
  }

  private struct Ear {
    var place: BotPlace
    /// Nothing was left waiting: what comes now has just happened.
    var isCurrent = false
    var failures = 0
    var strangers = 0
    var wrongCodes = 0
    /// How long the service wants to be left alone; seconds.
    var asked: Int64?
    var noted: Int64 = 0
  }

  func run() async {
    var ear = Ear(place: BotPlace(id: id, next: 0, heard: nil))
    var chance = SplitMix64(seed: HostRandom.seed())
    if let known = try? store.bot(id) { ear.place = known }
    while !Task.isCancelled {
      if let reason = await poll(&ear) {
        ear.isCurrent = false
        ear.failures += 1
        if ear.failures == 1 { log.warning("the bot is not heard: \(reason)") }
        let wait = Backoff.milliseconds(untilListeningAfter: ear.failures, asked: ear.asked, &chance)
        ear.asked = nil
        guard (try? await HostClock.wait(for: .milliseconds(wait))) != nil else { return }
      } else {
        if ear.failures > 0 { log.notice("the bot is heard again") }
        ear.failures = 0
      }
    }
  }

  /// `nil`: it ended well.
  private func poll(_ ear: inout Ear) async -> String? {
    let request = Telegram.poll(from: ear.place.next, seconds: Self.pollSeconds)
    let answer: ServiceClient.Answer
    do throws(ServiceClient.Silence) {
      answer = try await web.answer(
        request, at: service.address, bearer: nil, within: Int64(Self.pollSeconds) + 20)
    } catch {
      return "\(error)"
    }
    ear.asked = answer.retryAfter
    if answer.status == 429, case .later(let seconds) = Telegram.outcome(status: 429, body: answer.body) {
      ear.asked = seconds
      return "it is asked too often"
    }
    guard answer.status == 200, let updates = TelegramUpdate.all(in: answer.body) else {
      return answer.status == 409 ? "another program polls the same bot" : "status \(answer.status)"
    }
    // Whatever their numbers: after a week without any the service begins to count somewhere else, also further down.
    for update in updates {
      guard await take(update, &ear) else { return "the store takes nothing" }
      ear.place.next = update.id + 1
    }
    // A full answer may not have been all that waited.
    if updates.count < Telegram.pollMax { note(&ear, isEmpty: updates.isEmpty) }
    return nil
  }

  private func note(_ ear: inout Ear, isEmpty: Bool) {
    let now = HostClock.now().wallMilliseconds / 1000
    ear.place.heard = now
    ear.isCurrent = true
    guard isEmpty, abs(now - ear.noted) >= Self.noteSeconds else { return }
    ear.noted = now
    try? store.put(ear.place)
  }

  /// Whether it is on the disk that this update is over with.
  private func take(_ update: TelegramUpdate, _ ear: inout Ear) async -> Bool {
    let now = HostClock.now().wallMilliseconds / 1000
    var place = ear.place
    place.next = update.id + 1
    switch update.matter {
    case .press(let data, let query, let message, let written):
      let (word, button) = TelegramUpdate.parts(data) ?? ("", "")
      // Where updates may have waited, a press is as old as its message or as our absence.
      let earliest = ear.isCurrent ? now : min(now, max(written ?? 0, ear.place.heard ?? 0))
      let press = Press(
        word: word, button: button, earliest: earliest, latest: now, query: query, handle: message)
      guard let chat = update.chat, let device = await device(in: chat, word) else {
        // Whoever it is does not look at a clock for ever.
        Task { [service, web] in _ = await service.outcome(of: Telegram.answer(query, ""), by: web) }
        break
      }
      return await loop.take(.press(press), for: device, bot: place)
    case .text(let text):
      guard let chat = update.chat, let code = TelegramUpdate.code(in: text) else { break }
      let known: String?
      do throws(PushFailure) { known = try store.device(of: code, at: now) } catch { return false }
      guard let name = known.flatMap({ DeviceName($0) }), devices.contains(name) else {
        ear.wrongCodes += 1
        if ear.wrongCodes.nonzeroBitCount == 1 {
          log.warning("somebody tried a code that does not hold (\(ear.wrongCodes) so far)")
        }
        return put(place)
      }
      guard await loop.take(.bound(chat: chat), for: name, bot: place, spending: code) else { return false }
      _ = await service.outcome(of: Telegram.words("✓ \(name)", in: chat), by: web)
      return true
    case .other: return put(place)
    }
    ear.strangers += 1
    if ear.strangers.nonzeroBitCount == 1 {
      log.notice("somebody who is not bound writes to the bot (\(ear.strangers) so far)")
    }
    return put(place)
  }

  private func put(_ place: BotPlace) -> Bool { (try? store.put(place)) != nil }

  /// Of the devices in this chat the one whose button it was.
  private func device(in chat: Int64, _ word: String) async -> DeviceName? {
    let bound = await loop.devices(in: chat, among: devices)
    for device in bound where await loop.knows(word, device) { return device }
    return bound.first
  }
}
