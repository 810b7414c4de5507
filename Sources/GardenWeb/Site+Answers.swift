internal import BridgeConfig
internal import GardenCore
internal import HostSystem
internal import LoamKit
internal import Synchronization

extension Site {
  func pageConfig(_ request: WebRequest) throws(WebError) -> WebAnswer {
    _ = try Query(request.query, knows: [])
    let settings = settings
    return .json(
      PageDocument(
        broker: settings.web.pageBroker, device: settings.web.pageDevice, base: settings.bridge.baseTopic))
  }

  func metrics(_ request: WebRequest, _ now: ClockReading) async throws(WebError) -> WebAnswer {
    _ = try Query(request.query, knows: [])
    var page = MetricText()
    page.garden = settings.bridge.garden
    figures(of: subscriber.now, now).write(to: &page)
    var own = OwnFigures(startedAt)
    await count(in: &own)
    gate.count(in: &own)
    own.write(to: &page)
    return .document(Array(page.text.utf8), ContentType.metrics)
  }

  func health(_ request: WebRequest, _ now: ClockReading) async throws(WebError) -> WebAnswer {
    _ = try Query(request.query, knows: [])
    let snapshot = subscriber.now
    let document = HealthDocument(
      snapshot,
      silence: snapshot.silence(atUptime: now.uptimeMilliseconds, seconds: now.wallMilliseconds / 1000)?.text,
      history: await service.trouble(in: settings.store.path), atUptime: now.uptimeMilliseconds)
    var answer = WebAnswer.json(document)
    answer.status = document.ok ? 200 : 503
    return answer
  }

  func history(
    of plant: String, _ request: WebRequest, _ now: ClockReading
  ) async throws(WebError) -> History {
    let settings = settings
    guard settings.plan.historyShares(of: plant, .moisture) != nil else {
      throw .unknownPlant(String(plant.prefix(64)))
    }
    let question = try Asked.history(of: plant, request.query, now: bridgeSeconds(now))
    let shares = settings.plan.historyShares(of: plant, question.quantity) ?? []
    return try await limiter.pass { () async throws(WebError) in
      try await service.history(question, shares: shares, in: settings.store.path)
    }
  }

  func waterings(
    of plant: String, _ request: WebRequest, _ now: ClockReading
  ) async throws(WebError) -> WateringsDocument {
    let settings = settings
    guard settings.plan.historyShares(of: plant, .moisture) != nil else {
      throw .unknownPlant(String(plant.prefix(64)))
    }
    let question = try Asked.waterings(of: plant, request.query, now: bridgeSeconds(now))
    let past = try await limiter.pass { () async throws(WebError) in
      try await service.history(question, shares: [], in: settings.store.path)
    }
    return WateringsDocument(
      plant: past.plant, from: past.from, to: past.to, waterings: past.waterings)
  }

  func photo(of plant: String, _ request: WebRequest) throws(WebError) -> WebAnswer {
    _ = try Query(request.query, knows: [])
    guard let file = settings.web.photos[plant], let answer = PlantPhoto(path: file).answer(request) else {
      throw .noPhoto(String(plant.prefix(64)))
    }
    return answer
  }

  /// The bridge's clock where it is ahead of ours: in a demo time runs faster.
  private func bridgeSeconds(_ now: ClockReading) -> Int64 {
    max(now.wallMilliseconds / 1000, subscriber.now.status?.ts.seconds ?? 0)
  }

  func figures(of snapshot: BridgeSnapshot, _ now: ClockReading) -> MetricsPage {
    let silence = snapshot.silence(atUptime: now.uptimeMilliseconds, seconds: now.wallMilliseconds / 1000)
    return MetricsPage(snapshot: snapshot, plan: settings.plan, isLive: silence == nil)
  }

  /// Adds what this garden's part of the process has done.
  func count(in figures: inout OwnFigures) async {
    figures.historyReads += await service.reads
    figures.historyFailures += await service.failures
    let snapshot = subscriber.now
    figures.brokerConnects += snapshot.connects
    figures.messages += snapshot.messages
    figures.unreadable += snapshot.unreadable
    figures.isLinked = figures.isLinked && snapshot.isLinked
    let (reloads, refused) = state.withLock { ($0.reloads, $0.badReloads) }
    figures.reloads += reloads
    figures.badReloads += refused
  }
}

extension WebAnswer {
  /// Values of this moment: kept by nobody on the way.
  static func document(_ body: [UInt8], _ type: String) -> WebAnswer {
    WebAnswer(200, type, body, [("Cache-Control", "no-store")])
  }

  static func json(_ document: some DocumentPart) -> WebAnswer {
    .document(document.json.bytes, ContentType.json)
  }
}
