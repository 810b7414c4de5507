/// The buttons of a category (`state/category/<CATEGORY>`, retained).
///
/// The order is the rank: a banner shows two, other surfaces three or four. A document that breaks a rule is
/// refused whole, and the reader keeps the old one.
public struct NotificationCategory: Document {
  /// ≤ 4096 bytes.
  public static let kind = DocumentKind(
    "category", at: "state/category/<CATEGORY>", upTo: DocumentLimits.large)

  /// Equal to the topic's level.
  public var id: CategoryName
  /// A fingerprint: another number, another content.
  public var rev: Int
  /// `customDismissAction`, …; unknown words are ignored.
  public var options: [String]
  /// At most 10, no id twice; empty for a category without buttons.
  public var actions: [Action]

  /// One button.
  public struct Action: DocumentPart {
    /// What the answer gives as `action`.
    public var id: ActionName
    /// In the site's language.
    public var title: String
    /// Key in an app's string catalogue.
    public var loc: String?
    /// By language tag, for every language the bridge speaks.
    public var titles: [String: String]?
    /// `authenticationRequired`, `destructive`, `foreground`; unknown words are ignored.
    public var options: [String]
    /// Who may press it; absent from a bridge that does not say. A word that nobody knows asks for the highest.
    public var role: DeviceContext.Role?
    /// The reminder comes back after this many seconds.
    public var deferS: Int?
    /// The reminder comes back on the next local day at this time, `HH:MM`.
    public var nextLocal: String?

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      id = f.required("id", \.id, .name())
      title = f.required("title", \.title, .text(1...64))
      loc = f.optional("loc", \.loc, .text(1...64))
      titles = f.optional("titles", \.titles, .table(.text(1...64), of: .text(1...64), 32))
      options = f.required("options", \.options, .list(of: .text(0...64), 32), absent: [])
      role = f.optional("role", \.role, .word(unknown: .operator))
      deferS = f.optional("defer_s", \.deferS, .integer(1...31_536_000))
      nextLocal = f.optional("next_local", \.nextLocal, .form(.timeOfDay))
    }

    /// One button.
    public init(
      id: ActionName, title: String, loc: String? = nil, titles: [String: String]? = nil,
      options: [String] = [], role: DeviceContext.Role? = nil, deferS: Int? = nil, nextLocal: String? = nil
    ) {
      self.id = id
      self.title = title
      self.loc = loc
      self.titles = titles
      self.options = options
      self.role = role
      self.deferS = deferS
      self.nextLocal = nextLocal
    }

    /// The title in that language, or the site's.
    public func title(in language: String) -> String { titles?[language] ?? title }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    rev = f.required("rev", \.rev, .count)
    options = f.required("options", \.options, .list(of: .text(0...64), 32), absent: [])
    actions = f.required("actions", \.actions, .list(of: .part, 10), absent: [])
    f.rule(PartRule(demand: .unique("actions", key: "id")))
  }

  /// A system of buttons.
  public init(id: CategoryName, rev: Int, options: [String], actions: [Action]) {
    self.id = id
    self.rev = rev
    self.options = options
    self.actions = actions
  }
}
