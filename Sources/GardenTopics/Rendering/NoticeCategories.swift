import GardenCore
import LoamKit

/// The category and the thread of what a notification is about, for one reader.
extension Renderer {
  /// The category whose buttons the device may press, all of them; a slider is offered to who may move it.
  func category(of subject: NoticeSubject, for reader: Reader) -> CategoryName {
    switch subject {
    case .setpoint, .refusal:
      control(of: subject, for: reader) != nil && reader.showsSliders ? .setpointAdjust : .placeClimate
    default: BuiltInCategories.offered(category(of: subject), to: reader.role)
    }
  }

  /// The slider of what a notification is about, if that reader may move it.
  func control(of subject: NoticeSubject, for reader: Reader) -> ControlSnapshot? {
    let control: ControlSnapshot? =
      switch subject {
      case .setpoint(let control, _, _, _, _, _), .refusal(let control, _): control
      case .water(let thirst): thirst.slider
      default: nil
      }
    return control.flatMap { reader.role >= Self.role($0.roleNeeded) ? $0 : nil }
  }

  /// A digest as that reader is shown it: whoever may open valves reads first of what has one, for its first button acts on the first.
  func shown(_ subject: NoticeSubject, in category: CategoryName) -> NoticeSubject {
    guard case .digest(let plants) = subject, category == .wateringDigestOffer else { return subject }
    return .digest(plants.filter { $0.plant.offer != nil } + plants.filter { $0.plant.offer == nil })
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
    case .digest(let plants):
      plants.contains { $0.plant.offer != nil } ? .wateringDigestOffer : .wateringDigest
    case .noRiseSeen: .wateringCheck
    case .climate: .plantClimate
    case .setpoint, .refusal: .setpointAdjust
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
    case .setpoint(_, _, _, _, _, let facts?): facts.id
    case .setpoint(let control, _, _, _, _, nil), .refusal(let control, _):
      if case .setpoint(_, let place?) = control.kind {
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
