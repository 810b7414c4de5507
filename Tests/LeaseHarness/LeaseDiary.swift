import GardenCore

/// What a simulation did to its garden and what the garden did then, as the diary language writes it.
struct LeaseDiary: Sendable {
  let plan: GardenPlan
  private(set) var lines: [String]
  private var open: String?
  private var done: [String] = []

  init(plan: GardenPlan) {
    self.plan = plan
    lines = [LeasePlan.text]
  }

  var text: String {
    var copy = self
    copy.close()
    return copy.lines.joined(separator: "\n") + "\n"
  }

  mutating func note(_ happening: LeaseHappening, at time: Int64) {
    close()
    open = "day \((time + 28_800_000) / 86_400_000 + 1) \(Self.clock(time))  \(happening.text)"
  }

  mutating func note(_ effects: [Effect]) {
    done += effects.compactMap { LeaseHappening.words($0, plan: plan) }
  }

  private mutating func close() {
    if let open {
      lines.append(done.isEmpty ? open : Self.padded(open) + " -> " + done.joined(separator: "; "))
    }
    open = nil
    done = []
  }

  private static func padded(_ text: String) -> String {
    text.count >= 46 ? text : text + String(repeating: " ", count: 46 - text.count)
  }

  /// The simulation begins at 08:00.
  private static func clock(_ time: Int64) -> String {
    func digits(_ n: Int64, _ count: Int) -> String {
      let text = String(n)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    let t = (time + 28_800_000) % 86_400_000
    return "\(digits(t / 3_600_000, 2)):\(digits(t / 60_000 % 60, 2)):\(digits(t / 1000 % 60, 2))."
      + digits(t % 1000, 3)
  }
}
