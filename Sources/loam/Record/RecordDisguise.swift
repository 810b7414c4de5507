import Bridge
import BridgeConfig
import GardenCore
import GardenTerminal
import Hub
import MosquittoClient

/// Messages under made-up names, as far as they still say the same.
///
/// Both configs hear each message. Where a made-up name stands in the place of a word that a decoder looks for, they do not hear the same: such
/// a message is left out, since it would tell another night.
struct RecordDisguise {
  /// The renamed one.
  let config: String
  private var names: MadeUpNames
  private let known: Set<String>
  private var own: MessageIntake
  private var other: MessageIntake

  init(_ names: MadeUpNames, _ config: String, _ own: MessageIntake, _ other: MessageIntake) {
    self.names = names
    self.config = config
    self.own = own
    self.other = other
    known = own.namedLevels
    own.noteLooks()
  }

  enum Result {
    case shown(MosquittoSession.Message)
    /// Which messages those are, and why.
    case left(String)
  }

  mutating func apply(
    to message: MosquittoSession.Message, at now: Moment, calendar: SiteCalendar
  ) -> Result {
    let before = own.take(message, at: now, calendar: calendar)
    if before == .stranger { return .left("of devices that the config does not have") }
    var renamed = message
    renamed.topic = names.topic(message.topic, knowing: known)
    // What no decoder reads replays nothing, and may say where somebody lives.
    let part: [UInt8]? =
      switch before {
      case .devices: own.partLookedAt
      case .person, .command, .nothing: own.part(of: message.payload, on: message.topic)
      case .stranger: nil
      }
    if case .nothing = before, part == nil { return .left("which nobody can read") }
    renamed.payload = names.bytes(part ?? message.payload)
    let after = other.take(renamed, at: now, calendar: calendar)
    let isText = String(validating: message.payload, as: UTF8.self) != nil
    // Names in a binary message cannot be told from its numbers.
    guard isText || part != nil || renamed.payload == message.payload, before.says(as: after) else {
      return .left(
        "on \(TextWidth.harmless(message.topic)), which would be read otherwise under made-up names")
    }
    return .shown(renamed)
  }
}

extension MessageIntake {
  fileprivate mutating func take(
    _ message: MosquittoSession.Message, at now: Moment, calendar: SiteCalendar
  ) -> Heard {
    take(
      topic: message.topic, payload: message.payload, wasRetained: message.isRetained, at: now,
      calendar: calendar)
  }
}

extension MessageIntake.Heard {
  /// What people say has names in it: there only whether they are understood is compared.
  fileprivate func says(as other: Self) -> Bool {
    switch (self, other) {
    case (.person, .person), (.command, .command): true
    default: self == other
    }
  }
}
