/// After "done": the probe's rise confirms the water; without one a person hears of it.
extension Garden {
  /// `at`: when the person watered. Where no probe is usable there is nothing to wait for.
  mutating func beginSoak(_ p: Int, wateredAt at: Timestamp, at now: Moment) {
    guard let present = plants[p].judged[0].value else {
      plants[p].kept.soak = nil
      plants[p].soakEnds = nil
      return
    }
    // The answer may come late: the rise may be over already.
    let before = min(present, plants[p].spellLow ?? present)
    // Soil that is full cannot show a rise.
    guard before + plants[p].plan.riseThatConfirms <= 100 else { return }
    plants[p].kept.soak = SoakMemory(
      startedAt: at, until: now.wall + plants[p].plan.soakTime, moistureBefore: before)
    plants[p].soakEnds = now.uptime + plants[p].plan.soakTime
  }

  /// A rise confirms the water and takes back the doubt.
  mutating func soakObserved(_ p: Int, _ value: Double) {
    guard let soak = plants[p].kept.soak,
      value >= soak.moistureBefore + plants[p].plan.riseThatConfirms
    else { return }
    endSoak(p)
    turn.log(.info, "plant \(plants[p].plan.id)", "the probe confirms the watering")
    closeReminder(NoticeKey.noRise(plants[p].plan.id), .done, by: nil)
    if let valve = valve(of: p) { endValveAlarm(valve, .didNotReachSoil) }
  }

  mutating func soakEnded(_ p: Int) {
    guard let ends = plants[p].soakEnds, turn.now.uptime >= ends else { return }
    let id = plants[p].plan.id
    let isDoubtful = plants[p].judged[0].value != nil
    let gave = plants[p].kept.soak?.startedAt == plants[p].kept.lastRunEndedAt ? valve(of: p) : nil
    endSoak(p)
    // Unknown is neither a rise nor the lack of one.
    guard isDoubtful else { return }
    turn.log(.notice, "plant \(id)", "watered, but the probe saw no rise")
    if let gave {
      let matter = ValveMatter(trouble: .didNotReachSoil, plant: id)
      reminders.raiseValveAlarm(gave, matter, &turn)
      return route()
    }
    openReminder(NoticeKey.noRise(id), .noRise, subject: id, quantity: .moisture)
  }

  private mutating func endSoak(_ p: Int) {
    plants[p].kept.soak = nil
    plants[p].soakEnds = nil
    rememberPlant(p)
  }

  /// The id of the valve that waters a plant.
  private func valve(of p: Int) -> String? {
    plants[p].plan.watering.map { plan.actuators[Int($0.valve.position)].id }
  }
}
