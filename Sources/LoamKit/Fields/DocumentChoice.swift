/// One of several contents, told apart by a word beside it.
public protocol DocumentChoice: Sendable, Hashable {
  /// Each content by its word. One that is added here is read, written and described.
  static var variants: [DocumentVariant<Self>] { get }
}

/// One content of a choice.
public struct DocumentVariant<Choice: DocumentChoice>: Sendable {
  /// What tells it apart.
  public let word: String
  let shape: @Sendable () -> PartShape
  let blank: @Sendable () -> Choice
  let read: @Sendable (JSON, Findings) -> Choice
  let holds: @Sendable (Choice) -> Bool
  let write: @Sendable (Choice, inout [UInt8], Findings) -> Void

  /// - Parameters:
  ///   - word: what tells it apart.
  ///   - make: the choice with that content.
  ///   - content: of a choice; `nil` where it is another one.
  public init<Content: DocumentPart>(
    _ word: String, _ make: @escaping @Sendable (Content) -> Choice,
    _ content: @escaping @Sendable (Choice) -> Content?
  ) {
    self.word = word
    let type: @Sendable () -> FieldType<Content> = { .part }
    shape = { Content.shape }
    blank = { make(type().blank()) }
    read = { json, findings in make(type().read(json, findings)) }
    holds = { content($0) != nil }
    write = { choice, bytes, findings in
      if let content = content(choice) { type().write(content, &bytes, findings) }
    }
  }
}

extension DocumentChoice {
  /// The word that tells it apart.
  public var word: String { variant?.word ?? "" }

  fileprivate var variant: DocumentVariant<Self>? { Self.variants.first { $0.holds(self) } }
}

extension Fields {
  /// Two fields: a word, and the content that it tells. What another word asks for is not spoken here.
  package func choice<Choice: DocumentChoice>(
    _ tag: String, _ key: String, _ property: @escaping (Part) -> Choice
  ) -> Choice {
    let word = required(tag, { property($0).word }, .request(Choice.variants.map(\.word)))
    let variant = Choice.variants.first { $0.word == word }
    let type = FieldType<Choice>(
      shape: { .choice(by: tag, Choice.variants.map { ($0.word, $0.shape()) }) },
      blank: { (variant ?? Choice.variants[0]).blank() },
      read: { json, findings in variant?.read(json, findings) ?? Choice.variants[0].blank() },
      write: { choice, bytes, findings in
        if let variant = choice.variant {
          variant.write(choice, &bytes, findings)
        } else {
          JSON.null.write(into: &bytes)
        }
      })
    return required(key, property, type)
  }
}
