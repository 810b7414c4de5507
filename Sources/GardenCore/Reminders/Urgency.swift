extension Turn {
  /// How loudly a matter may speak.
  func urgency(of reminder: ReminderMemory) -> Notice.Urgency {
    switch reminder.kind {
    case .valve where reminder.endsWhenSeen: .active
    case .valve, .countdown, .stopped: .timeSensitive
    case .heater: heaterUrgency(reminder.subject)
    case .water, .noRise, .setpoint, .refusal: .active
    case .climate: reminder.quantity == .temperature ? .active : .passive
    case .sensor: .passive
    }
  }

  /// What may freeze, overheat or burn a house is said at night too.
  private func heaterUrgency(_ heater: String) -> Notice.Urgency {
    switch memory.heaters.first(where: { $0.id == heater })?.trouble {
    case .stuckOn, .didNotSwitchOn, .blind: .timeSensitive
    case .noEffect, nil: .active
    }
  }
}
