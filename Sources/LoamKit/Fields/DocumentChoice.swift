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
  /// `nil`: the choice is another one.
  let write: @Sendable (Choice, Findings) -> JSON?

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
    write = { choice, findings in content(choice).map { type().write($0, findings) } }
  }
}

extension DocumentChoice {
  /// The word that tells it apart.
  public var word: String { Self.variants.first { $0.write(self, Findings()) != nil }?.word ?? "" }
}

extension Fields {
  /// Two fields: a word, and the content that it tells. What another word asks for is not spoken here.
  package func choice<Choice: DocumentChoice>(
    _ tag: String, _ key: String, _ property: KeyPath<Part, Choice>
  ) -> Choice {
    let word = required(tag, property.appending(path: \.word), .request(Choice.variants.map(\.word)))
    let variant = Choice.variants.first { $0.word == word }
    let type = FieldType<Choice>(
      shape: { .choice(by: tag, Choice.variants.map { ($0.word, $0.shape()) }) },
      blank: { (variant ?? Choice.variants[0]).blank() },
      read: { json, findings in variant?.read(json, findings) ?? Choice.variants[0].blank() },
      write: { choice, findings in variant?.write(choice, findings) ?? .null })
    return required(key, property, type)
  }
}
