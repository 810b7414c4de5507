extension GardenMemory {
  /// Answers kept per device; the oldest go first.
  package static let answersPerDeviceMax = 10_000
  /// Answers are kept this long.
  package static let answersKeptFor: Duration = .days(30)

  /// Writes one change into the memory. What a store does with rows, as a value: applying the same change twice is the same,
  /// and the order of the entries is that of their first appearance.
  package mutating func apply(_ change: MemoryChange) {
    switch change {
    case .plant(let plant): plants.put(plant)
    case .reminder(let reminder): Self.put(reminder, into: &reminders) { $0.key == reminder.key }
    case .noReminder(let key): reminders.removeAll { $0.key == key }
    case .answered(let answer): put(answer)
    case .forgetAnswered(let before): answered.removeAll { $0.at < before }
    case .control(let control): controls.put(control)
    case .lease(let lease): Self.put(lease, into: &leases) { $0.id == lease.id }
    case .noLease(let id): leases.removeAll { $0.id == id }
    case .heater(let heater): Self.put(heater, into: &heaters) { $0.id == heater.id }
    case .noHeater(let id): heaters.removeAll { $0.id == id }
    case .fallback(let fallback): Self.put(fallback, into: &fallbacks) { $0.actuator == fallback.actuator }
    case .noFallback(let id): fallbacks.removeAll { $0.actuator == id }
    case .countdown(let countdown): Self.put(countdown, into: &countdowns) { $0.id == countdown.id }
    case .noCountdown(let id): countdowns.removeAll { $0.id == id }
    case .warming(let warming): Self.put(warming, into: &warmings) { $0.id == warming.id }
    case .noWarming(let id): warmings.removeAll { $0.id == id }
    case .sensor(let sensor): sensors.put(sensor)
    case .person(let person): Self.put(person, into: &people) { $0.id == person.id }
    case .device(let device): Self.put(device, into: &devices) { $0.id == device.id }
    case .noDevice(let id): devices.removeAll { $0.id == id }
    case .hold(let hold): Self.put(hold, into: &holds) { $0.valve == hold.valve }
    case .noHold(let valve): holds.removeAll { $0.valve == valve }
    case .interlock(let interlock): Self.put(interlock, into: &interlocks) { $0.id == interlock.id }
    case .valveDay(let day): Self.put(day, into: &valveDays) { $0.valve == day.valve }
    case .message(let message): Self.put(message, into: &messages) { $0.number == message.number }
    case .noMessage(let number): messages.removeAll { $0.number == number }
    case .account(let account): Self.put(account, into: &accounts) { $0.id == account.id }
    case .noAccount(let id): accounts.removeAll { $0.id == id }
    case .restored(let restored): self.restored = restored
    case .blobBytes, .noBlob: break
    }
  }

  private static func put<Entry>(_ entry: Entry, into entries: inout [Entry], where isSame: (Entry) -> Bool) {
    if let i = entries.firstIndex(where: isSame) { entries[i] = entry } else { entries.append(entry) }
  }

  private mutating func put(_ answer: AnsweredMemory) {
    let device = answer.outcome.device
    let id = answer.outcome.id
    Self.put(answer, into: &answered) { $0.outcome.id == id && $0.outcome.device == device }
    guard answered.count > Self.answersPerDeviceMax else { return }
    let count = answered.reduce(0) { $0 + ($1.outcome.device == device ? 1 : 0) }
    guard count > Self.answersPerDeviceMax,
      let oldest = answered.firstIndex(where: { $0.outcome.device == device })
    else { return }
    answered.remove(at: oldest)
  }
}
