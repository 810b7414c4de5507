/// What the machines tell, and whom it concerns.
extension Garden {
  /// Takes what the last call of a machine told. To be called after each one.
  mutating func route() {
    guard !turn.news.isEmpty else { return }
    let news = turn.news
    turn.news = []
    for item in news { take(item) }
  }

  private mutating func take(_ news: News) {
    switch news {
    case .sensorChanged(let s):
      for p in readers[s] {
        judgeAll(p)
        refresh(p)
      }
    case .sensorTrouble(let s, let trouble): sensorTroubleTurned(s, trouble)
    case .runEnded(let plant, let at, let hadWater): runEnded(plant, at, hadWater)
    case .valveTrouble(let actuator, let trouble, let plant):
      guard let id = actuatorID(actuator) else { return }
      reminders.raiseValveAlarm(id, ValveMatter(trouble: trouble, plant: plant), &turn)
      route()
    case .valveTroubleOver(let actuator, let trouble):
      guard let id = actuatorID(actuator) else { return }
      endValveAlarm(id, trouble)
    case .heaterTrouble(let id, let trouble): heaterTroubleTurned(id, trouble)
    case .countdownOver(let plant): closeReminder(NoticeKey.countdown(plant), .superseded, by: nil)
    case .countdownFinished(let plant, let passed): countdownFinished(plant, passed)
    case .controlShown(let picture, let old): sliderMoved(picture, from: old)
    case .placeLeft(let place, let isLow, let isFirst, let subject):
      placeLeft(place, isLow: isLow, isFirst: isFirst, subject)
    case .placeBack(let place): placeBack(place)
    case .reminderShown(let reminder): publishReminder(reminder)
    case .reminderClosed(let reminder): reminderClosed(reminder)
    case .told(let telling): tell(telling)
    case .withdrawn(let withdrawal): turn.effects.append(.withdraw(withdrawal))
    }
  }
}
