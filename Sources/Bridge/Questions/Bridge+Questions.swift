import BridgeConfig
import GardenCore
import GardenTopics
import HostSystem
import LoamKit
import Logging
import MQTTTypes
import MosquittoClient

// Questions: what the garden knows is answered at once; what is on the disk is looked up elsewhere, and answered when its bell rings.
extension Bridge {
  /// What became of a question.
  enum QuestionOutcome: String, CaseIterable {
    case answered
    case refused
    case busy
    case failed
    /// The answer came too late, or there was no broker to take it.
    case lost
  }

  /// Whoever asks again gets an answer of that moment: one that is older is worth nothing.
  private static let replyLasts: Duration = .seconds(10)

  func takeQuestion(_ head: CommandHead, _ question: MessageRequest.Question) {
    if isOtherInCharge { return }
    guard
      garden.admits(
        head, about: question.plant?.text, isPart: question.isForPart, at: now, into: &effects),
      let place = renderer.replyPlace(of: head.device)
    else { return tally.count(QuestionOutcome.refused) }
    do throws(DocumentError) {
      switch question {
      case .history(let request):
        let past = HistoryQuestion(request)
        lookUp(
          head, garden.plan.historyShares(of: past.plant, past.quantity).map { .history(past, $0) }, place)
      case .historyFile(let request):
        let past = HistoryQuestion(request)
        let span = Lookups.Span(at: request.at, count: request.count ?? BlobFacts.partMax)
        lookUp(
          head, garden.plan.historyShares(of: past.plant, past.quantity).map { .table(past, $0, span) }, place
        )
      case .photo(let request):
        guard let path = settings.web.photos[request.plant.text] else {
          throw DocumentError(.badValue, at: "/content/plant", "the plant has no photo")
        }
        let span = Lookups.Span(at: request.at, count: request.count ?? BlobFacts.partMax)
        lookUp(head, .photo(path: path, span), place)
      case .blob(let request): reply(try blob(request, for: head, place.bytesMax), to: head, on: place.topic)
      case .invitation(let request):
        reply(try invitation(request, for: head), to: head, on: place.topic)
      case .accounts where settings.broker.accounts == nil && garden.accountsKnown.isEmpty:
        // Nobody can be let in: there is nothing to show, and nothing to offer.
        throw DocumentError(.notReachable, "the config has no broker.accounts")
      case .allPlants, .reminders, .explain, .glance, .context, .accounts:
        let payload = try renderer.reply(to: head, question, from: garden, at: now, upTo: place.bytesMax)
        if let payload { reply(payload, to: head, on: place.topic) }
      }
    } catch {
      refuse(head, error)
    }
  }

  /// Few bytes, read as the commits of commands are written: within the turn.
  private func blob(
    _ request: BlobRequest, for head: CommandHead, _ bytesMax: Int
  ) throws(DocumentError) -> [UInt8] {
    guard let message = UniqueID(request.message.text), let blob = garden.blob(of: message, for: head.device)
    else { throw DocumentError(.unknownMessage, at: "/content/message", "no blob waits under that id") }
    let count = request.count ?? BlobFacts.partMax
    guard request.at < blob.size else { throw DocumentError(.badValue, at: "/content/at", "behind the end") }
    guard let bytes = keeper.blob(of: message, at: request.at, count: count) else {
      throw DocumentError(.busy, "its bytes cannot be read just now")
    }
    return try BlobReplies.reply(to: head.id, BlobFacts(blob), at: request.at, bytes, upTo: bytesMax) {
      .blob($0)
    }
  }

  /// - Parameter subject: `nil`: the plant is gone.
  private func lookUp(
    _ head: CommandHead, _ subject: Lookups.Subject?, _ place: (topic: String, bytesMax: Int)
  ) {
    guard let subject else { return tally.count(QuestionOutcome.refused) }
    if case .photo = subject {
    } else {
      guard !keeper.isInMemory else { return refuse(head, .failed, Reason(.disk)) }
      if chores.isHistoryWanted(at: now) { keeper.append(&history, at: now) }
    }
    let asked = Lookups.Question(
      head: head, subject: subject, topic: place.topic, bytesMax: place.bytesMax)
    guard queries.ask(asked) else { return refuse(head, .busy, Reason(.questions)) }
    questionsOpen += 1
  }

  /// An answer waits while the window to the broker is full; without a broker it is lost.
  var mayAnswer: Bool { questionsOpen > 0 && (mayLeave(.ack) || !client.isOnline) }

  /// What was found since the last turn.
  func answerQuestions() {
    var hasLearned = false
    while mayAnswer, let finding = queries.takeFinding() {
      questionsOpen -= 1
      switch finding {
      case .answer(let answer): give(answer)
      case .drying(.success(let records)):
        garden.handle(.learned(records), at: now, into: &effects)
        hasLearned = true
      case .drying(.failure(let error)): log.warning("forecast: the history teaches nothing: \(error)")
      }
    }
    // A whole garden's records were held twice.
    if hasLearned { ProcessMemory.releaseUnused() }
  }

  private func give(_ answer: Lookups.Answer) {
    let head = answer.asked.head
    switch answer.content {
    case .failed(let why):
      log.warning("history: \(why)")
      refuse(head, .failed, Reason(.history))
    case .refused(let error): refuse(head, error)
    case .found(let payload): reply(payload, to: head, on: answer.asked.topic)
    }
  }

  /// Forecasts begin with what the plants did before. `false`: too many questions wait; try again.
  func learnFromHistory() -> Bool {
    let lessons = garden.dryingLessons
    guard !keeper.isInMemory, !lessons.isEmpty else { return true }
    guard queries.take(.drying(lessons, until: now.wall)) else { return false }
    questionsOpen += 1
    return true
  }

  private func reply(_ payload: [UInt8], to head: CommandHead, on topic: String) {
    let isLate = head.expires.map { now.isWallTrusted && now.wall > $0 } ?? false
    guard !isLate, client.isOnline else { return tally.count(.lost) }
    tally.count(.answered)
    // While the window to the broker is full it waits its turn, as every document for a device does.
    keep(
      Outgoing(
        MQTTPublication(
          topic: topic, payload: payload, expirySeconds: UInt32(Self.replyLasts.wholeSeconds)),
        Handling(head.device, isDurable: false),
        expires: now.isWallTrusted ? now.wall + Self.replyLasts : nil))
  }

  private func refuse(_ head: CommandHead, _ error: DocumentError) {
    tally.count(QuestionOutcome.failed)
    for document in renderer.refusal(of: head, error, at: now) { keep(document) }
  }

  private func refuse(_ head: CommandHead, _ outcome: QuestionOutcome, _ why: Reason) {
    tally.count(outcome)
    effects.append(.acknowledge(head.outcome(why)))
  }
}
