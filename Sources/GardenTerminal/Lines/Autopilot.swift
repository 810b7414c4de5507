import LoamKit

/// Presses the keys of a demo that nobody sits at, so that within a minute there are an answer of each kind, a moved
/// limit, a moved setpoint and a watering. Later it keeps answering, now and then.
package struct Autopilot: Sendable {
  private var nextAt: Int64
  private var turn = 0
  private var answered: [MessageID] = []

  /// A plant that hangs on a valve.
  private let watered: String

  /// `start`, like all times here: milliseconds of the real clock, whatever the speed of the demo's.
  package init(watered: String, start: Int64) {
    self.watered = watered
    nextAt = start + 3000
  }

  package mutating func intents(model: ViewModel, at now: Int64) -> [Intent] {
    guard now >= nextAt, model.bridge?.online == true else { return [] }
    nextAt = now + 4000
    defer { turn += 1 }
    switch turn % 5 {
    case 0: return answer(.waterDone, model)
    case 1: return setpoint(model)
    case 2: return water(model)
    case 3: return answer(turn % 2 == 1 ? .waterLater : .waterTomorrow, model)
    default: return limit(model)
    }
  }

  private mutating func answer(_ action: ActionName, _ model: ViewModel) -> [Intent] {
    let open = model.reminderList.filter {
      $0.state == .sent && $0.actions.contains(action) && !answered.contains($0.note) && $0.plant != nil
    }
    guard let reminder = open.first, let plant = reminder.plant else { return [] }
    answered.append(reminder.note)
    if answered.count > 100 { answered.removeFirst() }
    return [.answer(action, plant: plant.id, reminder: reminder)]
  }

  private func setpoint(_ model: ViewModel) -> [Intent] {
    guard let control = model.setpointList.first, let value = control.value else { return [] }
    return move(control, to: value + control.step * 4 > control.max ? control.min : value + control.step * 4)
  }

  private func limit(_ model: ViewModel) -> [Intent] {
    guard turn < 10 else { return [] }
    guard let plant = model.plantList.last, let control = model.limit(of: plant.id), let value = control.value
    else {
      return []
    }
    return move(control, to: min(value + control.step * 2, control.max))
  }

  private func move(_ control: ControlState, to value: Double) -> [Intent] {
    [.move(control.id, value: value, unit: control.unit, base: control.rev)]
  }

  private func water(_ model: ViewModel) -> [Intent] {
    guard turn < 10 else { return [] }
    guard let plant = model.plants[watered], !plant.isWatering, let id = SubjectName(watered) else {
      return []
    }
    return [.water(id)]
  }
}
