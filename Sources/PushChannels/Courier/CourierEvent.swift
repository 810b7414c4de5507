package import LoamKit

/// What a courier hears.
package enum CourierEvent: Sendable, Hashable {
  case notification(NotificationMessage)
  case withdrawal(WithdrawMessage)
  case activity(ActivityMessage)
  case ack(Ack)
  /// No ack came in all the time that a command is repeated.
  case unanswered(MessageID)
  case control(ControlState)
  case category(NotificationCategory)
  case context(DeviceContext)
  /// What became of the request that is on its way.
  case outcome(ChannelOutcome)
  case press(Press)
  /// A line of the answer topic.
  case line(NtfyLine)
  /// Answers are read from there on.
  case listening(from: String)
  /// The code was right: this chat is the device's.
  case bound(chat: Int64)
  /// The app hands over a token, or takes one back.
  case registration(PushRegistration)
  /// A run, as everybody is told of it.
  case run(ActivityState)
  /// The bridge has no place for the device any more.
  case retired
  /// The glance with this fingerprint is in force.
  case glance(Int)
  /// Somebody tries the channel out.
  case trial(MessageID)
  /// Another channel takes nothing, or takes something again.
  case outage(ChannelOutage)
  /// Others were told how this channel stands.
  case outageTold
  /// Time has passed; the first event of a process.
  case tick
  /// What ``CourierEffect/store(_:_:)`` asked for is on the disk.
  case stored
  /// The disk did not take what followed from that event, which is as if it had not happened: to be told to the courier as it was before.
  indirect case notStored(CourierEvent)
}

/// That nothing arrives at a device, or arrives again.
package struct ChannelOutage: Sendable, Hashable {
  package var device: DeviceName
  /// What people call it.
  package var name: String
  /// Seconds since 1970; `nil`: it is over.
  package var since: Int64?

  package init(device: DeviceName, name: String, since: Int64?) {
    (self.device, self.name, self.since) = (device, name, since)
  }
}

/// A button that was pressed.
package struct Press: Sendable, Hashable {
  /// Of the rendering.
  package var word: String
  /// Which of its buttons.
  package var button: String
  /// The press happened after that; seconds since 1970.
  package var earliest: Int64
  /// And before that.
  package var latest: Int64
  /// What the service wants answered.
  package var query: String?
  /// The message on which it was pressed.
  package var handle: Int64?

  package init(
    word: String, button: String, earliest: Int64, latest: Int64, query: String? = nil, handle: Int64? = nil
  ) {
    self.word = word
    self.button = button
    self.earliest = earliest
    self.latest = latest
    self.query = query
    self.handle = handle
  }
}

/// What a courier asks for.
package enum CourierEffect: Sendable, Hashable {
  /// The first of each turn. Nothing else leaves before ``CourierEvent/stored``. Without a memory that of earlier turns is there already.
  case store(CourierMemory?, [TrialStep])
  /// One at a time: the next follows its ``CourierEvent/outcome(_:)``.
  case send(ChannelRequest)
  case act(ActionMessage)
  case move(SetMessage)
  case acknowledge(MessageID)
  /// The answer to a registration.
  case reply(MessageID, AckCode)
}

/// A step of a trial: shown, or with a button's number: answered.
package struct TrialStep: Sendable, Hashable {
  package var id: MessageID
  package var milliseconds: Int64
  package var button: Int?

  package init(id: MessageID, milliseconds: Int64, button: Int? = nil) {
    (self.id, self.milliseconds, self.button) = (id, milliseconds, button)
  }
}

extension CourierEvent {
  /// What the bridge waits to be told is safe.
  package var awaited: MessageID? {
    switch self {
    case .notification(let message): message.note.id
    case .withdrawal(let message): message.id
    default: nil
    }
  }
}
