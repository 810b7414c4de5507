import GardenCore
import GardenStore
import GardenTopics
import HostSystem
import Hub
import LoamKit
import Synchronization

/// Looks up what is on the disk, the history and photos, on a thread of its own, with a connection of its own that cannot write: the loop never
/// waits for a disk.
///
/// The thread is there only while there are errands, and a minute beyond: a bridge that nobody asks has one thread.
final class Lookups: Sendable {
  /// Nobody waits longer for an answer.
  static let patience: Duration = .seconds(8)
  private static let lingers: Duration = .seconds(60)

  private struct State {
    var waiting: [Lookup] = []
    var isLookingUp = false
    var findings: [Lookup.Finding] = []
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

  /// `false`: nobody looks. How many wait the hub bounds.
  func take(_ errand: Lookup) -> Bool {
    let (isTaken, needsThread) = state.withLock { state in
      guard !state.isClosed else { return (false, false) }
      state.waiting.append(errand)
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

  /// The oldest finding that was not taken.
  func takeFinding() -> Lookup.Finding? {
    _ = bell.take()
    return state.withLock { $0.findings.isEmpty ? nil : $0.findings.removeFirst() }
  }

  /// The thread ends as soon as it can; nothing more is answered.
  func close() {
    state.withLock { state in
      state.isClosed = true
      state.waiting.removeAll()
    }
    call.ring()
  }

  /// What the thread keeps from one question to the next.
  private struct Desk {
    var reader: HistoryReader?
    /// What was handed out in parts last: the parts of one table are parts of the same.
    var table: (question: HistoryQuestion, bytes: [UInt8], facts: BlobFacts)?
    var photo: (path: String, file: FileFacts, bytes: [UInt8], facts: BlobFacts)?
  }

  private func work() {
    var desk = Desk()
    while true {
      while let errand = next() {
        let finding: Lookup.Finding =
          switch errand {
          case .question(let question):
            .answer(Lookup.Answer(asked: question, content: lookUp(question, on: &desk)))
          case .drying(let lessons, let until): learn(lessons, until, on: &desk)
          }
        state.withLock { state in
          state.isLookingUp = false
          if !state.isClosed { state.findings.append(finding) }
        }
        bell.ring()
      }
      if isOver() { return }
    }
  }

  private func next() -> Lookup? {
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

  private func lookUp(_ asked: Lookup.Question, on desk: inout Desk) -> Lookup.Answer.Content {
    do throws(DocumentError) {
      switch asked.subject {
      case .history(let question, let shares):
        let history = try read(question, shares, on: &desk)
        return .found(
          try HistoryDocuments.reply(to: asked.head.id, history, of: question, upTo: asked.bytesMax))
      case .table(let question, let shares, let span):
        let table = try table(question, shares, from: span.at, on: &desk)
        return .found(try part(of: table.bytes, table.facts, span, asked) { .historyFile($0) })
      case .photo(let path, let span):
        let photo = try photo(path, on: &desk)
        return .found(try part(of: photo.bytes, photo.facts, span, asked) { .photo($0) })
      // The bridge's own store has it.
      case .blob: return .failed("a blob is not looked up here")
      }
    } catch {
      return error.code == .refused ? .failed(error.message) : .refused(error)
    }
  }

  private func part(
    of bytes: [UInt8], _ facts: BlobFacts, _ span: Lookup.Question.Part, _ asked: Lookup.Question,
    _ answer: (BlobPart) -> MessageReply.Answer
  ) throws(DocumentError) -> [UInt8] {
    try BlobReplies.reply(
      to: asked.head.id, facts, at: span.at, Array(bytes.dropFirst(span.at).prefix(span.count)),
      upTo: asked.bytesMax, answer)
  }

  private func read(
    _ question: HistoryQuestion, _ shares: [HistoryShare], on desk: inout Desk
  ) throws(DocumentError) -> PlantHistory {
    let until = HostClock.uptimeMilliseconds() + Self.patience.milliseconds
    do throws(StoreError) {
      return try read(on: &desk) { (reader) throws(StoreError) in
        try reader.history(of: question, shares: shares) {
          HostClock.uptimeMilliseconds() < until && !state.withLock { $0.isClosed }
        }
      }
    } catch {
      throw DocumentError(.refused, "\(error)")
    }
  }

  private func learn(
    _ lessons: [DryingLesson], _ until: Timestamp, on desk: inout Desk
  ) -> Lookup.Finding {
    do throws(StoreError) {
      return .drying(
        try read(on: &desk) { (reader) throws(StoreError) in
          try reader.drying(of: lessons, from: until - DryingLesson.reach, to: until) {
            !state.withLock { $0.isClosed }
          }
        })
    } catch {
      return .notLearned("\(error)")
    }
  }

  private func read<T>(
    on desk: inout Desk, _ body: (HistoryReader) throws(StoreError) -> T
  ) throws(StoreError) -> T {
    do throws(StoreError) {
      let reader: HistoryReader
      if let open = desk.reader { reader = open } else { reader = try HistoryReader(folder: folder) }
      desk.reader = reader
      return try body(reader)
    } catch {
      // The file may have been set aside or come back: it is opened anew.
      desk.reader = nil
      throw error
    }
  }

  /// A reader who begins gets the table as it is now; one who goes on, the one that it began with.
  private func table(
    _ question: HistoryQuestion, _ shares: [HistoryShare], from at: Int, on desk: inout Desk
  ) throws(DocumentError) -> (question: HistoryQuestion, bytes: [UInt8], facts: BlobFacts) {
    if at > 0, let table = desk.table, table.question == question { return table }
    let bytes = try HistoryDocuments.table(read(question, shares, on: &desk), of: question)
    let table = (question, bytes, BlobFacts(bytes, type: "text/csv"))
    desk.table = table
    return table
  }

  private func photo(
    _ path: String, on desk: inout Desk
  ) throws(DocumentError) -> (path: String, file: FileFacts, bytes: [UInt8], facts: BlobFacts) {
    let file = HostFile.facts(of: path, followsLink: false)
    if let photo = desk.photo, photo.path == path, photo.file == file { return photo }
    guard let file, let picture = HostPicture(path) else {
      throw DocumentError(.badValue, at: "/content/plant", "its photo cannot be read")
    }
    let photo = (path, file, picture.bytes, BlobFacts(picture.bytes, type: picture.type))
    desk.photo = photo
    return photo
  }
}
