import BridgeConfig
import GardenCore
import GardenTopics
import LoamKit
import MQTTTypes

/// Questions: what the garden knows is answered at once; what is on the disk is looked up elsewhere, and answered when its bell rings.
struct Questions {
  /// Lookups that are not answered; one question more is `busy`.
  static let openMax = 4
  /// Whoever asks again gets an answer of that moment: one that is older is worth nothing.
  private static let replyLasts: Duration = .seconds(10)

  /// Asked, and not answered yet.
  private var open = 0

  /// What is to be done about a question.
  enum Step {
    case lookUp(Lookup)
    case say([Outgoing])
    case acknowledge(Outcome)
    case learned([PlantID: DryingRecord])
    case learnLater
  }

  /// Where an answer lies.
  enum Source {
    case here([UInt8])
    case disk(Lookup.Question.Subject)
    /// The plant is gone, or nothing is to be said.
    case nowhere(isRefused: Bool)
  }

  var isWaiting: Bool { open > 0 }

  func source(
    of question: MessageRequest.Question, by head: CommandHead, in garden: Garden, _ renderer: Renderer,
    _ settings: BridgeSettings, upTo bytesMax: Int, at now: Moment
  ) throws(DocumentError) -> Source {
    func past(_ question: HistoryQuestion, _ subject: ([HistoryShare]) -> Lookup.Question.Subject) -> Source {
      garden.plan.historyShares(of: question.plant, question.quantity).map { .disk(subject($0)) }
        ?? .nowhere(isRefused: true)
    }
    switch question {
    case .history(let request):
      let question = HistoryQuestion(request)
      return past(question) { .history(question, $0) }
    case .historyFile(let request):
      let question = HistoryQuestion(request)
      return past(question) { .table(question, $0, .init(at: request.at, upTo: request.count)) }
    case .photo(let request):
      guard let path = settings.web.photos[request.plant.text] else {
        throw DocumentError(.badValue, at: "/content/plant", "the plant has no photo")
      }
      return .disk(.photo(path: path, .init(at: request.at, upTo: request.count)))
    case .blob(let request):
      guard let message = UniqueID(request.message.text),
        let blob = garden.blob(of: message, for: head.device)
      else { throw DocumentError(.unknownMessage, at: "/content/message", "no blob waits under that id") }
      guard request.at < blob.size else {
        throw DocumentError(.badValue, at: "/content/at", "behind the end")
      }
      return .disk(.blob(message, BlobFacts(blob), .init(at: request.at, upTo: request.count)))
    case .accounts where settings.broker.accounts == nil && garden.accountsKnown.isEmpty:
      // Nobody can be let in: there is nothing to show, and nothing to offer.
      throw DocumentError(.notReachable, "the config has no broker.accounts")
    case .allPlants, .reminders, .explain, .glance, .context, .accounts, .invitation:
      let payload = try renderer.reply(to: head, question, from: garden, at: now, upTo: bytesMax)
      return payload.map { .here($0) } ?? .nowhere(isRefused: false)
    }
  }

  mutating func lookUp(
    _ subject: Lookup.Question.Subject, for head: CommandHead, _ place: (topic: String, bytesMax: Int),
    _ tally: inout Tally
  ) -> Step {
    // Few bytes, read as the commits of commands are written: within the turn.
    let isQuick = if case .blob = subject { true } else { false }
    guard isQuick || open < Self.openMax else { return refuse(head, .busy, Reason(.questions), &tally) }
    open += 1
    return .lookUp(
      .question(
        Lookup.Question(head: head, subject: subject, topic: place.topic, bytesMax: place.bytesMax)))
  }

  /// Forecasts begin with what the plants did before.
  mutating func learn(_ lessons: [DryingLesson], at now: Moment) -> Step? {
    guard !lessons.isEmpty else { return nil }
    guard open < Self.openMax else { return .learnLater }
    open += 1
    return .lookUp(.drying(lessons, until: now.wall))
  }

  /// There is nobody who could look.
  mutating func notLookedUp(_ lookup: Lookup, _ tally: inout Tally) -> Step {
    open -= 1
    switch lookup {
    case .question(let asked): return refuse(asked.head, .busy, Reason(.questions), &tally)
    case .drying: return .learnLater
    }
  }

  mutating func found(
    _ finding: Lookup.Finding, isOnline: Bool, by renderer: Renderer, _ tally: inout Tally,
    _ log: inout HubLog, at now: Moment
  ) -> Step? {
    open -= 1
    switch finding {
    case .drying(let records): return .learned(records)
    case .notLearned(let why):
      log.warning("forecast: the history teaches nothing: \(why)")
      return nil
    case .answer(let answer):
      let head = answer.asked.head
      switch answer.content {
      case .failed(let why):
        log.warning("history: \(why)")
        return refuse(head, .failed, Reason(.history), &tally)
      case .refused(let error): return refuse(head, error, by: renderer, &tally, at: now)
      case .found(let payload):
        return reply(payload, to: head, on: answer.asked.topic, isOnline: isOnline, &tally, at: now)
      }
    }
  }

  func reply(
    _ payload: [UInt8], to head: CommandHead, on topic: String, isOnline: Bool, _ tally: inout Tally,
    at now: Moment
  ) -> Step? {
    let isLate = head.expires.map { now.isWallTrusted && now.wall > $0 } ?? false
    tally.count(isLate || !isOnline ? QuestionOutcome.lost : .answered)
    guard !isLate, isOnline else { return nil }
    // While the window to the broker is full it waits its turn, as every document for a device does.
    return .say([
      Outgoing(
        MQTTPublication(
          topic: topic, payload: payload, expirySeconds: UInt32(Self.replyLasts.wholeSeconds)),
        Handling(head.device, isDurable: false),
        expires: now.isWallTrusted ? now.wall + Self.replyLasts : nil)
    ])
  }

  func refuse(
    _ head: CommandHead, _ error: DocumentError, by renderer: Renderer, _ tally: inout Tally, at now: Moment
  ) -> Step {
    tally.count(QuestionOutcome.failed)
    return .say(renderer.refusal(of: head, error, at: now))
  }

  func refuse(_ head: CommandHead, _ outcome: QuestionOutcome, _ why: Reason, _ tally: inout Tally) -> Step {
    tally.count(outcome)
    return .acknowledge(head.outcome(why))
  }
}
