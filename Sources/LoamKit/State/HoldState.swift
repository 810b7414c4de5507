/// What keeps water from flowing (`state/hold/all`, retained): what people hold closed, and what the interlocks say.
public struct HoldState: Document {
  /// ≤ 4096 bytes; what does not fit is left out from the end of ``interlocks``, then ``locked``, then ``holds``.
  public static var bytesMax: Int { DocumentLimits.large }

  /// Version 1.
  public private(set) var v = ProtocolVersion()
  /// Emergency stop: neither water nor heat until somebody releases it.
  public var stopped: Bool
  /// Who holds what, oldest first.
  public var holds: [Hold]
  /// Valves that the bridge's configuration locks; nobody can release them from here.
  public var locked: [SubjectName]
  /// The interlocks, in the order of the configuration.
  public var interlocks: [Interlock]

  /// Somebody holds valves closed.
  public struct Hold: Codable, Sendable, Hashable {
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

    /// A hold.
    public init(valve: SubjectName?, kind: Kind, by: DeviceName?, since: EpochSeconds) {
      self.valve = valve
      self.kind = kind
      self.by = by
      self.since = since
    }
  }

  /// An interlock: rain, frost, an empty tank.
  public struct Interlock: Codable, Sendable, Hashable {
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

    /// An interlock.
    public init(id: SubjectName, name: String, state: State, reason: Reason?, since: EpochSeconds) {
      self.id = id
      self.name = name
      self.state = state
      self.reason = reason
      self.since = since
    }
  }

  /// What is held.
  public init(stopped: Bool, holds: [Hold], locked: [SubjectName], interlocks: [Interlock]) {
    self.stopped = stopped
    self.holds = holds
    self.locked = locked
    self.interlocks = interlocks
  }

  /// Names within their bounds; `stopped` where a hold is an emergency.
  public func check() throws(DocumentError) {
    for (i, interlock) in interlocks.enumerated() {
      try Rule.text(interlock.name, 1...64, at: "/interlocks/\(i)/name")
    }
    let isEmergency = holds.contains { $0.kind == .emergency }
    try Rule.that(stopped || !isEmergency, at: "/stopped", "does not agree with the holds")
  }
}
