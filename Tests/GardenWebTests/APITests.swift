import FoundationEssentials
import GardenCore
import GardenTopics
@testable import GardenWeb
import LoamKit
import Testing

@Suite struct APITests {
  private let now: Int64 = 1_795_000_000

  @Test func `a question without parameters is the last day's moisture`() throws {
    let question = try Asked.history(of: "basil", "", now: now)
    #expect(question.quantity == .moisture && question.points == 240)
    #expect(question.to.seconds == now && question.from.seconds == now - 86_400)
  }

  @Test func `parameters are read, percent-encoded or not`() throws {
    let question = try Asked.history(
      of: "basil", "quantity=%74emperature&from=1794000000&to=1794003600&points=2", now: now)
    #expect(question.quantity == .temperature && question.points == 2)
    #expect(question.from.seconds == 1_794_000_000 && question.to.seconds == 1_794_003_600)
  }

  @Test(arguments: [
    ("points=1", "points"), ("points=401", "points"), ("points=", "points"), ("points=2.0", "points"),
    ("points=+5", "points"), ("points=99999999999999999999", "points"), ("points=٣", "points"),
    ("points=5&points=6", "points"), ("from=-1", "from"), ("to=4102444801", "to"), ("to=1", "to"),
    ("from=1795000000&to=1795000000", "from"), ("from=1795000001&to=1795000000", "from"),
    ("from=1000000000", "from"), ("quantity=humidity", "quantity"), ("quantity=Moisture", "quantity"),
    ("quantity", "quantity"), ("form=1", "form"), ("%66orm=1", "form"), ("=1", ""),
  ])
  func `a wrong parameter is named`(query: String, name: String) {
    do {
      _ = try Asked.history(of: "basil", query[...], now: now)
      Issue.record("taken: \(query)")
    } catch {
      guard case .parameter(name, let sentence) = error else {
        Issue.record("\(query): \(error)")
        return
      }
      #expect(!sentence.isEmpty && error.status == 400)
    }
  }

  @Test(arguments: ["points=%zz", "points=%2", "%ff=1", "points=%00", String(repeating: "a=1&", count: 20)])
  func `what is no text is refused`(query: String) {
    #expect(throws: WebError.self) { try Asked.history(of: "basil", query[...], now: now) }
  }

  @Test func `a machine whose clock was never set asks for times that a document can carry`() throws {
    let question = try Asked.history(of: "basil", "", now: 0)
    #expect(question.from.seconds == 1_000_000_000 && question.to.seconds == 1_000_086_400)
    #expect(try Asked.history(of: "basil", "", now: 9_000_000_000).to.seconds == 4_102_444_800)
  }

  @Test(arguments: [
    ("/api/v1/plants", Route.plants), ("/api/v1/plants/basil/history", .history(plant: "basil")),
    ("/api/v1/plants/basil/history.csv", .historyTable(plant: "basil")),
    ("/api/v1/plants/a%2Fb/waterings", .waterings(plant: "a%2Fb")), ("/metrics", .metrics), ("/", .file),
    ("/metrics/", .file), ("/config.json", .pageConfig),
  ])
  func `a path is a route`(path: String, route: Route) {
    #expect(Route(path[...]) == route)
  }

  @Test(arguments: [
    "/api/", "/api/v2/plants", "/api/v1/plants/", "/api/v1/plants/a", "/api/v1/plants/a/b/history",
  ])
  func `under api nothing is a file`(path: String) {
    #expect(Route(path[...]) == nil)
  }

  @Test func `the description has every route of the api, with the parameters that are read`() throws {
    let text = String(decoding: OpenAPI.document.bytes, as: UTF8.self)
    for path in [
      "/api/v1/plants", "/api/v1/plants/{id}/history", "/api/v1/plants/{id}/history.csv",
      "/api/v1/plants/{id}/waterings", "/metrics", "/healthz", "/config.json",
    ] { #expect(text.contains("\"\(path)\":{\"get\":")) }
    for parameter in Asked.history { #expect(text.contains("\"name\":\"\(parameter.name)\"")) }
    #expect(text.contains(#""maximum":400,"minimum":2"#))
    #expect(text.contains(#""minimum":1000000000"#))
  }

  @Test func `the same past is the same bytes over HTTP and in the contract`() throws {
    let plant = try #require(SubjectName("basil"))
    let at = EpochSeconds(clamping: now)
    let history = History(
      plant: plant, quantity: "moisture", unit: "%", from: at, to: at.advanced(by: 3600), stepS: 300,
      points: [History.Point(at: at, mean: 41.25, low: 40, high: 42.5)], waterings: [])
    let answer = WebAnswer.json(history)
    #expect(try DocumentCodec.decode(History.self, from: answer.body) == history)
    #expect(
      history.table
        == "time,seconds,mean,lowest,highest\r\n2026-11-18T11:06:40Z,1795000000,41.25,40.0,42.5\r\n")
  }

  @Test(arguments: [
    (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
    (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"),
    (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
  ])
  func `a date is written as HTTP writes it`(seconds: Int64, text: String) {
    #expect(HTTPDate.text(seconds) == text)
  }
}
