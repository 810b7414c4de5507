import BridgeConfig
import Foundation
@testable import GardenWeb
@testable import HostSystem
import LoamKit
import TestKit
import Testing

@Suite struct FleetSiteTests {
  private static let now: Int64 = 1_795_000_000
  private static let uptime: Int64 = 1_000_000

  private func site(_ id: String, web: String = "", _ hear: (inout BridgeSnapshot) -> Void = { _ in }) throws
    -> Site
  {
    let settings = try ConfigFile.read(
      text: """
        site: {id: \(id), name: The \(id)}
        sensors: {probe: {family: zigbee2mqtt, topic: zigbee2mqtt/\(id)}}
        plants: {basil: {sensors: probe, name: Basil}}
        store: {path: /nonexistent}
        \(web)
        """, fileName: "\(id).yaml", environment: ["TOKEN": "correct-horse-battery"],
      readSecret: { _ in .failure(FileUnreadable("none")) }, reader: .web
    ).get()
    let shared = BridgeSubscriber.Shared()
    shared.change { hear(&$0) }
    return Site(settings, pageFolder: "/nonexistent", subscriber: shared, clock: { Self.clock })
  }

  private static let clock = ClockReading(wallMilliseconds: now * 1000, uptimeMilliseconds: uptime)

  private func fleet(_ gardens: [(String, Site)], pageFolder: String = "/nonexistent") throws -> FleetSite {
    try FleetSite(gardens.map { (name: $0.0, site: $0.1) }, pageFolder: pageFolder, clock: { Self.clock })
  }

  private func lives(_ condition: LoamKit.PlantState.Condition, next: Int64? = nil) -> (inout BridgeSnapshot)
    -> Void
  {
    { snapshot in
      let ts = EpochSeconds(clamping: Self.now)
      snapshot.isLinked = true
      snapshot.heardAt = Self.uptime
      snapshot.status = MessageID("0190b6a2-0000-7000-8000-000000000000").map {
        BridgeStatus(online: true, ts: ts, since: ts, session: $0)
      }
      snapshot.plants["basil"] = LoamKit.PlantState(
        n: "Basil", s: condition, m: 20, x: next.map { EpochSeconds(clamping: $0) }, r: 1)
    }
  }

  private func gardens(_ fleet: FleetSite) async throws -> [[String: Any]] {
    let answer = await fleet.answer(WebRequest(target: "/api/v1/gardens"))
    let list = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    return try #require(list["gardens"] as? [[String: Any]])
  }

  @Test func `what is wrong comes first`() async throws {
    let fleet = try fleet([
      ("fine", try site("fine", lives(.ok, next: Self.now + 3600))), ("dry", try site("dry", lives(.dry))),
      ("gone", try site("gone")),
    ])
    let list = try await gardens(fleet)
    #expect(list.map { $0["name"] as? String } == ["gone", "dry", "fine"])
    #expect(list.map { $0["troubles"] as? [String] } == [["no_broker"], ["dry"], []])
    #expect(list[0]["reason"] as? String == "the broker is not reached")
    #expect(list[1]["dry"] as? Int == 1)
    #expect(list.map { $0["unknown"] as? Int } == [0, 0, 0])
    #expect(list[2]["title"] as? String == "The fine")
    #expect(list[2]["next_watering"] as? Int == Int(Self.now) + 3600)
  }

  @Test func `a bridge that is silent or doubted says nothing of its plants`() async throws {
    let silent = try site("silent") { snapshot in
      lives(.dry)(&snapshot)
      snapshot.heardAt = Self.uptime - 181_000
    }
    let rival = try site("rival") { snapshot in
      lives(.ok)(&snapshot)
      snapshot.plants = [:]
      let ts = EpochSeconds(clamping: Self.now)
      snapshot.counters = BridgeCounters(
        ts: ts, since: ts, gauges: ["other_bridge": 1, "sensors_silent": 2, "store_durable": 1])
    }
    let list = try await gardens(try fleet([("rival", rival), ("silent", silent)]))
    #expect(list.map { $0["troubles"] as? [String] } == [["silent"], ["rival", "sensors"]])
    #expect(list[0]["dry"] as? Int == 0)
    #expect(list.map { $0["unknown"] as? Int } == [0, 1])
  }

