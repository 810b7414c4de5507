internal import LoamKit
package import BridgeConfig
internal import GardenCore
internal import GardenTopics
package import HostSystem
internal import Synchronization

/// What `loam web` answers of one garden. It reads, and there is nothing here that writes.
package final class Site: Sendable {
  package let subscriber: BridgeSubscriber.Shared
  package let gate: Gate
  let service = HistoryService()
  let limiter = HistoryLimiter()
  let state: Mutex<State>
  let startedAt: ClockReading
  private let files: PageFiles
  private let pageFolder: String
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
    self.pageFolder = pageFolder
    gate = Gate(settings.web)
    files = PageFiles(in: settings.web.pageFolder ?? pageFolder)
    startedAt = clock()
    state = Mutex(State(settings, at: startedAt.uptimeMilliseconds))
  }

  package var settings: BridgeSettings { state.withLock { $0.settings } }
  var safety: [WebAnswer.Header] { state.withLock { $0.safety } }

  package func answer(_ request: WebRequest) async -> WebAnswer {
    let now = clock()
    refresh(at: now.uptimeMilliseconds)
    return await gate.answer(request, at: now, safety) { () async throws(WebError) in
      try await respond(to: request, now)
    }
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
        gate.adopt(settings.web)
        files.move(to: settings.web.pageFolder ?? pageFolder)
      }
    }
  }

  /// What is answered to whom the gate has let in.
  func respond(to request: WebRequest, _ now: ClockReading) async throws(WebError) -> WebAnswer {
    guard let route = Route(request.path) else { throw .nothingHere }
    let seconds = now.wallMilliseconds / 1000
    switch route {
    case .file: return try files.answer(request, at: now.uptimeMilliseconds)
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
}

/// What a look at the config's file brought.
package enum ConfigChange: Sendable {
  /// The file is the one that was read last.
  case none
  case changed(BridgeSettings)
  /// Another file, and something is wrong in it: the last good one holds.
  case wrong
}
