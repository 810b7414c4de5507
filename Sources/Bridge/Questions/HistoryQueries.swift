import GardenCore
import GardenStore
import GardenTopics
import HostSystem
import LoamKit
import Synchronization

/// Looks the history up on a thread of its own, with a connection of its own that cannot write: the loop never waits for a disk.
///
/// The thread is there only while there are questions, and a minute beyond: a bridge that nobody asks has one thread.
final class HistoryQueries: Sendable {
  /// Questions that wait or are looked up, and answers that were not taken; one more is `busy`.
  static let waitingMax = 4
  /// Nobody waits longer for an answer.
  static let patience: Duration = .seconds(8)
  private static let lingers: Duration = .seconds(60)

  struct Question: Sendable {
    var head: CommandHead
    var question: HistoryQuestion
    var shares: [HistoryShare]
    /// Where the answer goes, and how many bytes may.
    var topic: String
    var bytesMax: Int
  }

  struct Answer: Sendable {
    enum Content: Sendable {
      /// The payload.
      case found([UInt8])
      /// English, for the asker and the log.
      case failed(String)
    }
    var asked: Question
    var content: Content
  }

  private struct State {
    var waiting: [Question] = []
    var isLookingUp = false
    var answers: [Answer] = []
    var isThreadThere = false
    var isClosed = false
  }

  /// Of the store.
  private let folder: String
  private let state = Mutex(State())
  /// Rung when there is an answer.
  let bell: WakeDescriptor
  /// Rung when there is a question.
  private let call: WakeDescriptor

  init(folder: String) throws(HostError) {
    self.folder = folder
    bell = try WakeDescriptor()
    call = try WakeDescriptor()
  }

  /// `false`: too many wait.
  func ask(_ question: Question) -> Bool {
    let (isTaken, needsThread) = state.withLock { state in
      let count = state.waiting.count + (state.isLookingUp ? 1 : 0) + state.answers.count
      guard count < Self.waitingMax, !state.isClosed else { return (false, false) }
      state.waiting.append(question)
      defer { state.isThreadThere = true }
      return (true, !state.isThreadThere)
    }
    guard isTaken else { return false }
    call.ring()
    guard needsThread else { return true }
    do throws(HostError) {
      try HostThread.start { self.work() }
    } catch {
      state.withLock { state in
        state.isThreadThere = false
        state.waiting.removeAll()
      }
      return false
    }
    return true
  }

  /// The oldest answer that was not taken.
  func takeAnswer() -> Answer? {
    _ = bell.take()
    return state.withLock { $0.answers.isEmpty ? nil : $0.answers.removeFirst() }
  }

  /// The thread ends as soon as it can; nothing more is answered.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.waiting.removeAll()
    }
    call.ring()
  }

  private func work() {
    var reader: HistoryReader?
    while true {
      while let question = next() {
        let content = lookUp(question, with: &reader)
        state.withLock { state in
          state.isLookingUp = false
          if !state.isClosed { state.answers.append(Answer(asked: question, content: content)) }
        }
        bell.ring()
      }
      if isOver() { return }
    }
  }

  private func next() -> Question? {
    state.withLock { state in
      guard !state.waiting.isEmpty, !state.isClosed else { return nil }
      state.isLookingUp = true
      return state.waiting.removeFirst()
    }
  }

  /// Waits for a question; `true`: none came, and the thread ends.
  private func isOver() -> Bool {
    var entries = [PollEntry(call.descriptor, .readable)]
    let until = HostClock.uptimeMilliseconds() + Self.lingers.milliseconds
    HostPoll.wait(&entries, until: until)
    _ = call.take()
    return state.withLock { state in
      guard state.isClosed || (state.waiting.isEmpty && !entries[0].isReadable) else { return false }
      state.isThreadThere = false
      return true
    }
  }

  private func lookUp(_ asked: Question, with reader: inout HistoryReader?) -> Answer.Content {
    let until = HostClock.uptimeMilliseconds() + Self.patience.milliseconds
    do throws(StoreError) {
      let open: HistoryReader
      if let reader { open = reader } else { open = try HistoryReader(folder: folder) }
      reader = open
      let history = try open.history(of: asked.question, shares: asked.shares) {
        HostClock.uptimeMilliseconds() < until && !state.withLock { $0.isClosed }
      }
      do throws(DocumentError) {
        let id = asked.head.id
        return .found(
          try HistoryDocuments.reply(to: id, history, of: asked.question, upTo: asked.bytesMax))
      } catch {
        return .failed("the answer does not fit the device: \(error.message)")
      }
    } catch {
      // The file may have been set aside or come back: it is opened anew.
      reader = nil
      return .failed("\(error)")
    }
  }
}
