/// What keeps water from flowing (`state/hold/all`, retained): what people hold closed, and what the interlocks say.
public struct HoldState: DatedDocument {
  /// ≤ 4096 bytes; what does not fit is left out from the end of ``interlocks``, then ``locked``, then ``holds``.
  public static let kind = DocumentKind(
    "hold-state", at: "state/hold/all", upTo: DocumentLimits.large)

  /// Emergency stop: neither water nor heat until somebody releases it.
  public var stopped: Bool
  /// Who holds what, oldest first.
  public var holds: [Hold]
  /// Valves that the bridge's configuration locks; nobody can release them from here.
  public var locked: [SubjectName]
  /// The interlocks, in the order of the configuration.
  public var interlocks: [Interlock]

  /// Somebody holds valves closed.
  public struct Hold: DocumentPart {
    /// Which; `nil`: all.
    public var valve: SubjectName?
    /// Why.
    public var kind: Kind
    /// The device; `nil`: at the bridge itself.
    public var by: DeviceName?
    /// Since when.
    public var since: EpochSeconds

    /// Why valves are held.
    public enum Kind: String, OpenChoice {
      /// Emergency stop.
      case emergency
      /// Somebody works on it.
      case maintenance
      /// What an unknown word is read as.
      public static var unknownWord: Self { .emergency }
    }

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      valve = f.optional("valve", \.valve, .name())
      kind = f.required("kind", \.kind, .word)
      by = f.optional("by", \.by, .name())
      since = f.required("since", \.since, .time)
    }

    /// A hold.
    public init(valve: SubjectName?, kind: Kind, by: DeviceName?, since: EpochSeconds) {
      self.valve = valve
      self.kind = kind
      self.by = by
      self.since = since
    }
  }

  /// An interlock: rain, frost, an empty tank.
  public struct Interlock: DocumentPart {
    /// Its name in the configuration.
    public var id: SubjectName
    /// What people read, ≤ 64 characters.
    public var name: String
    /// Where it stands.
    public var state: State
    /// Why it is unknown.
    public var reason: Reason?
    /// Since when it says so.
    public var since: EpochSeconds

    /// Where an interlock stands.
    public enum State: String, OpenChoice {
      /// Water may flow.
      case clear
      /// No water.
      case blocks
      /// It has cleared, and blocks for a while yet.
      case lingers
      /// Nobody knows: no water by rule.
      case unknown
      /// What an unknown word is read as.
      public static var unknownWord: Self { .unknown }
    }

    /// Why nobody knows.
    public enum Reason: String, OpenChoice {
      /// Nothing was heard yet.
      case never
      /// Its last word is too old.
      case silent
      /// Only a retained word of unknown age.
      case age
      /// What it sends is neither of its words.
      case unreadable
      /// Its sensors give no value.
      case none
      /// The bridge's clock is not set.
      case clock
      /// What an unknown word is read as.
      public static var unknownWord: Self { .none }
    }

    /// Declares the fields.
    public init(_ f: Fields<Self>) {
      id = f.required("id", \.id, .name())
      name = f.required("name", \.name, .text(1...64))
      state = f.required("state", \.state, .word)
      reason = f.optional("reason", \.reason, .word)
      since = f.required("since", \.since, .time)
    }

    /// An interlock.
    public init(id: SubjectName, name: String, state: State, reason: Reason?, since: EpochSeconds) {
      self.id = id
      self.name = name
      self.state = state
      self.reason = reason
      self.since = since
    }
  }

  /// `unset`: its times are no dates, since the bridge does not know the time. Absent: they are.
  public var clock: BridgeStatus.Clock?

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    f.version()
    stopped = f.required("stopped", \.stopped, .flag)
    holds = f.required("holds", \.holds, .list(of: .part, 128))
    locked = f.required("locked", \.locked, .list(of: .name(), 1024))
    interlocks = f.required("interlocks", \.interlocks, .list(of: .part, 128))
    let others = Hold.Kind.allCases.filter { $0 != .emergency }.map(\.rawValue)
    clock = f.optional("clock", \.clock, .word)
    f.rule(.each(in: "holds", has: others, at: "kind", when: "stopped", is: false))
  }

  /// What is held.
  public init(stopped: Bool, holds: [Hold], locked: [SubjectName], interlocks: [Interlock]) {
    self.stopped = stopped
    self.holds = holds
    self.locked = locked
    self.interlocks = interlocks
  }
}
