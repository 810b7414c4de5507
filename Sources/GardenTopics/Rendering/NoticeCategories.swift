import GardenCore
import LoamKit

/// The category and the thread of what a notification is about, for one reader.
extension Renderer {
  /// The category whose buttons the device may press, all of them; a slider is offered to who may move it.
  func category(of subject: NoticeSubject, for reader: Reader) -> CategoryName {
    if case .setpoint(let control, _, _, _, _, _) = subject {
      let mayMove = reader.role >= Self.role(control.roleNeeded) && reader.showsSliders
      return mayMove ? .setpointAdjust : .placeClimate
    }
    return BuiltInCategories.offered(category(of: subject), to: reader.role)
  }

  /// The buttons that a device shows of a category, the most important first; `nil`: all.
  func actions(of category: CategoryName, for reader: Reader) -> [ActionName]? {
    guard let most = reader.actionsMax, let plan = BuiltInCategories.plan(of: category),
      plan.buttons.count > most
    else { return nil }
    return plan.buttons.prefix(most).map(\.action)
  }

  private func category(of subject: NoticeSubject) -> CategoryName {
    switch subject {
    case .water(let thirst): thirst.plant.offer == nil ? .wateringReminder : .wateringOffer
    case .digest: .wateringDigest
    case .noRiseSeen: .wateringCheck
    case .climate: .plantClimate
    case .setpoint: .setpointAdjust
    case .sensor: .sensorTrouble
    case .valve(_, _, let facts, let sight):
      facts == nil || !sight.isHeld ? .idleValveTrouble : .valveTrouble
    case .heater: .heaterTrouble
    case .stopped: .gardenStopped
    case .timeUp(let facts): facts == nil ? .countdownOver : .wateringTimeUp
    case .heldBack: .remindersHeld
    }
  }

  /// Groups notifications of one plant.
  func thread(of subject: NoticeSubject) -> String {
    switch subject {
    case .water(let thirst), .noRiseSeen(let thirst): thirst.plant.id
    case .climate(let facts, _, _, _, _): facts.id
    case .digest: "plants"
    case .setpoint(let control, _, _, _, _, let facts):
      if let facts {
        facts.id
      } else if case .setpoint(_, let place?) = control.kind {
        place
      } else if case .target(_, let place?) = control.kind {
        place
      } else {
        "places"
      }
    case .sensor: "sensors"
    case .valve(_, _, let facts, _): facts?.id ?? "valves"
    case .heater: "heaters"
    case .stopped, .heldBack: "garden"
    case .timeUp(let facts): facts?.id ?? "countdowns"
    }
  }
}
