/// A question for the devices that were let in and stand in no file: it says nothing more. The asker needs the role `operator`.
public struct AccountsRequest: DocumentPart {
  /// Declares no field.
  public init(_ f: Fields<Self>) {}
  /// The question.
  public init() {}
}

/// The devices that were let in.
public struct AccountList: DocumentPart {
  /// Devices at most.
  public static let countMax = 64

  /// In the order in which they were invited.
  public var accounts: [Account]
  /// How many there are beside, which had no place.
  public var more: Int?

  /// A device that was let in.
  public struct Account: DocumentPart {
    /// Its name in topics, and its user name at the broker.
    public var device: DeviceName
    /// What people call it.
    public var name: String
    /// Whose it is.
    public var person: String
    /// What it may do.
    public var role: DeviceContext.Role
    /// How far it is.
    public var state: State
    /// A guest's last moment; absent: it stays.
    public var until: EpochSeconds?
    /// When it was heard last, to some minutes; absent: never.
    public var seen: EpochSeconds?

    /// How far a device is.
    public enum State: String, OpenChoice {
      /// It was invited, and has not joined yet.
      case invited
      /// It is in.
      case member
      /// It is out; the broker does not know yet.
      case leaving
      /// What an unknown word is read as.
      public static var unknownWord: Self { .leaving }
    }

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      device = f.required("device", \.device, .name())
      name = f.required("name", \.name, .text(1...64))
      person = f.required("person", \.person, .text(1...64))
      role = f.required("role", \.role, .word)
      state = f.required("state", \.state, .word)
      until = f.optional("until", \.until, .time)
      seen = f.optional("seen", \.seen, .time)
    }

    /// A device that was let in.
    public init(
      device: DeviceName, name: String, person: String, role: DeviceContext.Role, state: State,
      until: EpochSeconds? = nil, seen: EpochSeconds? = nil
    ) {
      self.device = device
      self.name = name
      self.person = person
      self.role = role
      self.state = state
      self.until = until
      self.seen = seen
    }
  }

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    accounts = f.required("accounts", \.accounts, .list(of: .part, Self.countMax))
    more = f.optional("more", \.more, .ordinal)
  }

  /// The devices that were let in.
  public init(_ accounts: [Account], more: Int? = nil) {
    self.accounts = accounts
    self.more = more
  }
}
