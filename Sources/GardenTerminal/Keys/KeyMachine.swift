package import LoamKit

/// Keys to intents: which row is selected, which slider is on its way, whether help is shown. Pure; times are
/// milliseconds of any clock that only goes forward.
package struct KeyMachine: Sendable, Hashable {
  /// A slider is sent once it has rested this long.
  package static let restMilliseconds: Int64 = 600
  /// An answer can be taken back this long.
  package static let graceMilliseconds: Int64 = 5000

  package enum Row: Sendable, Hashable {
    case plant(String)
    case setpoint(String)
  }

  struct Move: Sendable, Hashable {
    var value: Double
    var base: Int
    var at: Int64
  }

  package private(set) var selected: Row?
  package private(set) var showsHelp = false
  /// What the last key did, or why it did nothing.
  package private(set) var message = ""
  private(set) var moves: [String: Move] = [:]
  private var held: Held?

  private struct Held: Sendable, Hashable {
    var intent: Intent
    var words: String
    var until: Int64
  }

  package init() {}

  package mutating func press(_ key: Key, model: ViewModel, at now: Int64) -> [Intent] {
    message = ""
    settle(model)
    if showsHelp, key != .character("q") {
      showsHelp = false
      return []
    }
    switch key {
    case .up, .character("k"): step(-1, model)
    case .down, .character("j"): step(1, model)
    case .tab: nextReminder(model)
    case .right, .character("+"), .character("="): return slide(1, model, now)
    case .left, .character("-"), .character("−"): return slide(-1, model, now)
    case .character("d"): return hold(answer(.waterDone, "done", model), now)
    case .character("l"): return hold(answer(.waterLater, "later", model), now)
    case .character("t"): return hold(answer(.waterTomorrow, "tomorrow", model), now)
    case .character("u"):
      message = held == nil ? "nothing to take back" : "taken back"
      held = nil
    case .character("w"): return valve(model, says: "watering asked for") { .water($0) }
    case .character("x"): return valve(model, says: "stop asked for") { .stop($0) }
    case .character("q"): return release() + [.quit]
    case .character("?"), .character("h"): showsHelp = true
    case .enter, .escape, .character: break
    }
    return []
  }

  /// Sliders that have rested long enough. Call it a few times a second.
  package mutating func tick(model: ViewModel, at now: Int64) -> [Intent] {
    settle(model)
    var intents: [Intent] = []
    if let held, now >= held.until {
      if message.hasPrefix(held.words) { message = held.words }
      intents = release()
    }
    for (id, move) in moves.sorted(by: { $0.key < $1.key }) where now - move.at >= Self.restMilliseconds {
      moves[id] = nil
      guard let control = model.controls[id], control.value != move.value else { continue }
      intents.append(.move(control.id, value: move.value, unit: control.unit, base: move.base))
    }
    return intents
  }

  /// The value that a slider shows while it is being moved.
  package func moving(_ control: ControlState) -> Double? { moves[control.id.text]?.value }

  package static func rows(_ model: ViewModel) -> [Row] {
    model.plantList.map { .plant($0.id) } + model.setpointList.map { .setpoint($0.id.text) }
  }

  /// Keeps the selection on something that exists.
  private mutating func settle(_ model: ViewModel) {
    let rows = Self.rows(model)
    if let selected, rows.contains(selected) { return }
    selected = rows.first
  }

  private mutating func step(_ by: Int, _ model: ViewModel) {
    let rows = Self.rows(model)
    guard let selected, let i = rows.firstIndex(of: selected) else { return }
    self.selected = rows[min(max(i + by, 0), rows.count - 1)]
  }

  private mutating func nextReminder(_ model: ViewModel) {
    let waiting = model.plantList.map(\.id).filter { model.reminder(of: $0) != nil }
    guard let first = waiting.first else { return message = "no open reminder" }
    var next = first
    if case .plant(let id)? = selected, let after = waiting.first(where: { isAfter($0, id, model) }) {
      next = after
    }
    selected = .plant(next)
  }

  private func isAfter(_ a: String, _ b: String, _ model: ViewModel) -> Bool {
    let order = model.plantList.map(\.id)
    return (order.firstIndex(of: a) ?? 0) > (order.firstIndex(of: b) ?? 0)
  }

  private mutating func answer(_ action: ActionName, _ word: String, _ model: ViewModel) -> [Intent] {
    guard case .plant(let id)? = selected, let plant = SubjectName(id) else {
      message = "select a plant first"
      return []
    }
    let reminder = model.reminder(of: id)
    if reminder == nil, action != .waterDone {
      message = "no open reminder for \(model.plants[id]?.state.n ?? id)"
      return []
    }
    message = "\(model.plants[id]?.state.n ?? id): \(word)"
    return [.answer(action, plant: plant, reminder: reminder)]
  }

  /// Keeps the answer for a while; one that waits already is sent.
  private mutating func hold(_ intents: [Intent], _ now: Int64) -> [Intent] {
    guard let intent = intents.first else { return [] }
    let before = release()
    held = Held(intent: intent, words: message, until: now + Self.graceMilliseconds)
    message += "; u takes it back"
    return before
  }

  private mutating func release() -> [Intent] {
    defer { held = nil }
    return held.map { [$0.intent] } ?? []
  }

  private mutating func valve(
    _ model: ViewModel, says word: String, _ intent: (SubjectName) -> Intent
  ) -> [Intent] {
    guard case .plant(let id)? = selected, let plant = SubjectName(id) else {
      message = "select a plant first"
      return []
    }
    message = "\(model.plants[id]?.state.n ?? id): \(word)"
    return [intent(plant)]
  }

  private mutating func slide(_ direction: Double, _ model: ViewModel, _ now: Int64) -> [Intent] {
    guard let control = selectedControl(model), let value = moving(control) ?? control.value else {
      message = "nothing to move here"
      return []
    }
    let steps = ((value - control.min) / control.step).rounded() + direction
    let highest = ((control.max - control.min) / control.step + 1e-9).rounded(.down)
    let moved = control.min + min(max(steps, 0), highest) * control.step
    let base = moves[control.id.text]?.base ?? control.rev
    moves[control.id.text] = Move(value: moved, base: base, at: now)
    return []
  }

  /// What + and − move: the setpoint of the row, or the dry limit of the plant.
  private func selectedControl(_ model: ViewModel) -> ControlState? {
    switch selected {
    case .plant(let id): model.limit(of: id)
    case .setpoint(let id): model.controls[id]
    case nil: nil
    }
  }
}
