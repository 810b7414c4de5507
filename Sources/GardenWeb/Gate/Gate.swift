package import BridgeConfig
internal import HostSystem
internal import Synchronization

/// Who is let in, and what the server counts of whoever asks.
package final class Gate: Sendable {
  /// Of a wrong token, in requests.
  private static let costOfAGuess = 20.0

  package let connections = ConnectionCount()
  /// Where it listens cannot change, and what other machines reach never stops asking for a token.
  private let isLoopback: Bool
  private let state: Mutex<State>

  private struct State {
    var rates = RateTable()
    /// By status.
    var answers: [Int: Int] = [:]
    var host: HostCheck
    var token: AccessToken?
  }

  package init(_ web: WebSettings) {
    isLoopback = web.isLoopback
    state = Mutex(
      State(
        host: HostCheck(isOpen: !isLoopback, names: []), token: web.token.map { AccessToken($0.revealed) })
    )
    adopt(web)
  }

  func adopt(_ web: WebSettings) {
    state.withLock { state in
      state.host = HostCheck(isOpen: !isLoopback, names: web.hostNames)
      if web.token != nil || isLoopback { state.token = web.token.map { AccessToken($0.revealed) } }
    }
  }

  /// What does not pass is answered without being looked at any further.
  func answer(
    _ request: WebRequest, at now: ClockReading, _ safety: [WebAnswer.Header],
    with respond: () async throws(WebError) -> WebAnswer
  ) async -> WebAnswer {
    var answer: WebAnswer
    do throws(WebError) {
      try admit(request, at: now.uptimeMilliseconds)
      answer = try await respond()
    } catch {
      answer = error.answer
    }
    let status = answer.status
    state.withLock { $0.answers[status, default: 0] += 1 }
    answer.headers += safety
    answer.add("Date", HTTPDate.text(now.wallMilliseconds / 1000))
    return answer
  }

  private func admit(_ request: WebRequest, at uptime: Int64) throws(WebError) {
    let verdict: WebError? = state.withLock { state in
      if let seconds = state.rates.take(for: request.client, at: uptime) {
        return .tooMany(retryAfterSeconds: seconds)
      }
      guard request.target.utf8.count <= WebRequest.targetBytesMax else { return .targetTooLong }
      guard request.target.hasPrefix("/") else { return .malformed("the address is no path") }
      guard !request.hasSecondHost else { return .malformed("it names more than one host") }
      guard state.host.isOurs(request.host) else { return .wrongHost }
      guard request.method == "GET" || request.method == "HEAD" else { return .method }
      guard !request.hasBody else { return .body }
      if let token = state.token, !token.opens(request.authorization) {
        // A guess costs as much as many requests.
        state.rates.charge(Self.costOfAGuess, to: request.client)
        return .token
      }
      return nil
    }
    if let verdict { throw verdict }
  }

  func count(in figures: inout OwnFigures) {
    figures.connections = connections.now
    state.withLock { state in
      figures.requests = state.answers
      figures.rateClients = state.rates.clients
    }
  }
}
