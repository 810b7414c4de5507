/// The way from the root of a message to a value; written as ``init(text:)`` says.
package struct FieldPath: Sendable, Hashable {
  package enum Step: Sendable, Hashable {
    case key(String)
    /// A member of an array, from 0.
    case index(Int)
    /// Whichever value of an object or an array has what the rest of the path asks for.
    case any
    /// Whichever value of an object or an array has this field.
    case which(FieldMatch)
    /// A part of a text; always last.
    case piece(TextPiece)
  }
  package var steps: [Step]
  package init(_ steps: [Step]) { self.steps = steps }

  /// Keys and indices only: one look-up a step, one place at most.
  var isPlain: Bool {
    steps.allSatisfy { step in
      switch step {
      case .key, .index: true
      case .any, .which, .piece: false
      }
    }
  }

  /// The key with which the path begins.
  var firstKey: String? {
    if case .key(let key) = steps.first { key } else { nil }
  }

  /// What is to be taken out of the text at the path's end.
  var piece: TextPiece? {
    guard case .piece(let piece) = steps.last else { return nil }
    return piece
  }

  /// Whether the path can be followed in a payload that is not JSON.
  var fitsBareText: Bool { steps.isEmpty || (steps.count == 1 && piece != nil) }
}
