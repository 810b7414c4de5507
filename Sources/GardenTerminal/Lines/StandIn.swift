/// Answers for a person who has gone: a demo that is left alone goes on living.
package struct StandIn: Sendable {
  /// Nobody typed for so long, milliseconds.
  package static let patience: Int64 = 600_000

  private let watered: String
  private var lastTyped: Int64
  private var pilot: Autopilot?

  /// `start`, like all times here: milliseconds of the real clock.
  package init(watered: String, start: Int64) {
    self.watered = watered
    lastTyped = start
  }

  package var isAnswering: Bool { pilot != nil }

  /// What it does now; nothing while somebody types.
  package mutating func intents(model: ViewModel, at now: Int64, hasTyped: Bool) -> [Intent] {
    if hasTyped {
      lastTyped = now
      pilot = nil
    } else if pilot == nil, now - lastTyped >= Self.patience {
      pilot = Autopilot(watered: watered, start: now)
    }
    return pilot?.intents(model: model, at: now) ?? []
  }
}
