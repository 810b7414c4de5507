/// What of an activity changes: the content state of a Live Activity.
///
/// Written with all keys every time: the app's decoder knows no defaults. Read tolerantly: what is missing has the
/// app's default, and progress is held within 0…1.
public struct ActivityContent: DocumentPart {
  /// One grapheme, at most 32 bytes.
  public var emoji: String
  /// 1 to 120 characters.
  public var title: String
  /// 0…1.
  public var progress: Double

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    emoji = f.required("emoji", \.emoji, .grapheme(32), absent: "💧")
    title = f.required("title", \.title, .text(1...120), absent: "–")
    progress = f.required("progress", \.progress, .number(0...1, clamps: true), absent: 0)
  }

  /// The content of an activity.
  public init(emoji: String, title: String, progress: Double) {
    self.emoji = emoji
    self.title = title
    self.progress = progress
  }
}

/// What of an activity is set at its start and never changes.
public struct ActivityAttributes: DocumentPart {
  /// The plant's name, 1 to 64 characters.
  public var name: String
  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    name = f.required("name", \.name, .text(1...64))
  }

  /// What of an activity never changes.
  public init(name: String) { self.name = name }
}
