/// What keeps a run from starting, or ends it: which, and in words.
package struct Interlock: Sendable, Hashable {
  package enum Kind: UInt8, Sendable, Hashable, CaseIterable {
    case emergencyStop = 0, maintenance, runMax, runLitres, supply, master, pause, dayMax, dayLitres,
      quietHours
    case interlock, unknown
  }
  package var kind: Kind
  /// The word for logs and answers: `emergency_stop`, `day_max`, or the interlock's own id.
  package var name: String
  /// English, ≤ 120 characters, for the one who asked.
  package var text: String

  init(_ kind: Kind, _ name: String, _ text: String) {
    self.kind = kind
    self.name = name
    self.text = text
  }

  package var code: Outcome.Code {
    switch kind {
    case .supply: .busy
    case .runMax, .runLitres: .outOfRange
    default: .refused
    }
  }
}

extension Interlock {
  init(_ hold: HoldMemory) {
    switch hold.kind {
    case .emergency:
      self.init(.emergencyStop, "emergency_stop", "\(hold.words); release it first")
    case .maintenance:
      self.init(.maintenance, "maintenance", "the valve is \(hold.words); release it first")
    }
  }
}

extension HoldMemory {
  /// What it is, and by whom.
  var words: String {
    let who = by ?? "a signal"
    return switch kind {
    case .emergency: "emergency stop by \(who)"
    case .maintenance: "locked for maintenance by \(who)"
    }
  }
}
