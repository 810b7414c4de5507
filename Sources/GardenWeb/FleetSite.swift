internal import BridgeConfig
package import HostSystem
internal import LoamKit
internal import Synchronization

/// What `loam web --fleet` answers: a list of gardens, and below `/garden/NAME/` what a ``Site`` answers of each.
package final class FleetSite: Sendable {
  package let gate: Gate
  let web: WebSettings
  package let sites: [Site]
  private let names: [String]
  private let places: [String: Int]
  private let files: PageFiles
  private let safety = SafetyHeaders.all(broker: nil)
  private let clock: @Sendable () -> ClockReading
  private let startedAt: ClockReading
  /// However many ask, the plants of all gardens are looked through once a second.
  private let listed = Mutex<(list: GardensDocument, at: Int64)?>(nil)

  /// - Parameters:
  ///   - gardens: each with its name, at least one.
  ///   - pageFolder: where the page is unless the configs say so; the list's is in it.
  package init(
    _ gardens: [(name: String, site: Site)], pageFolder: String,
    clock: @escaping @Sendable () -> ClockReading = { HostClock.now() }
  ) throws(WebFailure) {
    guard let first = gardens.first else { throw WebFailure("there is no garden to serve", .config) }
    web = first.site.settings.web
    for garden in gardens where !garden.site.settings.web.isServedAs(web) {
      throw WebFailure(
        "\(first.name), \(garden.name): their sections 'web' differ in where it listens or who is let in; put that into a file that all gardens include",
        .config)
    }
    gate = Gate(web)
    sites = gardens.map(\.site)
    names = gardens.map(\.name)
    places = Dictionary(zip(names, names.indices)) { first, _ in first }
    files = PageFiles(in: (web.pageFolder ?? pageFolder) + "/fleet")
    self.clock = clock
    startedAt = clock()
  }

  package func answer(_ request: WebRequest) async -> WebAnswer {
    let now = clock()
    let garden = garden(of: request)
    garden?.site.refresh(at: now.uptimeMilliseconds)
    return await gate.answer(request, at: now, garden?.site.safety ?? safety) { () async throws(WebError) in
      guard let garden else { return try await respond(to: request, now) }
      return try await garden.site.respond(to: garden.request, now)
    }
  }

  private static let gardens = "/garden/"

  /// The garden that is asked, and what it is asked; `nil`: it is a question to all of them.
  private func garden(of request: WebRequest) -> (site: Site, request: WebRequest)? {
    guard request.path.hasPrefix(Self.gardens) else { return nil }
    let rest = request.target.dropFirst(Self.gardens.count)
    guard let slash = rest.firstIndex(of: "/"), let place = places[String(rest[..<slash])] else { return nil }
    var asked = request
    asked.target = String(rest[slash...])
    return (sites[place], asked)
  }

  private func respond(to request: WebRequest, _ now: ClockReading) async throws(WebError) -> WebAnswer {
    switch request.path {
    case "/api/v1/gardens":
      _ = try Query(request.query, knows: [])
      return .json(list(at: now))
    case "/metrics":
      _ = try Query(request.query, knows: [])
      return .document(Array(await metrics(at: now).utf8), ContentType.metrics)
    case "/healthz":
      _ = try Query(request.query, knows: [])
      let document = FleetHealthDocument(list(at: now))
      var answer = WebAnswer.json(document)
      answer.status = document.ok ? 200 : 503
      return answer
    case "/openapi.json":
      _ = try Query(request.query, knows: [])
      return .document(OpenAPI.document.bytes, ContentType.openAPI)
    default:
      if let place = request.path.hasPrefix(Self.gardens)
        ? places[String(request.path.dropFirst(Self.gardens.count))] : nil
      {
        // The page's own addresses begin where it is.
        return WebAnswer(308, nil, [], [("Location", "\(Self.gardens)\(names[place])/")])
      }
      return try files.answer(request, at: now.uptimeMilliseconds)
    }
  }

  private func list(at now: ClockReading) -> GardensDocument {
    listed.withLock { listed in
      if let listed, now.uptimeMilliseconds - listed.at < 1000 { return listed.list }
      let list = fresh(at: now)
      listed = (list, now.uptimeMilliseconds)
      return list
    }
  }

  private func fresh(at now: ClockReading) -> GardensDocument {
    let seconds = now.wallMilliseconds / 1000
    return GardensDocument(
      zip(names, sites).map { name, site in
        site.refresh(at: now.uptimeMilliseconds)
        let (settings, snapshot) = (site.settings, site.subscriber.now)
        return GardensDocument.Garden(
          name, settings.bridge.name, settings.plan, snapshot,
          snapshot.silence(atUptime: now.uptimeMilliseconds, seconds: seconds))
      }, at: seconds)
  }

  private func metrics(at now: ClockReading) async -> String {
    var page = MetricText()
    var own = OwnFigures(startedAt)
    for (name, site) in zip(names, sites) {
      site.refresh(at: now.uptimeMilliseconds)
      page.garden = site.settings.bridge.garden ?? name
      site.figures(of: site.subscriber.now, now).write(to: &page)
      await site.count(in: &own)
    }
    page.garden = nil
    gate.count(in: &own)
    own.write(to: &page)
    return page.text
  }
}

extension WebSettings {
  /// Whether one server can be meant: the same place, name and secret.
  fileprivate func isServedAs(_ other: WebSettings) -> Bool {
    addresses == other.addresses && port == other.port && tls == other.tls && hostNames == other.hostNames
      && token?.revealed == other.token?.revealed
  }
}
