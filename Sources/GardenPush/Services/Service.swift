internal import PushChannels

/// Where a channel's requests go, with the secret part of the address. Not to be logged.
struct Service: Sendable, CustomStringConvertible {
  let kind: ChannelKind
  /// In front of every request's path.
  let address: String
  let bearer: String?
  /// Whom requests are sealed for.
  var recipient: WebPost.Recipient?

  var description: String { kind.rawValue }

  func outcome(of request: ChannelRequest, by web: ServiceClient) async -> ChannelOutcome {
    var request = request
    if let recipient {
      do throws(PushCipher.Failure) {
        request = try recipient.sealed(request)
      } catch {
        return .failed("\(error)")
      }
    }
    let answer: ServiceClient.Answer
    do throws(ServiceClient.Silence) {
      answer = try await web.answer(
        request, at: address, bearer: bearer, trust: recipient?.post.trust)
    } catch {
      switch error {
      case .unreachable: return .unreachable("\(error)")
      case .lost: return .failed("\(error)")
      }
    }
    switch kind {
    case .telegram: return Telegram.outcome(status: answer.status, body: answer.body)
    case .ntfy:
      return Ntfy.outcome(
        request.verb, status: answer.status, body: answer.body, retryAfter: answer.retryAfter)
    case .web: return WebPush.outcome(status: answer.status, retryAfter: answer.retryAfter)
    case .webhook: return Webhook.outcome(status: answer.status, retryAfter: answer.retryAfter)
    }
  }
}
