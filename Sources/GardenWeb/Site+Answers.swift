internal import BridgeConfig
internal import GardenCore
internal import HostSystem
internal import Synchronization

extension Site {
  func pageConfig(_ request: WebRequest) throws(WebError) -> WebAnswer {
    _ = try Query(request.query, knows: [])
    let settings = settings
    return .json(
      PageDocument(
        broker: settings.web.pageBroker, device: settings.web.pageDevice, base: settings.hub.baseTopic))
  }

  func metrics(_ request: WebRequest, _ now: ClockReading) async throws(WebError) -> WebAnswer {
    _ = try Query(request.query, knows: [])
    let picture = ear.now
    let silence = picture.silence(atUptime: now.uptimeMilliseconds, seconds: now.wallMilliseconds / 1000)
    let page = MetricsPage(
      picture: picture, plan: settings.plan, isLive: silence == nil, own: await ownFigures(picture))
    return .document(Array(page.text().utf8), ContentType.metrics)
  }

  func health(_ request: WebRequest, _ now: ClockReading) async throws(WebError) -> WebAnswer {
    _ = try Query(request.query, knows: [])
    let picture = ear.now
    let document = HealthDocument(
      picture,
      silence: picture.silence(atUptime: now.uptimeMilliseconds, seconds: now.wallMilliseconds / 1000),
      history: await desk.trouble(in: settings.store.path), atUptime: now.uptimeMilliseconds)
    var answer = WebAnswer.json(document)
    answer.status = document.ok ? 200 : 503
    return answer
  }

  func history(of plant: String, _ request: WebRequest, _ now: Int64) async throws(WebError)
    -> HistoryDocument
  {
    let source = try source(of: plant)
    let question = try HistoryQuestion(plant: plant, request.query, now: now)
    return try await desk.history(question, source)
  }

  func waterings(of plant: String, _ request: WebRequest, _ now: Int64) async throws(WebError)
    -> WateringsDocument
  {
    _ = try source(of: plant)
    let span = try HistoryQuestion.span(try Query(request.query, knows: [.from, .to]), now: now)
    return WateringsDocument(plant: plant, from: span.from.seconds, to: span.to.seconds, waterings: [])
  }

  private func source(of plant: String) throws(WebError) -> HistoryDesk.Source {
    let settings = settings
    guard let found = settings.plan.plants.first(where: { $0.id == plant }) else {
      throw .unknownPlant(String(plant.prefix(64)))
    }
    return HistoryDesk.Source(
      folder: settings.store.path,
      shares: found.shares.map {
        (
          sensor: settings.plan.sensors[Int($0.sensor.position)].id, weight: $0.weight,
          quantities: $0.quantities
        )
      })
  }

  private func ownFigures(_ picture: HubPicture) async -> OwnFigures {
    let reads = await desk.reads
    let failures = await desk.failures
    let connections = connections.now
    let resident = ProcessMemory.residentBytes()
    return state.withLock { state in
      OwnFigures(
        requests: state.answers, connections: connections, rateClients: state.rates.clients,
        historyReads: reads, historyFailures: failures, reloads: state.reloads, badReloads: state.badReloads,
        brokerConnects: picture.connects, isLinked: picture.isLinked, messages: picture.messages,
        unreadable: picture.unreadable, residentBytes: resident,
        startedAt: Double(state.startedAt.wallMilliseconds) / 1000)
    }
  }
}

extension WebAnswer {
  /// Values of this moment: kept by nobody on the way.
  static func document(_ body: [UInt8], _ type: String) -> WebAnswer {
    WebAnswer(200, type, body, [("Cache-Control", "no-store")])
  }

  static func json(_ document: some Encodable) -> WebAnswer {
    .document(JSON.bytes(document), ContentType.json)
  }
}
