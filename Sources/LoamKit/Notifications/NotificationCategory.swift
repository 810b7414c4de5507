/// The buttons of a category (`state/category/<CATEGORY>`, retained).
///
/// The order is the rank: a banner shows two, other surfaces three or four. A document that breaks a rule is
/// refused whole, and the reader keeps the old one.
public struct NotificationCategory: Document {
  /// ≤ 4096 bytes.
  public static var bytesMax: Int { DocumentLimits.large }

  /// Version 1.
  public private(set) var v = ProtocolVersion()
  /// Equal to the topic's level.
  public var id: CategoryName
  /// A fingerprint: another number, another content.
  public var rev: Int
  /// `customDismissAction`, …; unknown words are ignored.
  public var options: [String]
  /// At most 10, no id twice; empty for a category without buttons.
  public var actions: [Action]

  /// One button.
  public struct Action: Codable, Sendable, Hashable {
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

    enum CodingKeys: String, CodingKey {
      case id, title, loc, titles, options, role
      case deferS = "defer_s"
      case nextLocal = "next_local"
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

    /// A missing `options` is none.
    public init(from decoder: any Decoder) throws {
      let box = try decoder.container(keyedBy: CodingKeys.self)
      id = try box.decode(ActionName.self, forKey: .id)
      title = try box.decode(String.self, forKey: .title)
      loc = try box.decodeIfPresent(String.self, forKey: .loc)
      titles = try box.decodeIfPresent([String: String].self, forKey: .titles)
      options = try box.decodeIfPresent([String].self, forKey: .options) ?? []
      role = try box.decodeIfPresent(String.self, forKey: .role)
        .map { DeviceContext.Role(rawValue: $0) ?? .operator }
      deferS = try box.decodeIfPresent(Int.self, forKey: .deferS)
      nextLocal = try box.decodeIfPresent(String.self, forKey: .nextLocal)
    }

    /// The title in that language, or the site's.
    public func title(in language: String) -> String { titles?[language] ?? title }
  }

  enum CodingKeys: String, CodingKey { case v, id, rev, options, actions }

  /// A system of buttons.
  public init(id: CategoryName, rev: Int, options: [String], actions: [Action]) {
    self.id = id
    self.rev = rev
    self.options = options
    self.actions = actions
  }

  /// Missing lists are empty ones.
  public init(from decoder: any Decoder) throws {
    let box = try decoder.container(keyedBy: CodingKeys.self)
    v = try box.decode(ProtocolVersion.self, forKey: .v)
    id = try box.decode(CategoryName.self, forKey: .id)
    rev = try box.decode(Int.self, forKey: .rev)
    options = try box.decodeIfPresent([String].self, forKey: .options) ?? []
    actions = try box.decodeIfPresent([Action].self, forKey: .actions) ?? []
  }

  /// At most 10 actions, no id twice, titles of 1 to 64 characters.
  public func check() throws(DocumentError) {
    try Rule.integer(rev, Rule.counts, at: "/rev")
    try Rule.that(actions.count <= 10, at: "/actions", "more than 10")
    try Rule.that(Set(actions.map(\.id)).count == actions.count, at: "/actions", "an id twice")
    for (i, action) in actions.enumerated() {
      try Rule.text(action.title, 1...64, at: "/actions/\(i)/title")
      try Rule.integer(action.deferS, 1...31_536_000, at: "/actions/\(i)/defer_s")
    }
  }
}