  @Test func `each garden has its own page, its own figures and its own plants`() async throws {
    let fleet = try fleet([
      ("north", try site("north", lives(.ok))), ("south", try site("south", lives(.dry))),
    ])
    let page = await fleet.answer(WebRequest(target: "/garden/south/config.json"))
    #expect(String(decoding: page.body, as: UTF8.self).contains("plants/south"))
    #expect(await fleet.answer(WebRequest(target: "/garden/north/api/v1/plants/basil/history")).status == 503)
    let moved = await fleet.answer(WebRequest(target: "/garden/north"))
    #expect(moved.status == 308 && moved.header("Location") == "/garden/north/")
    for stranger in [
      "/garden/west/config.json", "/garden/west", "/garden/", "/garden//", "/config.json", "/api/v1/plants",
    ] {
      #expect(await fleet.answer(WebRequest(target: stranger)).status == 404, "\(stranger)")
    }
    let figures = await fleet.answer(WebRequest(target: "/metrics"))
    let lines = String(decoding: figures.body, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains(#"loam_up{garden="north"} 1"#) && lines.contains(#"loam_up{garden="south"} 1"#))
    #expect(lines.contains { $0.hasPrefix("loam_web_requests_total{code=") })
    let types = lines.filter { $0.hasPrefix("# TYPE") }
    #expect(Set(types).count == types.count)
    // A family's lines stand together, or Prometheus refuses the page.
    let families = lines.filter { !$0.hasPrefix("#") }.map { $0.prefix { $0 != "{" && $0 != " " } }
    let runs = zip(families, families.dropFirst()).count { $0 != $1 } + 1
    #expect(runs == Set(families).count)
  }

  @Test func `one gate stands before all gardens`() async throws {
    let web = "web: {token_env: TOKEN}"
    let fleet = try fleet([("north", try site("north", web: web)), ("south", try site("south", web: web))])
    for target in [
      "/", "/api/v1/gardens", "/metrics", "/healthz", "/garden/north/", "/garden/south/config.json",
      "/garden/no/",
    ] {
      #expect(await fleet.answer(WebRequest(target: target)).status == 401, "\(target)")
    }
    var guesses = 0
    while await fleet.answer(
      WebRequest(
        target: "/garden/\(guesses % 2 == 0 ? "north" : "south")/", authorization: "Bearer guess",
        client: "192.0.2.1")
    ).status == 401, guesses < 50 {
      guesses += 1
    }
    #expect((10...15).contains(guesses))
    let owner = WebRequest(
      target: "/garden/north/config.json", authorization: "Bearer correct-horse-battery", client: "192.0.2.2")
    #expect(await fleet.answer(owner).status == 200)
  }

  @Test func `gardens that are to be served at two places are refused, and it says which`() throws {
    let north = try site("north", web: "web: {port: 8091}")
    let south = try site("south")
    #expect {
      try fleet([("north", north), ("south", south)])
    } throws: {
      "\($0)".hasPrefix("north, south: their sections 'web' differ")
    }
  }

  @Test func `the fleet is well while its brokers are reached`() async throws {
    let one = try fleet([("north", try site("north", lives(.dry)))])
    #expect(await one.answer(WebRequest(target: "/healthz")).status == 200)
    let two = try fleet([("north", try site("north", lives(.dry))), ("gone", try site("gone"))])
    let answer = await two.answer(WebRequest(target: "/healthz"))
    #expect(answer.status == 503)
    #expect(String(decoding: answer.body, as: UTF8.self) == #"{"gardens":2,"live":1,"ok":false}"#)
  }
}
