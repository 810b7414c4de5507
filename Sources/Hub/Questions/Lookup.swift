package import GardenCore
package import LoamKit

/// What is on the disk and looked up beside the loop.
package enum Lookup: Sendable {
  case question(Question)
  /// What the past until then teaches.
  case drying([DryingLesson], until: Timestamp)

  /// What became of it.
  package enum Finding: Sendable {
    case answer(Answer)
    case drying([PlantID: DryingRecord])
    /// Why the past teaches nothing.
    case notLearned(String)
  }

  /// What somebody asked.
  package struct Question: Sendable {
    package enum Subject: Sendable {
      case history(HistoryQuestion, [HistoryShare])
      /// The same as a table, of which some bytes are wanted.
      case table(HistoryQuestion, [HistoryShare], Part)
      /// A file.
      case photo(path: String, Part)
      /// Bytes of a blob that waits for its device.
      case blob(UniqueID, BlobFacts, Part)

      /// It lies in the history.
      var isPast: Bool {
        switch self {
        case .history, .table: true
        case .photo, .blob: false
        }
      }
    }

    /// Some bytes of a blob.
    package struct Part: Sendable {
      package var at: Int
      package var count: Int

      package init(at: Int, count: Int) {
        self.at = at
        self.count = count
      }

      /// Whoever does not say how many gets as many as a part may have.
      init(at: Int, upTo count: Int?) { self.init(at: at, count: count ?? BlobFacts.partMax) }
    }

    package var head: CommandHead
    package var subject: Subject
    /// Where the answer goes, and how many bytes may.
    package var topic: String
    package var bytesMax: Int

    package init(head: CommandHead, subject: Subject, topic: String, bytesMax: Int) {
      self.head = head
      self.subject = subject
      self.topic = topic
      self.bytesMax = bytesMax
    }
  }

  package struct Answer: Sendable {
    package enum Content: Sendable {
      /// The payload.
      case found([UInt8])
      /// English, for the asker and the log.
      case failed(String)
      /// The asker's own mistake.
      case refused(DocumentError)
    }
    package var asked: Question
    package var content: Content

    package init(asked: Question, content: Content) {
      self.asked = asked
      self.content = content
    }
  }
}
