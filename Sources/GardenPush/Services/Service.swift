internal import PushChannels

/// Where a channel's requests go, with the secret part of the address. Not to be logged.
struct Service: Sendable, CustomStringConvertible {
  let kind: ChannelKind
  /// In front of every request's path.
  let address: String
  let bearer: String?
  /// Of APNs: what makes tokens, and a connection of its own.
  var apple: (tokens: ProviderTokens, web: ServiceClient)?
  /// Whom requests are sealed for.
  var recipient: WebPost.Recipient?

  var description: String { kind.rawValue }

  func outcome(of request: ChannelRequest, by web: ServiceClient) async -> ChannelOutcome {
    if let apple { return await outcome(of: request, apple.tokens, apple.web) }
    var request = request
    if let recipient {
      do throws(PushCipher.Failure) {
        request = try recipient.sealed(request)
      } catch {
        return .failed("\(error)")
      }
    }
    do throws(ServiceClient.Silence) {
      let answer = try await web.answer(
        request, at: address, bearer: bearer, needsBody: kind == .telegram || kind == .ntfy,
        trust: recipient?.post.trust)
      switch kind {
      case .telegram: return Telegram.outcome(status: answer.status, body: answer.body)
      case .ntfy:
        return Ntfy.outcome(
          request.verb, status: answer.status, body: answer.body, retryAfter: answer.retryAfter)
      case .web: return WebPush.outcome(status: answer.status, retryAfter: answer.retryAfter)
      case .webhook, .apns: return Webhook.outcome(status: answer.status, retryAfter: answer.retryAfter)
      }
    } catch {
      return Self.outcome(of: error)
    }
  }

  private func outcome(
    of request: ChannelRequest, _ tokens: ProviderTokens, _ web: ServiceClient
  ) async -> ChannelOutcome {
    let token: String
    switch await tokens.shown() {
    case .token(let text): token = text
    case .rest(let seconds): return .later(seconds: seconds)
    case .unusable(let why): return .unreachable("APNs: \(why)")
    }
    do throws(ServiceClient.Silence) {
      let answer = try await web.answer(request, at: address, bearer: token, needsBody: false)
      guard answer.isHTTP2 else { return .unreachable("APNs: the server does not speak HTTP/2") }
      if Apns.refusesToken(status: answer.status, body: answer.body) { await tokens.refused(token) }
      return Apns.outcome(status: answer.status, body: answer.body, retryAfter: answer.retryAfter)
    } catch {
      return Self.outcome(of: error)
    }
  }

  private static func outcome(of silence: ServiceClient.Silence) -> ChannelOutcome {
    switch silence {
    case .unreachable: .unreachable("\(silence)")
    case .lost: .failed("\(silence)")
    }
  }
}
