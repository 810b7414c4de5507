/// What of an activity changes: the content state of a Live Activity.
///
/// Written with all keys every time: the app's decoder knows no defaults. Read tolerantly: what is missing has the
/// app's default, and progress is held within 0…1.
public struct ActivityContent: Sendable, Hashable {
  /// One grapheme, at most 32 bytes.
  public var emoji: String
  /// 1 to 120 characters.
  public var title: String
  /// 0…1.
  public var progress: Double

  /// The content of an activity.
  public init(emoji: String, title: String, progress: Double) {
    self.emoji = emoji
    self.title = title
    self.progress = progress
  }

  func check(at pointer: String) throws(DocumentError) {
    try Rule.that(
      emoji.count == 1 && emoji.utf8.count <= 32, at: pointer + "/emoji", "one grapheme of at most 32 bytes")
    try Rule.text(title, 1...120, at: pointer + "/title")
    try Rule.number(progress, 0...1, at: pointer + "/progress")
  }
}

extension ActivityContent: Codable {
  enum CodingKeys: String, CodingKey { case emoji, title, progress }

  /// A missing emoji is a drop, a missing title a dash, a missing progress 0.
  public init(from decoder: any Decoder) throws {
    let box = try decoder.container(keyedBy: CodingKeys.self)
    emoji = try box.decodeIfPresent(String.self, forKey: .emoji) ?? "💧"
    title = try box.decodeIfPresent(String.self, forKey: .title) ?? "–"
    let read = try box.decodeIfPresent(Double.self, forKey: .progress) ?? 0
    progress = min(max(read, 0), 1)
  }
}

/// What of an activity is set at its start and never changes.
public struct ActivityAttributes: Codable, Sendable, Hashable {
  /// The plant's name, 1 to 64 characters.
  public var name: String
  /// What of an activity never changes.
  public init(name: String) { self.name = name }
}
