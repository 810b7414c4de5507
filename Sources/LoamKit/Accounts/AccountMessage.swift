/// Lets a device in that stands in no file, or puts one out (`d/<device>/up/account`).
///
/// It is answered by an ``Ack`` when the broker has done it. The secret of an invitation is asked for with an ``InvitationRequest``.
public struct AccountMessage: Document {
  /// ≤ 1024 bytes.
  public static let kind = DocumentKind("account", at: "d/D/up/account", upTo: DocumentLimits.small)

  /// New for each wish; a resend keeps it.
  public var id: MessageID
  /// What is asked; on the wire its word (`do`) and what it says (`content`).
  public var wish: Wish
  /// When the person asked, by the device's clock.
  public var at: EpochSeconds
  /// After it the message must not act.
  public var exp: EpochSeconds?

  /// What can be asked of the bridge.
  public enum Wish: DocumentChoice {
    /// Let one more in.
    case invite(Invite)
    /// What it knows is void at once, and it must be let in anew.
    case rotate(Which)
    /// It is out at once.
    case revoke(Which)

    /// By the words of `do`.
    public static let variants: [DocumentVariant<Wish>] = [
      DocumentVariant("invite", Wish.invite) { if case .invite(let it) = $0 { it } else { nil } },
      DocumentVariant("rotate", Wish.rotate) { if case .rotate(let it) = $0 { it } else { nil } },
      DocumentVariant("revoke", Wish.revoke) { if case .revoke(let it) = $0 { it } else { nil } },
    ]
  }

  /// Who is let in.
  public struct Invite: DocumentPart {
    /// What people call the device, 1 to 64 characters.
    public var name: String
    /// Whose it is: a person of the config.
    public var person: String
    /// What it may do.
    public var role: DeviceContext.Role
    /// A guest's last moment, at most 400 days ahead; absent: it stays.
    public var until: EpochSeconds?

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      name = f.required("name", \.name, .text(1...64))
      person = f.required("person", \.person, .text(1...64))
      role = f.required("role", \.role, .knownWord(.viewer))
      until = f.optional("until", \.until, .time)
    }

    /// Who is let in.
    public init(name: String, person: String, role: DeviceContext.Role, until: EpochSeconds? = nil) {
      self.name = name
      self.person = person
      self.role = role
      self.until = until
    }
  }

  /// A device that was let in.
  public struct Which: DocumentPart {
    /// Its name in an ``AccountList``.
    public var device: DeviceName

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      device = f.required("device", \.device, .name())
    }

    /// A device that was let in.
    public init(device: DeviceName) { self.device = device }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    id = f.required("id", \.id, .name())
    wish = f.choice("do", "content", \.wish)
    at = f.required("at", \.at, .time)
    exp = f.optional("exp", \.exp, .time)
  }

  /// A wish.
  public init(id: MessageID, _ wish: Wish, at: EpochSeconds, exp: EpochSeconds? = nil) {
    self.id = id
    self.wish = wish
    self.at = at
    self.exp = exp
  }
}
