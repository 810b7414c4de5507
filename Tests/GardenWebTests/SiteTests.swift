import BridgeConfig
import Foundation
@testable import GardenWeb
@testable import HostSystem
import Testing

@Suite struct SiteTests {
  private func settings(_ web: String = "") throws -> BridgeSettings {
    try ConfigFile.read(
      text: """
        sensors: {probe: {family: zigbee2mqtt, topic: zigbee2mqtt/Basil}}
        plants: {basil: {sensors: probe, name: Basil}}
        store: {path: /nonexistent}
        \(web)
        """, fileName: "loam.yaml", environment: ["TOKEN": "correct-horse-battery"],
      readSecret: { _ in .failure(FileUnreadable("none")) }, reader: .web
    ).get()
  }

  private func site(_ web: String = "") throws -> Site {
    Site(
      try settings(web), pageFolder: "/nonexistent", subscriber: BridgeSubscriber.Shared(),
      clock: { ClockReading(wallMilliseconds: 1_795_000_000_000, uptimeMilliseconds: 1_000_000) })
  }

  @Test func `every answer has the headers that keep a browser in bounds`() async throws {
    let site = try site()
    for target in ["/", "/config.json", "/metrics", "/healthz", "/api/v1/plants", "/openapi.json", "/%00"] {
      let answer = await site.answer(WebRequest(target: target))
      #expect(answer.header("Content-Security-Policy")?.hasPrefix("default-src 'none'") == true, "\(target)")
      #expect(answer.header("X-Content-Type-Options") == "nosniff")
      #expect(answer.header("Date")?.hasSuffix(" GMT") == true)
      #expect(answer.header("Set-Cookie") == nil)
    }
  }

  @Test(arguments: [
    ("/config.json", 200), ("/metrics", 200), ("/healthz", 503), ("/api/v1/plants", 200),
    ("/openapi.json", 200),
    ("/api/v1/plants/basil/history", 503), ("/api/v1/plants/nobody/history", 404),
    ("/api/v1/plants/basil/history?points=0", 400), ("/metrics?x=1", 400), ("/nothing", 404), ("/api/x", 404),
  ])
  func `each address has its answer`(target: String, status: Int) async throws {
    let answer = try await site().answer(WebRequest(target: target))
    #expect(answer.status == status)
    if status >= 400, target != "/healthz" {
      let said = try JSONDecoder().decode([String: String].self, from: Data(answer.body))
      #expect(said["error"]?.isEmpty == false)
    }
  }

  @Test func `what a request is comes before what it asks for`() async throws {
    let site = try site("web: {token_env: TOKEN}")
    func status(_ request: WebRequest) async -> Int { await site.answer(request).status }
    #expect(await status(WebRequest(target: "/metrics", host: "evil.example")) == 421)
    #expect(await status(WebRequest(target: "/metrics", host: nil)) == 421)
    #expect(await status(WebRequest(method: "DELETE", target: "/metrics")) == 405)
    #expect(await status(WebRequest(target: "/metrics", hasBody: true)) == 413)
    #expect(await status(WebRequest(target: "metrics")) == 400)
    #expect(await status(WebRequest(target: "/" + String(repeating: "a", count: 3000))) == 414)
    #expect(await status(WebRequest(target: "/metrics")) == 401)
    #expect(
      await status(WebRequest(target: "/metrics", authorization: "Bearer correct-horse-battery")) == 200)
  }

  @Test func `a guesser is kept out after a dozen guesses, and the owner elsewhere is not`() async throws {
    let site = try site("web: {token_env: TOKEN}")
    var guesses = 0
    while await site.answer(
      WebRequest(target: "/", authorization: "Bearer guess", client: "192.0.2.1")
    ).status == 401, guesses < 50 {
      guesses += 1
    }
    #expect((10...15).contains(guesses))
    let owner = WebRequest(
      target: "/metrics", authorization: "Bearer correct-horse-battery", client: "192.0.2.2")
    #expect(await site.answer(owner).status == 200)
  }

  @Test func `a changed config is taken over, but never opens what needed a token`() async throws {
    let open = try settings("web: {listen: 0.0.0.0, token_env: TOKEN}")
    let careless = try settings("web: {host_names: [garden.example]}")
    let site = Site(
      open, pageFolder: "/nonexistent", subscriber: BridgeSubscriber.Shared(),
      reread: { $0 ? .changed(careless) : .none })
    #expect(await site.answer(WebRequest(target: "/metrics", host: "any.example")).status == 401)
    site.refresh(at: 0, isAsked: true)
    #expect(await site.answer(WebRequest(target: "/metrics", host: "any.example")).status == 401)
    let known = WebRequest(
      target: "/metrics", host: "any.example", authorization: "Bearer correct-horse-battery")
    #expect(await site.answer(known).status == 200)
  }

  @Test func `the page is told where the broker is`() async throws {
    let plain = try await site().answer(WebRequest(target: "/config.json"))
    #expect(
      String(decoding: plain.body, as: UTF8.self)
        == #"{"api":true,"base":"plants","device":"dashboard"}"#)
    let told = try await site("web: {page: {broker: 'wss://garden.example/mqtt', device: wall}}")
      .answer(WebRequest(target: "/config.json"))
    #expect(
      String(decoding: told.body, as: UTF8.self).contains(
        #""broker":"wss://garden.example/mqtt","device":"wall""#))
    #expect(
      told.header("Content-Security-Policy")?.contains("connect-src 'self' wss://garden.example;") == true)
  }
}
