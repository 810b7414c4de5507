import PayloadJSON

/// One message, as recognisers look at it.
struct HeardPiece {
  let topic: String
  let levels: [String]
  let payload: PayloadReader
  /// What else was heard, for families whose messages do not explain themselves.
  let heard: HeardMessages
  /// What else this device said; `nil`: it is still listened to.
  let hearing: Hearing?
  let context: DecodeContext?

  init(
    _ message: HeardMessage, _ payload: PayloadReader, _ heard: HeardMessages, _ hearing: Hearing? = nil,
    _ context: DecodeContext? = nil
  ) {
    topic = message.topic
    levels = message.topic.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    self.payload = payload
    self.heard = heard
    self.hearing = hearing
    self.context = context
  }

  /// All numbers that were heard at a place of the message, as ``PayloadOutline`` has it.
  func numbers(at place: String = "") -> [Double] { hearing?.numbers[place] ?? [] }

  /// The payload's JSON object.
  var object: JSONValue? {
    guard let root = payload.root, root.kind == .object else { return nil }
    return root
  }

  /// The payload's bare number; a word that means "no value" counts, since a device says it where its number stands.
  var isNumber: Bool { number != nil || (payload.byteCount > 0 && payload.number() == NumberReading.none) }

  /// What tells its device from the others on its topic; `nil`: they say who they are, and it does not.
  var selection: [FieldMatch]? {
    let paths = hearing == nil ? [] : heard.distinguishing(on: topic)
    if paths.isEmpty { return [] }
    let names = SpeakerName.all(in: payload)
    let select = paths.compactMap { path in
      names.first { $0.path == path }.map { FieldMatch(path: path, value: $0.value) }
    }
    return select.count < paths.count ? nil : select
  }

  var number: Double? {
    guard case .value(let number, _) = payload.number() else { return nil }
    return number
  }

  func joined(_ range: Range<Int>) -> String { levels[range].joined(separator: "/") }
}

/// What a family's devices look like to somebody who only hears them.
struct Recognizer: Sendable {
  /// Where several families could have said a message, the surer one is asked first; of the same rank, the one that stands first in
  /// ``Families/all``.
  enum Rank: CaseIterable {
    /// Topics, fields, or what stands beside them, that belong to nobody else.
    case own
    /// A form that other programs have too.
    case shared
    /// Names alone.
    case guess
  }

  let rank: Rank
  /// What the family does not know is guessed from the names in its messages: paths of its fields start at their root.
  let guesses: Bool
  /// A device in its program's own list.
  struct Listed: Sendable {
    /// Below the list's base.
    var name: String
    var model: String
    /// It says something of plants, or waters them.
    var isForPlants: Bool
  }

  /// How the topic ends on which the family's program lists its devices, and what a list says.
  let list: (ending: String, devices: @Sendable (PayloadReader) -> [Listed])?
  /// Who may have said the message: none, or each device that it speaks of.
  let candidates: @Sendable (HeardPiece) -> [DeviceCandidate]

  init(
    _ rank: Rank, guesses: Bool = false,
    list: (ending: String, devices: @Sendable (PayloadReader) -> [Listed])? = nil,
    _ candidates: @escaping @Sendable (HeardPiece) -> [DeviceCandidate]
  ) {
    self.rank = rank
    self.guesses = guesses
    self.list = list
    self.candidates = candidates
  }
}

/// Who may have said a message.
enum Recognizers {
  static let inOrder = Recognizer.Rank.allCases.flatMap { rank in
    Families.all.compactMap(\.recognizer).filter { $0.rank == rank }
  }

  static let lists = inOrder.compactMap(\.list)

  /// The candidates of the first recogniser that knows the message.
  static func candidates(_ piece: HeardPiece) -> [DeviceCandidate] {
    for recognizer in inOrder {
      let candidates = recognizer.candidates(piece)
      if !candidates.isEmpty { return candidates }
    }
    return []
  }
}
