package import LoamKit

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
