/// How countdowns and the rest of the garden hear of each other.
extension Garden {
  /// Runs `body` on the countdowns, keeps what they remember, and takes their news to people.
  mutating func withCountdowns<Result>(
    at now: Moment, into effects: inout [Effect],
    _ body: (inout Countdowns, inout SplitMix64, inout [Effect], inout [CountdownNews]) -> Result
  ) -> Result {
    let mark = effects.count
    var news: [CountdownNews] = []
    let result = body(&countdowns, &random, &effects, &news)
    absorb(effects, from: mark)
    for item in news { take(item, at: now, into: &effects) }
    return result
  }

  private mutating func take(_ news: CountdownNews, at now: Moment, into effects: inout [Effect]) {
    switch news {
    case .over(let plant):
      closeReminder(NoticeKey.countdown(plant), .superseded, by: nil, at: now, into: &effects)
    case .finished(let plant, let passed):
      let key = NoticeKey.countdown(plant)
      closeReminder(key, .superseded, by: nil, at: now, into: &effects)
      // What ran out while the bridge was away for a day is no news.
      guard passed < plan.reminders.expiresAfter else { return }
      openReminder(key, .countdown, subject: plant ?? "", quantity: nil, at: now, into: &effects)
    }
  }

  /// A person starts a countdown. Role, repeats and age of the command were checked by the caller.
  mutating func startCountdown(
    _ head: CommandHead, plant: PlantID?, duration: Duration, at now: Moment, into effects: inout [Effect]
  ) -> Outcome {
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
      facts = self.facts(p, at: now)
    }
    let devices = plan.people.flatMap { $0.devices.map(\.id) }
    return withCountdowns(at: now, into: &effects) { countdowns, random, effects, news in
      countdowns.ask(
        head, facts: facts, duration: duration, devices: devices, at: now, random: &random, effects: &effects,
        news: &news)
    }
  }

  mutating func stopCountdown(
    _ head: CommandHead, plant: PlantID?, at now: Moment, into effects: inout [Effect]
  ) -> Outcome {
    let skew = plan.site.clockSkew
    return withCountdowns(at: now, into: &effects) { countdowns, _, effects, _ in
      countdowns.stop(head, plant: plant, skew: skew, at: now, effects: &effects)
    }
  }

  /// A device closed an activity on its own screen, of whatever run.
  mutating func hideActivity(
    _ head: CommandHead, _ activity: UniqueID, at now: Moment, into effects: inout [Effect]
  ) -> Outcome {
    let ofLease = withWaterings(at: now, into: &effects) { waterings, plan, _, effects, _ in
      waterings.hide(head, activity: activity, plan: plan, at: now, effects: &effects)
    }
    let outcome =
      ofLease
      ?? withCountdowns(at: now, into: &effects) { countdowns, _, effects, _ in
        countdowns.hide(head, activity: activity, effects: &effects)
      }
    return outcome
      ?? Outcome(id: head.id, device: head.device, code: .stale, message: "no such activity")
  }

  /// What a finished countdown tells; `nil`: its plant is gone.
  func countdownSubject(_ reminder: ReminderMemory, at now: Moment) -> NoticeSubject? {
    if reminder.subject.isEmpty { return .timeUp(nil) }
    return plantPosition(reminder.subject).map { .timeUp(facts($0, at: now)) }
  }
}

extension Garden {
  /// The end of a countdown is told to the one who began it: a kitchen timer wakes nobody else. Where nobody knows any
  /// more who that was, and it was not told before, to everyone.
  func mayHearTimer(_ person: PersonPlan, _ reminder: ReminderMemory) -> Bool {
    let run = countdowns.runs.last { ($0.memory.plant ?? "") == reminder.subject }
    guard let by = run?.memory.by, plan.people.contains(where: { $0.devices.contains { $0.id == by } }) else {
      return reminder.devices.isEmpty || wasTold(person, reminder)
    }
    return person.devices.contains { $0.id == by }
  }
}

extension ReminderMemory.Kind {
  /// Whether "done" answers it.
  var takesDone: Bool { self == .water || self == .noRise || self == .countdown }
}
