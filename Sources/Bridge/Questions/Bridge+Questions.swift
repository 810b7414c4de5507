import GardenCore
import GardenTopics
import LoamKit
import Logging
import MQTTTypes
import MosquittoClient

// Questions: what the garden knows is answered at once; the past is looked up elsewhere, and answered when its bell rings.
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
    guard garden.admits(head, about: question.plant?.text, at: now, into: &effects),
      let place = renderer.replyPlace(of: head.device)
    else { return tally.count(QuestionOutcome.refused) }
    if case .history(let request) = question { return lookUp(head, HistoryQuestion(request), place) }
    do throws(DocumentError) {
      let payload = try renderer.reply(to: head, question, from: garden, at: now, upTo: place.bytesMax)
      if let payload { reply(payload, to: head, on: place.topic) }
    } catch {
      tally.count(QuestionOutcome.failed)
      for document in renderer.refusal(of: head, error, at: now) { keep(document) }
    }
  }

  private func lookUp(
    _ head: CommandHead, _ question: HistoryQuestion, _ place: (topic: String, bytesMax: Int)
  ) {
    guard let shares = garden.plan.historyShares(of: question.plant, question.quantity) else {
      return tally.count(QuestionOutcome.refused)
    }
    guard !keeper.isInMemory else {
      return refuse(head, .failed, Reason(.disk))
    }
    let asked = HistoryQueries.Question(
      head: head, question: question, shares: shares, topic: place.topic, bytesMax: place.bytesMax)
    if chores.isHistoryWanted(at: now) { keeper.append(&history, at: now) }
    guard queries.ask(asked) else { return refuse(head, .busy, Reason(.questions)) }
    questionsOpen += 1
  }

  /// An answer waits while the window to the broker is full; without a broker it is lost.
  var mayAnswer: Bool { questionsOpen > 0 && (client.canPublish || !client.isOnline) }

  /// What was found since the last turn.
  func answerQuestions() {
    while mayAnswer, let answer = queries.takeAnswer() {
      questionsOpen -= 1
      let head = answer.asked.head
      switch answer.content {
      case .failed(let why):
        log.warning("history: \(why)")
        refuse(head, .failed, Reason(.history))
      case .found(let payload): reply(payload, to: head, on: answer.asked.topic)
      }
    }
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

  private func refuse(_ head: CommandHead, _ outcome: QuestionOutcome, _ why: Reason) {
    tally.count(outcome)
    effects.append(.acknowledge(head.outcome(why)))
  }
}
