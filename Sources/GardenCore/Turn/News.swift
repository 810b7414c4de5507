/// What a machine tells the rest of the garden: it changes plants and reminders.
package enum News: Sendable, Hashable {
  /// What is known of the sensor at that position changed: whoever reads it judges anew.
  case sensorChanged(Int)
  /// People are to be told of its trouble; `nil`: that is over.
  case sensorTrouble(Int, SensorTrouble?)
  /// The run is over, for good or ill. `hadWater`: the valve itself reported open, so the plant got water.
  case runEnded(PlantID, at: Timestamp, hadWater: Bool)
  /// Said once per trouble until ``valveTroubleOver(_:_:)``; again after a restart, where an open reminder of that valve keeps people
  /// from being told twice.
  case valveTrouble(ActuatorIndex, ValveTrouble, plant: PlantID?)
  case valveTroubleOver(ActuatorIndex, ValveTrouble)
  /// The trouble of that heater turned; `nil`: all is well.
  case heaterTrouble(String, HeatTrouble?)
  /// A countdown began, or was broken off: what was told of the last one is over.
  case countdownOver(PlantID?)
  /// `since`: how long ago it ran out.
  case countdownFinished(PlantID?, since: Duration)
  /// A control was published anew; `from` nil: it is new.
  case controlShown(ControlPicture, from: ControlPicture?)
  /// A place left its range. The subject is the slider notification to offer; `nil` where the place has no thermostat whose setpoint can
  /// be moved here. `isFirst`: since the start.
  case placeLeft(place: Int, isLow: Bool, isFirst: Bool, NoticeSubject?)
  /// Back in range, or known to be in range after a restart: take the notification back.
  case placeBack(place: Int)
  /// An open matter as it stands now, for those who show all of them.
  case reminderShown(ReminderMemory)
  case reminderClosed(ReminderMemory)
  case told(Telling)
  case withdrawn(Withdrawal)
}
