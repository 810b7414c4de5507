import GardenCore

/// What the screens of people show: a later notice takes the place of an earlier one of its key, a withdrawal takes it away.
struct ScreenWatch {
  private var shown: [DeviceID: [String: Notice]] = [:]

  mutating func sent(_ notice: Notice) {
    for device in notice.devices { shown[device, default: [:]][notice.key] = notice }
  }

  mutating func withdrawn(_ withdrawal: Withdrawal) {
    // What grew old stays as it was told last: nobody is told anew before the next repeat.
    guard withdrawal.reason != .expired else { return }
    for device in withdrawal.devices where shown[device]?[withdrawal.key]?.id == withdrawal.note {
      shown[device]?[withdrawal.key] = nil
    }
  }

  /// Whatever was told and is open stands on the screens to which it was told; a plant that is not open stands on none.
  func problems(_ memory: GardenMemory, at now: Moment) -> [String] {
    var problems: [String] = []
    for reminder in memory.reminders where reminder.state == .sent && reminder.key != Self.digest {
      for device in reminder.devices where !isShown(reminder, on: device) {
        problems.append("\(reminder.key) is open and left the screen of \(device)")
      }
    }
    for (device, notices) in shown {
      for notice in notices.values where notice.expires > now.wall {
        for plant in Self.plants(of: notice) where !isOpen(plant, memory) {
          problems.append("\(notice.key) on \(device) names \(plant), which is not open")
        }
      }
    }
    return problems
  }

  private static let digest = "water-digest"

  private func isShown(_ reminder: ReminderMemory, on device: DeviceID) -> Bool {
    guard let notices = shown[device] else { return false }
    if notices[reminder.key] != nil { return true }
    guard reminder.kind == .water, let digest = notices[Self.digest] else { return false }
    return Self.plants(of: digest).contains(reminder.subject)
  }

  private func isOpen(_ plant: PlantID, _ memory: GardenMemory) -> Bool {
    memory.reminders.contains { $0.kind == .water && $0.subject == plant && $0.state == .sent }
  }

  private static func plants(of notice: Notice) -> [PlantID] {
    switch notice.subject {
    case .water(let thirst): [thirst.plant.id]
    case .digest(let plants): plants.map(\.plant.id)
    default: []
    }
  }
}
