/// "Water now": a reminder of a plant with a valve can water it, and gives way to the activity while it does.
extension Garden {
  /// What "water now" would do at this moment; `nil`: the plant has no valve that may open.
  func waterOffer(_ p: Int) -> WaterOffer? {
    guard let watering = plants[p].plan.watering else { return nil }
    let valve = plan.actuators[Int(watering.valve.position)]
    let usual = RunAmount(nil, nil, watering, plan)
    guard valve.isValve, usual.refusal == nil, waterings.held(valve) == nil else { return nil }
    return WaterOffer(duration: usual.duration, litres: usual.litres)
  }

  /// A person asks for water, with the button of a reminder or without one. Role, repeats and age were checked.
  mutating func water(
    _ head: CommandHead, _ plant: PlantID, _ duration: Duration?, _ litres: Double?, _ note: UniqueID?
  ) -> Verdict {
    let position = plantPosition(plant)
    if let note, let position, let outdated = outdated(head, position, note, at: turn.now) {
      return Verdict(outdated)
    }
    let facts = position.map { self.facts($0, at: turn.now) }
    let moisture = position.flatMap { plants[$0].moisture.value }
    defer { settleRuns() }
    return Verdict(
      waterings.ask(
        head, plant: plant, duration: duration, litres: litres, moisture: moisture, facts: facts, &turn))
  }

  /// What the button of a reminder that is over gets: a phone that missed the withdrawal must not water twice.
  /// `nil`: the plant still asks.
  private func outdated(_ head: CommandHead, _ p: Int, _ note: UniqueID, at now: Moment) -> Outcome? {
    func outcome(
      _ code: Outcome.Code, by: DeviceID? = nil, _ message: String? = nil, _ detail: Outcome.Detail = .none
    ) -> Outcome {
      Outcome(id: head.id, device: head.device, code: code, message: message, by: by, detail: detail)
    }
    switch NoteTarget(note, of: plants[p].plan.id, memory) {
    case .nothing: return nil
    case .unknown: return outcome(.unknownNote)
    case .closed(AnsweredMemory.nobody, _): return outcome(.stale, "the plant does not ask for water any more")
    case .closed(let by, _):
      let dates = wateringDates(p, at: now)
      return outcome(.alreadyDone, by: by, nil, .plant(plants[p].plan.id, last: dates.last, next: dates.next))
    case .open(let key):
      // Of two who press it the second is told who was first. By rule, nobody was.
      guard let open = memory.reminder(key), open.state == .watering,
        let by = open.snoozedBy, let run = waterings.run(of: plants[p].plan.id)
      else { return nil }
      return outcome(.alreadyDone, by: by, nil, .activity(run))
    }
  }

  /// Water is on its way, whoever asked for it: nobody is asked meanwhile.
  mutating func giveWay(_ p: Int) {
    let plant = plants[p].plan.id
    reminders.giveWay(plant, to: waterings.run(of: plant), by: waterings.asker(of: plant), &turn)
    route()
  }

  /// The run is over and gave nothing: the plant asks again, at once.
  mutating func comeBack(_ p: Int) {
    guard let reminder = memory.reminder(NoticeKey.water(plants[p].plan.id)), reminder.state == .watering
    else { return }
    reminders.askAgain(reminder, &turn)
    route()
  }

  /// A valve was held or released: what the open reminders offer changed.
  mutating func offersChanged() {
    for reminder in memory.reminders where reminder.kind == .water && reminder.key != NoticeKey.digest {
      guard plantPosition(reminder.subject).map({ plants[$0].plan.watering != nil }) == true else { continue }
      publishReminder(reminder)
    }
  }
}

extension Waterings {
  /// Who asked for the plant's run; `nil`: the rule, or none is on.
  func asker(of plant: PlantID) -> DeviceID? {
    leases.first { $0.memory.plant == plant && $0.memory.activityEndedAt == nil }?.memory.by
  }
}
