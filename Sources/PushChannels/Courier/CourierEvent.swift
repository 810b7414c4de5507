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

/// What became of a request.
package enum ChannelOutcome: Sendable, Hashable {
  /// Taken; `handle` is the new message, `replaces` whether the server knows messages by name.
  case taken(handle: Int64? = nil, replaces: Bool? = nil)
  /// Too much at once: not before so many seconds have passed.
  case later(seconds: Int64)
  /// It may or may not have arrived.
  case failed(String)
  /// Refused before anything was done.
  case unreachable(String)
  /// Nothing was done: what was this chat has that number now.
  case moved(chat: Int64)
  /// The service knows the token or the address no longer: since then, in milliseconds since 1970, where it says so.
  case gone(since: Int64?)
  /// Nothing was done: it has too many bytes.
  case tooLong(String)
  /// Refused for good; trying again would not help.
  case refused(String)
  /// What was to be changed is so already.
  case moot
  /// What was to be changed is not there any more.
  case missing
}

/// What follows, after the memory is on the disk.
package enum CourierEffect: Sendable, Hashable {
  /// One at a time: the next follows its ``CourierEvent/outcome(_:)``.
  case send(ChannelRequest)
  case act(ActionMessage)
  case move(SetMessage)
  case acknowledge(MessageID)
  /// The answer to a registration.
  case reply(MessageID, AckCode)
  /// What a trial came to: a button's number, or that it is shown.
  case tried(MessageID, button: Int?)
}

/// One HTTP request, without the secret part of its address. Not to be logged: its body is somebody's.
package struct ChannelRequest: Sendable, Hashable, CustomStringConvertible {
  package enum Verb: String, Sendable { case get = "GET", post = "POST", delete = "DELETE" }
  package var verb: Verb
  /// Behind the channel's own address.
  package var path: String
  /// Besides those of every request; without any, a body is JSON.
  package var headers: [String: String] = [:]
  package var body: [UInt8]

  package init(_ verb: Verb, _ path: String, _ body: JSON? = nil) {
    self.verb = verb
    self.path = path
    self.body = body?.bytes ?? []
  }

  package var description: String { "\(verb.rawValue) (\(body.count) bytes)" }
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
