package import BridgeConfig
internal import HostSystem
internal import Synchronization

/// What `loam web` answers to whom. It reads, and there is nothing here that writes.
package final class Site: Sendable {
  package let connections = ConnectionCount()
  package let ear: HubEar.Shared
  private let state: Mutex<State>

  struct State: Sendable {
    var settings: BridgeSettings
    var page: PageFolder
    var pageLookedAt: Int64 = 0
    var rates = RateTable()
    var counts = RequestCounts()
    var host: HostCheck
    var token: AccessToken?
    var safety: [WebAnswer.Header]
  }

  /// - Parameter pageFolder: where the page is unless the config says so.
  package init(_ settings: BridgeSettings, pageFolder: String, ear: HubEar.Shared) {
    self.ear = ear
    state = Mutex(State(settings, pageFolder))
  }

  package func answer(_ request: WebRequest) async -> WebAnswer {
    let now = HostClock.now()
    var answer: WebAnswer
    do throws(WebError) {
      try admit(request, at: now.uptimeMilliseconds)
      answer = try await respond(to: request, now)
    } catch {
      answer = error.answer
    }
    let safety = state.withLock { state in
      state.counts.count(answer.status)
      return state.safety
    }
    answer.headers += safety
    answer.add("Date", HTTPDate.text(now.wallMilliseconds / 1000))
    return answer
  }

  /// The gate: what does not pass is answered without being looked at any further.
  private func admit(_ request: WebRequest, at uptime: Int64) throws(WebError) {
    let verdict: WebError? = state.withLock { state in
      if let seconds = state.rates.take(for: request.client, at: uptime) {
        return .tooMany(retryAfterSeconds: seconds)
      }
      guard request.target.utf8.count <= WebRequest.targetBytesMax else { return .targetTooLong }
      guard request.target.hasPrefix("/") else { return .malformed("the address is no path") }
      guard state.host.isOurs(request.host) else { return .wrongHost }
      guard request.method == "GET" || request.method == "HEAD" else { return .method }
      guard !request.hasBody else { return .body }
      if let token = state.token, !token.opens(request.authorization) {
        // A guess costs as much as many requests.
        _ = state.rates.take(RequestCounts.costOfAGuess, for: request.client, at: uptime)
        return .token
      }
      return nil
    }
    if let verdict { throw verdict }
  }

  private func respond(to request: WebRequest, _ now: ClockReading) async throws(WebError) -> WebAnswer {
    guard let route = Route(request.path) else { throw .nothingHere }
    switch route {
    case .file: return try file(request, at: now.uptimeMilliseconds)
    default: throw .nothingHere
    }
  }

  private func file(_ request: WebRequest, at uptime: Int64) throws(WebError) -> WebAnswer {
    let page = state.withLock { $0.page }
    if let answer = page.file(request.path)?.answer(request) { return answer }
    // The folder may have been built anew: it is looked into again, once a second at most.
    let fresh: PageFolder? = state.withLock { state in
      guard uptime - state.pageLookedAt >= 1000 else { return nil }
      state.pageLookedAt = uptime
      state.page = PageFolder(path: state.page.path)
      return state.page
    }
    guard let answer = fresh?.file(request.path)?.answer(request) else { throw .nothingHere }
    return answer
  }
}

extension Site.State {
  init(_ settings: BridgeSettings, _ pageFolder: String) {
    let web = settings.web
    self.init(
      settings: settings, page: PageFolder(path: web.pageFolder ?? pageFolder),
      host: HostCheck(isOpen: !web.isLoopback, names: web.hostNames),
      token: web.token.map { AccessToken($0.revealed) },
      safety: SafetyHeaders.all(broker: web.pageBroker))
  }
}

/// Requests by what became of them.
struct RequestCounts: Sendable {
  static let costOfAGuess = 20.0
  private(set) var byStatus: [Int: Int] = [:]

  mutating func count(_ status: Int) { byStatus[status, default: 0] += 1 }
}
