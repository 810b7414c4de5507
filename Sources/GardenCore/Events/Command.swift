/// What every message that acts carries, whoever sends it.
package struct CommandHead: Sendable, Hashable {
  package var id: UniqueID
  /// The device that sent it: the level of its topic, not what the payload claims.
  package var device: DeviceID
  /// When the person did it, by the device's clock.
  package var at: Timestamp
  /// After it the command must not act; `nil` = the default of its kind (see PROTOCOL).
  package var expires: Timestamp?

  package init(id: UniqueID, device: DeviceID, at: Timestamp, expires: Timestamp? = nil) {
    self.id = id
    self.device = device
    self.at = at
    self.expires = expires
  }
}

/// What a person asks of the garden.
package enum Command: Sendable, Hashable {
  /// A button of a notification, or the same answer given without one (`note` nil: from a page or the command line).
  case answer(CommandHead, plant: PlantID, note: UniqueID?, Answer)
  /// The slider was let go at `value`. `base`: the revision the slider showed; `nil` skips the conflict check.
  case move(CommandHead, control: ControlID, value: Double, unit: String, base: Int?)
  /// Water now. Both `nil`: as configured for the plant; with `litres` alone the plant's longest run bounds it.
  /// `note`: the reminder that offered it; one that is not open any more waters nothing.
  case water(CommandHead, plant: PlantID, duration: Duration?, litres: Double? = nil, note: UniqueID? = nil)
  /// End the plant's run.
  case stop(CommandHead, plant: PlantID)
  /// Begin a countdown for water by can or hose; `plant` nil: no plant in particular.
  case countdown(CommandHead, plant: PlantID?, duration: Duration)
  /// Break it off.
  case stopCountdown(CommandHead, plant: PlantID?)
  /// Emergency stop: everything is closed and held closed.
  case stopAll(CommandHead)
  /// Lock a valve for maintenance: closed, and held closed.
  case hold(CommandHead, valve: String)
  /// Release a valve's lock; without a valve: the emergency stop.
  case release(CommandHead, valve: String?)
  /// The device closed a running activity on its own screen; the watering goes on.
  case hideActivity(CommandHead, activity: UniqueID)
  /// An app tells that on another device of its person something.
  case send(AppMessage)
  /// Bytes of a blob that it sends. The head has the message's id.
  case part(CommandHead, BlobBytes)
  /// It takes back what has not arrived.
  case cancel(CommandHead, message: UniqueID)

  /// Let a device in, or put one out.
  case account(CommandHead, AccountWish)

  /// Known by its message and where it begins.
  package var isPart: Bool { if case .part = self { true } else { false } }

  package var head: CommandHead {
    switch self {
    case .answer(let head, _, _, _), .move(let head, _, _, _, _), .water(let head, _, _, _, _),
      .stop(let head, _), .stopAll(let head), .hold(let head, _), .release(let head, _),
      .hideActivity(let head, _), .countdown(let head, _, _), .stopCountdown(let head, _),
      .cancel(let head, _), .part(let head, _), .account(let head, _):
      head
    case .send(let message): message.head
    }
  }
}

/// The answers to a watering reminder. The names on the wire are those of the first seed article.
package enum Answer: UInt8, Sendable, Hashable, CaseIterable {
  case done = 0
  case later
  case tomorrow
  case dismissed
  /// The notification was tapped, no button: recorded, changes nothing.
  case opened

  /// The action identifier on the wire.
  package var identifier: StaticString {
    switch self {
    case .done: "water_done"
    case .later: "water_later"
    case .tomorrow: "water_tomorrow"
    case .dismissed: "com.apple.UNNotificationDismissActionIdentifier"
    case .opened: "com.apple.UNNotificationDefaultActionIdentifier"
    }
  }
}

/// What became of a command; goes back to its sender, and again, unchanged, for each repeat of its id.
package struct Outcome: Sendable, Hashable {
  package enum Code: UInt8, Sendable, Hashable, CaseIterable {
    case accepted = 0, duplicate, alreadyDone, queued
    case badTime, badValue, badUnit, outOfRange, offStep, conflict, stale, expired
    case unknownNote, unknownAction, unknownControl, unknownPlant, forbidden, rateLimited, refused, busy
    case delivered, cancelled, notReachable, unknownMessage

    package var isOK: Bool { rawValue <= Code.queued.rawValue || self == .delivered }
  }
  /// What a device shows after its command: facts of the plant or the control as they stand now.
  package enum Detail: Sendable, Hashable {
    case none
    case plant(PlantID, last: Timestamp, next: Next)
    /// `value`: in force, `nil` until the device has reported; `requested`: asked of the device, not in force yet.
    case control(
      ControlID, value: Double?, requested: Double? = nil, revision: Int, range: ClosedRange<Double>,
      step: Double)
    case activity(UniqueID)
    /// How the receiver of a message could be reached, which was not enough.
    case reachability(Reachability)
    /// How many the receiver may have today.
    case glances(left: Int)
    /// How many bytes of a blob are stored.
    case stored(bytes: Int)
  }

  package var id: UniqueID
  package var device: DeviceID
  package var code: Code
  /// Why, where the code does not say it.
  package var why: Reason?
  /// Who was first, with ``Code/alreadyDone``.
  package var by: DeviceID?
  package var detail: Detail

  package init(
    id: UniqueID, device: DeviceID, code: Code, why: Reason? = nil, by: DeviceID? = nil,
    detail: Detail = .none
  ) {
    self.id = id
    self.device = device
    self.code = code
    self.why = why
    self.by = by
    self.detail = detail
  }
}

extension CommandHead {
  /// What became of the command.
  func outcome(
    _ code: Outcome.Code, by device: DeviceID? = nil, _ detail: Outcome.Detail = .none
  ) -> Outcome {
    Outcome(id: id, device: self.device, code: code, by: device, detail: detail)
  }

  /// What became of the command, and why.
  package func outcome(_ why: Reason, by device: DeviceID? = nil, _ detail: Outcome.Detail = .none) -> Outcome
  {
    Outcome(id: id, device: self.device, code: why.code, why: why, by: device, detail: detail)
  }
}
