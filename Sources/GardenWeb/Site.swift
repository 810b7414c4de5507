internal import LoamKit
package import BridgeConfig
internal import GardenCore
internal import GardenTopics
package import HostSystem
internal import Synchronization

/// What `loam web` answers to whom. It reads, and there is nothing here that writes.
package final class Site: Sendable {
  package let connections = ConnectionCount()
  package let subscriber: BridgeSubscriber.Shared
  let service = HistoryService()
  let limiter = HistoryLimiter()
  let state: Mutex<State>
  private let clock: @Sendable () -> ClockReading
  /// Reads the config anew where its file is another than the last one.
  private let reread: @Sendable (_ isAsked: Bool) -> ConfigChange

  /// - Parameters:
  ///   - pageFolder: where the page is unless the config says so.
  ///   - clock: the machine's.
  ///   - reread: called before answers, once a second at most.
  package init(
    _ settings: BridgeSettings, pageFolder: String, subscriber: BridgeSubscriber.Shared,
    clock: @escaping @Sendable () -> ClockReading = { HostClock.now() },
    reread: @escaping @Sendable (_ isAsked: Bool) -> ConfigChange = { _ in .none }
  ) {
    self.subscriber = subscriber
    self.clock = clock
    self.reread = reread
    state = Mutex(State(settings, pageFolder: pageFolder, startedAt: clock()))
  }

  package var settings: BridgeSettings { state.withLock { $0.settings } }

  package func answer(_ request: WebRequest) async -> WebAnswer {
    let now = clock()
    refresh(at: now.uptimeMilliseconds)
    var answer: WebAnswer
    do throws(WebError) {
      try admit(request, at: now.uptimeMilliseconds)
      answer = try await respond(to: request, now)
    } catch {
      answer = error.answer
    }
    let status = answer.status
    let safety = state.withLock { state in
      state.answers[status, default: 0] += 1
      return state.safety
    }
    answer.headers += safety
    answer.add("Date", HTTPDate.text(now.wallMilliseconds / 1000))
    return answer
  }

  /// Looks at the config's file, and takes a good new one over.
  ///
  /// - Parameter isAsked: also where the file looks the same.
  package func refresh(at uptime: Int64, isAsked: Bool = false) {
    state.withLock { state in
      guard isAsked || uptime - state.configLookedAt >= 1000 else { return }
      state.configLookedAt = uptime
      switch reread(isAsked) {
      case .none: break
      case .wrong: state.badReloads += 1
      case .changed(let settings):
        state.reloads += 1
        state.adopt(settings)
      }
    }
  }

  /// The gate: what does not pass is answered without being looked at any further.
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
        state.rates.charge(State.costOfAGuess, to: request.client)
        return .token
      }
      return nil
    }
    if let verdict { throw verdict }
  }

  private func respond(to request: WebRequest, _ now: ClockReading) async throws(WebError) -> WebAnswer {
    guard let route = Route(request.path) else { throw .nothingHere }
    let seconds = now.wallMilliseconds / 1000
    switch route {
    case .file: return try file(request, at: now.uptimeMilliseconds)
    case .pageConfig: return try pageConfig(request)
    case .metrics: return try await metrics(request, now)
    case .health: return try await health(request, now)
    case .openAPI:
      _ = try Query(request.query, knows: [])
      return .document(OpenAPI.document.bytes, ContentType.openAPI)
    case .plants:
      _ = try Query(request.query, knows: [])
      let snapshot = subscriber.now
      let silence = snapshot.silence(atUptime: now.uptimeMilliseconds, seconds: seconds)
      return .json(PlantsDocument(settings.plan, snapshot, isLive: silence == nil, at: seconds))
    case .history(let plant): return .json(try await history(of: plant, request, now))
    case .historyTable(let plant):
      let history = try await history(of: plant, request, now)
      var answer = WebAnswer.document(Array(history.table.utf8), ContentType.csv)
      answer.add("Content-Disposition", "attachment; filename=\"\(plant)-\(history.quantity).csv\"")
      return answer
    case .waterings(let plant): return .json(try await waterings(of: plant, request, now))
    case .photo(let plant): return try photo(of: plant, request)
    }
  }

  private func file(_ request: WebRequest, at uptime: Int64) throws(WebError) -> WebAnswer {
    let page = state.withLock { $0.page }
    if let answer = page.file(request.path)?.answer(request) { return answer }
    // The folder may have been built anew.
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

/// What a look at the config's file brought.
package enum ConfigChange: Sendable {
  /// The file is the one that was read last.
  case none
  case changed(BridgeSettings)
  /// Another file, and something is wrong in it: the last good one holds.
  case wrong
}
