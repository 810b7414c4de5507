import GardenCore
import PayloadJSON

/// A topic that no family knows.
package struct StrangerTopic: Sendable, Hashable {
  package enum Look: Sendable, Hashable {
    case number(Double)
    /// Keys of the first numbers in it.
    case json(numbers: [String])
    case word(String)
    case binary
  }
  package var topic: String
  package var look: Look

  init(_ message: HeardMessage, _ reader: PayloadReader) {
    topic = message.topic
    if case .value(let number, _) = reader.number() {
      look = .number(number)
    } else if reader.tree != nil {
      let numbers = PayloadOutline(reader).values.filter { $0.number != nil }
      look = .json(numbers: numbers.prefix(8).map(\.path))
    } else if let word = String(validating: message.payload, as: UTF8.self), word.utf8.count <= 200 {
      look = .word(word)
    } else {
      look = .binary
    }
  }
}
