import BridgeConfig
import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes

// Questions: what the garden knows is answered at once; what is on the disk is looked up elsewhere, and answered when its bell rings.
extension Hub {
  /// What became of a question.
  enum QuestionOutcome: String, CaseIterable {
    case answered
    case refused
    case busy
    case failed
    /// The answer came too late, or there was no broker to take it.
    case lost
  }

  /// Errands that are not answered; one question more is `busy`.
  package static let questionsMax = 4
  /// Whoever asks again gets an answer of that moment: one that is older is worth nothing.
  private static let replyLasts: Duration = .seconds(10)

  mutating func takeQuestion(_ head: CommandHead, _ question: MessageRequest.Question) {
    if isOtherInCharge { return }
    guard
      garden.admits(
        head, about: question.plant?.text, isPart: question.isForPart, at: now, into: &turn.effects),
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
        let span = Question.Part(at: request.at, count: request.count ?? BlobFacts.partMax)
        lookUp(
          head, garden.plan.historyShares(of: past.plant, past.quantity).map { .table(past, $0, span) }, place
        )
      case .photo(let request):
        guard let path = settings.web.photos[request.plant.text] else {
          throw DocumentError(.badValue, at: "/content/plant", "the plant has no photo")
        }
        let span = Question.Part(at: request.at, count: request.count ?? BlobFacts.partMax)
        lookUp(head, .photo(path: path, span), place)
      case .blob(let request): try blob(request, for: head, place)
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
  private mutating func blob(
    _ request: BlobRequest, for head: CommandHead, _ place: (topic: String, bytesMax: Int)
  ) throws(DocumentError) {
    guard let message = UniqueID(request.message.text), let blob = garden.blob(of: message, for: head.device)
    else { throw DocumentError(.unknownMessage, at: "/content/message", "no blob waits under that id") }
    guard request.at < blob.size else { throw DocumentError(.badValue, at: "/content/at", "behind the end") }
    let part = Question.Part(at: request.at, count: request.count ?? BlobFacts.partMax)
    questionsOpen += 1
    turn.errands.append(
      .lookUp(
        .question(
          Question(
            head: head, subject: .blob(message, BlobFacts(blob), part), topic: place.topic,
            bytesMax: place.bytesMax))))
  }

  /// - Parameter subject: `nil`: the plant is gone.
  private mutating func lookUp(
    _ head: CommandHead, _ subject: Question.Subject?, _ place: (topic: String, bytesMax: Int)
  ) {
    guard let subject else { return tally.count(QuestionOutcome.refused) }
    if case .photo = subject {
    } else {
      guard !durability.isInMemory else { return refuse(head, .failed, Reason(.disk)) }
      if chores.isHistoryWanted(at: now) { durability.append(&history) }
    }
    let asked = Question(head: head, subject: subject, topic: place.topic, bytesMax: place.bytesMax)
    if !lookUp(.question(asked)) { refuse(head, .busy, Reason(.questions)) }
  }

  /// `false`: too many wait.
  private mutating func lookUp(_ errand: Errand) -> Bool {
    guard questionsOpen < Self.questionsMax else { return false }
    questionsOpen += 1
    turn.errands.append(.lookUp(errand))
    return true
  }

  /// There is nobody who could look.
  mutating func notLookedUp(_ errand: Errand) {
    questionsOpen -= 1
    switch errand {
    case .question(let asked): refuse(asked.head, .busy, Reason(.questions))
    case .drying: chores.isToLearn = true
    }
  }

  /// An answer waits while the window to the broker is full; without a broker it is lost.
  package var mayAnswer: Bool { questionsOpen > 0 && (line.mayLeave(.ack) || !line.isOnline) }

  mutating func found(_ finding: Finding) {
    questionsOpen -= 1
    switch finding {
    case .answer(let answer): give(answer)
    case .drying(let records):
      garden.handle(.learned(records), at: now, into: &turn.effects)
      // A whole garden's records were held twice.
      turn.errands.append(.releaseMemory)
    case .notLearned(let why): log.warning("forecast: the history teaches nothing: \(why)")
    }
  }

  private mutating func give(_ answer: Answer) {
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
  mutating func learnFromHistory() -> Bool {
    let lessons = garden.dryingLessons
    guard !durability.isInMemory, !lessons.isEmpty else { return true }
    return lookUp(.drying(lessons, until: now.wall))
  }

  private mutating func reply(_ payload: [UInt8], to head: CommandHead, on topic: String) {
    let isLate = head.expires.map { now.isWallTrusted && now.wall > $0 } ?? false
    guard !isLate, line.isOnline else { return tally.count(.lost) }
    tally.count(.answered)
    // While the window to the broker is full it waits its turn, as every document for a device does.
    keep(
      Outgoing(
        MQTTPublication(
          topic: topic, payload: payload, expirySeconds: UInt32(Self.replyLasts.wholeSeconds)),
        Handling(head.device, isDurable: false),
        expires: now.isWallTrusted ? now.wall + Self.replyLasts : nil))
  }

  private mutating func refuse(_ head: CommandHead, _ error: DocumentError) {
    tally.count(QuestionOutcome.failed)
    for document in renderer.refusal(of: head, error, at: now) { keep(document) }
  }

  private mutating func refuse(_ head: CommandHead, _ outcome: QuestionOutcome, _ why: Reason) {
    tally.count(outcome)
    turn.effects.append(.acknowledge(head.outcome(why)))
  }
}
