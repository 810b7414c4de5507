// A rule of time stands once: as a question. Whoever asks whether a moment has come, and hears that it has not, waits for it; so the next
// deadline is what the rules themselves said.
extension Turn {
  /// Whether the moment has come. If not, the rule that asks is asked again then.
  mutating func isDue(_ moment: Uptime) -> Bool {
    if now.uptime >= moment { return true }
    wait(until: moment)
    return false
  }

  /// A rule waits for a moment that it reckons from what it knows. Where that is over, it is asked again in a second.
  mutating func wait(until moment: Uptime?) {
    guard let moment else { return }
    let ahead = moment > now.uptime ? moment : now.uptime + .seconds(1)
    waits = min(waits ?? ahead, ahead)
  }

  /// Asks rules again and again until none of them acts. The earliest moment for which one of them waits then; `nil`: only an
  /// event can change anything. A rule that asks and hears that its moment has come must act.
  mutating func settle(_ ask: (inout Turn) -> Void) -> Uptime? {
    let outer = waits
    defer { waits = outer }
    for _ in 0..<Self.roundsMax {
      let (sent, told) = (effects.count, news.count)
      waits = nil
      ask(&self)
      if effects.count == sent && news.count == told { return waits }
    }
    // Rules that answer each other for ever go on later, so that nothing else waits for them.
    return now.uptime + .seconds(1)
  }

  private static let roundsMax = 16
}
