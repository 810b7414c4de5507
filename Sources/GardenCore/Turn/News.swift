/// What a machine tells the rest of the garden: it changes plants and reminders. What is large lies beside the list: a reading moves some of
/// the small ones.
package enum News: Sendable, Hashable {
  /// What is known of the sensor at that position changed: whoever reads it evaluates anew.
  case sensorChanged(Int)
  /// Something about the plant at that position changed that displays may show.
  case plantChanged(Int)
  /// What is known of its probes changed: it is evaluated anew, and shown.
  case probesChanged(Int)
  /// Something changed with valves, runs or interlocks: plants, their questions and what is shown as held follow.
  case runsChanged
  /// Something happened on which heat may rest: every heater is weighed anew.
  case heatConcerned
  /// What people see of a heater, or of places, follows.
  case heaterWeighed(Int)
  case placeWeighed
  /// The fused moisture of the plant at that position changed while it is watered.
  case moistureChanged(Int)
  /// It just turned dry.
  case turnedDry(Int)
  /// The value denies what was concluded of that plant; `nil`: it does not.
  case denied(Int, Quantity, Denial?)
  /// Its snapshot was published.
  case plantShown(Int)
  /// The run is over, for good or ill. `hadWater`: the valve itself reported open, so the plant got water.
  /// `from`: percent when it began.
  indirect case runEnded(PlantID, at: Timestamp, hadWater: Bool, from: Double? = nil)
  /// Said once per trouble until ``valveTroubleOver(_:_:)``; again after a restart, where an open reminder of that valve keeps people
  /// from being told twice.
  indirect case valveTrouble(ActuatorIndex, ValveTrouble, plant: PlantID?)
  case valveTroubleOver(ActuatorIndex, ValveTrouble)
  /// It is proved closed: no alarm that it is not stands any longer, and no other one offers to stop it.
  case valveClosed(ActuatorIndex)
  /// A control was published anew; `from` nil: it is new.
  indirect case controlShown(ControlSnapshot, from: ControlSnapshot?)
  /// Opens a matter, unless it is open.
  indirect case opens(Matter)
  /// Closes the matter of that key, if it is open. Nobody answered it.
  case closes(key: String, Withdrawal.Reason)
  /// An open matter as it stands now, for those who show all of them.
  indirect case reminderShown(ReminderMemory)
  indirect case reminderClosed(ReminderMemory)
  indirect case told(Telling)
  indirect case heldBack(HeldBack)
  indirect case withdrawn(Withdrawal)
  /// Others are let in than before.
  case devicesChanged
}
