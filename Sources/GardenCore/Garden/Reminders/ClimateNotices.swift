/// Too cold, too hot, too dark, too bright, hungry, salty, too wet: one notice per plant, quantity and episode.
extension Garden {
  mutating func climateTurned(_ p: Int, _ quantity: Quantity, _ change: JudgedQuantity.Change) {
    let id = plants[p].plan.id
    let key = NoticeKey.climate(id, quantity)
    // Dry has its own reminder.
    let isTrouble = change.to == .high || (change.to == .low && quantity != .moisture)
    closeReminder(key, .cancelled, by: nil)
    if isTrouble { openReminder(key, .climate, subject: id, quantity: quantity) }
  }

  func climateSubject(_ reminder: ReminderMemory, at now: Moment) -> NoticeSubject? {
    guard let p = plantPosition(reminder.subject), let quantity = reminder.quantity,
      Int(quantity.rawValue) < PlantState.judgedQuantities.count
    else { return nil }
    let judged = plants[p].judged[Int(quantity.rawValue)]
    let band = plants[p].bands[Int(quantity.rawValue)]
    guard let limit = judged.settled == .low ? band.below : band.above else { return nil }
    return .climate(
      facts(p, at: now), quantity, judged.settled, value: judged.value, limit: limit)
  }
}
