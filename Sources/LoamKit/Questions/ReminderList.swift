/// A question for all open reminders: it says nothing more.
public struct RemindersRequest: DocumentPart {
  /// Declares no field.
  public init(_ f: Fields<Self>) {}
  /// The question.
  public init() {}
}

/// What waits for an answer, longest first, in the asker's language.
public struct ReminderList: DocumentPart {
  /// Reminders at most.
  public static let countMax = 100

  /// As the retained snapshots, without `alerts`.
  public var reminders: [ReminderState]
  /// How many there are beside, which had no place.
  public var more: Int?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    reminders = f.required("reminders", \.reminders, .list(of: .part, Self.countMax))
    more = f.optional("more", \.more, .ordinal)
  }

  /// What waits for an answer.
  public init(_ reminders: [ReminderState], more: Int? = nil) {
    self.reminders = reminders
    self.more = more
  }
}
