package import LoamKit

/// A plant as it was last told.
package struct PlantRow: Sendable, Hashable {
  package var id: String
  package var state: PlantState
  /// Soil moisture, oldest first; at most ``ViewModel/historyMax``.
  package var history: [Double] = []

  package var hasReminder: Bool { state.f?.contains("r") ?? false }
  package var isWatering: Bool { state.f?.contains("w") ?? false }
  package var isBatteryLow: Bool { state.f?.contains("l") ?? false }
}

/// Something that changed, for readers of lines.
package enum ViewChange: Sendable, Hashable {
  case plant(PlantRow, before: PlantState?)
  case plantGone(String)
  case reminder(ReminderState, before: ReminderState?)
  case reminderGone(ReminderState)
  case activity(ActivityState, before: ActivityState?)
  case control(ControlState, before: ControlState?)
  case bridge(BridgeStatus, wasOnline: Bool?)
  case ack(Ack)
}
