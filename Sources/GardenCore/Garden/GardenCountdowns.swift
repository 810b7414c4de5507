/// How countdowns and the rest of the garden hear of each other.
extension Garden {
  /// What ran out while the bridge was away for a day is no news.
  mutating func countdownFinished(_ plant: PlantID?, _ passed: Duration) {
    let key = NoticeKey.countdown(plant)
    closeReminder(key, .superseded, by: nil)
    guard passed < plan.reminders.expiresAfter else { return }
    openReminder(key, .countdown, subject: plant ?? "")
  }

  /// A person starts a countdown. Role, repeats and age of the command were checked by the caller.
  mutating func startCountdown(_ head: CommandHead, plant: PlantID?, duration: Duration) -> Outcome {
    var facts: PlantFacts?
    if let plant {
      guard let p = plantPosition(plant) else {
        return Outcome(id: head.id, device: head.device, code: .unknownPlant, message: "no such plant")
      }
      if let run = waterings.run(of: plant) {
        return Outcome(
          id: head.id, device: head.device, code: .busy, message: "the plant's valve is watering it",
          detail: .activity(run))
      }
      facts = self.facts(p, at: turn.now)
    }
    let devices = plan.people.flatMap { $0.devices.map(\.id) }
    defer { route() }
    return countdowns.ask(head, facts: facts, duration: duration, devices: devices, &turn)
  }

  mutating func stopCountdown(_ head: CommandHead, plant: PlantID?) -> Outcome {
    let skew = plan.site.clockSkew
    defer { route() }
    return countdowns.stop(head, plant: plant, skew: skew, &turn)
  }

  /// A device closed an activity on its own screen, of whatever run.
  mutating func hideActivity(_ head: CommandHead, _ activity: UniqueID) -> Outcome {
    let ofLease = waterings.hide(head, activity: activity, &turn)
    settleRuns()
    let outcome =
      ofLease
      ?? countdowns.hide(head, activity: activity, &turn)
    return outcome
      ?? Outcome(id: head.id, device: head.device, code: .stale, message: "no such activity")
  }

  /// What a finished countdown tells; `nil`: its plant is gone.
  func countdownSubject(_ reminder: ReminderMemory, at now: Moment) -> NoticeSubject? {
    if reminder.subject.isEmpty { return .timeUp(nil) }
    return plantPosition(reminder.subject).map { .timeUp(facts($0, at: now)) }
  }
}
