/// What an answer is about.
enum NoteTarget: Hashable {
  /// An open matter's key.
  case open(key: String)
  /// Closed by that device, or by ``AnsweredMemory/nobody``.
  case closed(by: DeviceID, at: Timestamp)
  /// The answer names a note that we never sent, or that is another plant's.
  case unknown
  /// The answer names no note, and nothing is open.
  case nothing

  init(_ note: UniqueID?, of plant: PlantID, _ memory: GardenMemory) {
    guard let note else {
      let open =
        memory.reminders.first { $0.kind == .water && $0.subject == plant }
        ?? memory.reminders.first { $0.kind == .noRise && $0.subject == plant }
      self = open.map { .open(key: $0.key) } ?? .nothing
      return
    }
    let open = memory.reminders.first { ($0.note == note || $0.digest == note) && $0.subject == plant }
    let own = memory.reminder(NoticeKey.water(plant))
    if let open {
      self = .open(key: open.key)
    } else if memory.isDigest(note), let own, own.state == .watering || own.state == .snoozed {
      // It has left the digest since, and waits for what another answered.
      self = .open(key: own.key)
    } else if memory.reminders.contains(where: { $0.note == note }) {
      // A digest of which this plant is no longer a part; or another plant's note.
      self = memory.digest(note) == nil ? .unknown : Self.closedLast(plant, memory)
    } else if let closed = memory.answered.last(where: { $0.closedNote == note }) {
      // Only a digest's closing names no plant.
      self = closed.plant == nil ? Self.closedLast(plant, memory) : Self.closed(closed, as: plant)
    } else {
      self = .unknown
    }
  }

  private static func closed(_ answer: AnsweredMemory, as plant: PlantID) -> NoteTarget {
    answer.plant == plant ? .closed(by: answer.outcome.device, at: answer.at) : .unknown
  }

  /// How the plant's latest reminder was closed.
  private static func closedLast(_ plant: PlantID, _ memory: GardenMemory) -> NoteTarget {
    let last = memory.answered.last { $0.plant == plant && $0.closedNote != nil }
    return last.map { .closed(by: $0.outcome.device, at: $0.at) } ?? .unknown
  }
}

extension GardenMemory {
  /// Whether that note is a digest's: the present one's, or one that is over, whose closing names no plant.
  func isDigest(_ note: UniqueID) -> Bool {
    digest(note) != nil || answered.contains { $0.closedNote == note && $0.plant == nil }
  }

  /// Two reports of water for one plant closer than this are one watering.
  static let mergeWindow: Duration = .minutes(10)

  /// Who reported the same watering first; `nil`: nobody did.
  func reporter(ofWater plant: PlantID, near at: Timestamp) -> DeviceID? {
    let first = answered.last { $0.plant == plant && $0.outcome.device != AnsweredMemory.nobody }
    guard let first, case .plant(_, let last, _) = first.outcome.detail else { return nil }
    let apart = at >= last ? at - last : last - at
    return apart <= Self.mergeWindow ? first.outcome.device : nil
  }
}
