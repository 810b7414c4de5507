/// The words of a notification.
public struct Alert: Codable, Sendable, Hashable {
  /// What it is about, usually the plant's name.
  public var title: String?
  /// What is wanted.
  public var subtitle: String?
  /// The evidence: reading, limit, since when, dates.
  public var body: String?

  /// The words of a notification.
  public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
  }

  func check(at pointer: String) throws(DocumentError) {
    try Rule.text(title, 0...4096, at: pointer + "/title")
    try Rule.text(subtitle, 0...4096, at: pointer + "/subtitle")
    try Rule.text(body, 0...4096, at: pointer + "/body")
    let isWordless = (title ?? "").isEmpty && (body ?? "").isEmpty
    try Rule.that(!isWordless, at: pointer, "neither title nor body")
  }
}
