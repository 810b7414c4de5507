/// The words of a notification.
public struct Alert: DocumentPart {
  /// What it is about, usually the plant's name.
  public var title: String?
  /// What is wanted.
  public var subtitle: String?
  /// The evidence: reading, limit, since when, dates.
  public var body: String?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    title = f.optional("title", \.title, .text(0...4096))
    subtitle = f.optional("subtitle", \.subtitle, .text(0...4096))
    body = f.optional("body", \.body, .text(0...4096))
    f.rule(.requiresText(in: "title", "body"))
  }

  /// The words of a notification.
  public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
    self.title = title
    self.subtitle = subtitle
    self.body = body
  }
}
