import GardenCore
@testable import GardenWeb
@testable import HostSystem
import LoamKit
import Testing

@Suite struct MetricsTests {
  private let since = EpochSeconds(clamping: 1_795_000_000)

  private func text(_ page: MetricsPage, of garden: String? = nil) -> String {
    var text = MetricText()
    text.garden = garden
    page.write(to: &text)
    OwnFigures(ClockReading(wallMilliseconds: 0, uptimeMilliseconds: 0)).write(to: &text)
    return text.text
  }

  private func page(_ snapshot: BridgeSnapshot, isLive: Bool) -> [Substring] {
    let plan = GardenPlan(plants: [PlantPlan(id: "basil", name: "Basil \"big\"\n\\ one")])
    return text(MetricsPage(snapshot: snapshot, plan: plan, isLive: isLive)).split(separator: "\n")
  }

  @Test func `a bridge that nobody hears is not up, and its old numbers are not told`() {
    var snapshot = BridgeSnapshot()
    snapshot.counters = BridgeCounters(ts: since, since: since, counts: ["readings": 5])
    snapshot.plants["basil"] = LoamKit.PlantState(n: "Basil", s: .dry, m: 20, r: 1)
    let lines = page(snapshot, isLive: false)
    #expect(lines.contains("loam_up 0"))
    #expect(!lines.contains { $0.hasPrefix("loam_readings") || $0.hasPrefix("loam_plant") })
    #expect(lines.contains { $0.hasPrefix("loam_web_connections_total") })
  }

  @Test func `every number of the bridge is there, with help and type`() {
    var snapshot = BridgeSnapshot()
    var counters = BridgeCounters(ts: since, since: since)
    for metric in BridgeMetric.all {
      switch metric.kind {
      case .count: counters.counts[metric.name] = 3
      case .countBy: counters.by[metric.name] = ["a": 1, "b": 2]
      case .gauge: counters.gauges[metric.name] = 0.5
      }
    }
    snapshot.counters = counters
    let lines = page(snapshot, isLive: true)
    #expect(BridgeMetric.all.count > 30)
    for metric in BridgeMetric.all {
      let isGauge = metric.kind == .gauge
      let name = "loam_" + metric.name + (isGauge ? "" : "_total")
      #expect(lines.contains("# HELP \(name) \(metric.help)"))
      #expect(lines.contains("# TYPE \(name) \(isGauge ? "gauge" : "counter")"))
      switch metric.kind {
      case .count: #expect(lines.contains("\(name) 3"))
      case .countBy(let label):
        #expect(lines.contains("\(name){\(label)=\"a\"} 1") && lines.contains("\(name){\(label)=\"b\"} 2"))
      case .gauge: #expect(lines.contains("\(name) 0.5"))
      }
    }
  }

  @Test func `a plant's values have its id and name, and what is unknown is not there`() {
    var snapshot = BridgeSnapshot()
    snapshot.plants["basil"] = LoamKit.PlantState(n: "Basil", s: .dry, m: 20.5, d: 30, r: 1)
    snapshot.plants["stranger"] = LoamKit.PlantState(n: "Stranger", s: .ok, m: 99, r: 1)
    let lines = page(snapshot, isLive: true)
    let labels = #"plant="basil",name="Basil \"big\"\n\\ one""#
    #expect(lines.contains("loam_plant_moisture_percent{\(labels)} 20.5"))
    #expect(lines.contains("loam_plant_condition{\(labels),condition=\"dry\"} 1"))
    #expect(!lines.contains { $0.hasPrefix("loam_plant_temperature_celsius{") })
    #expect(lines.contains { $0.hasPrefix("# TYPE loam_plant_temperature_celsius gauge") })
    #expect(!lines.contains { $0.contains("stranger") })
  }

  @Test func `a channel's figures have its device and its service, also while the bridge is not heard`()
    throws
  {
    var snapshot = BridgeSnapshot()
    snapshot.isLinked = true
    #expect(page(snapshot, isLive: false).contains("loam_push_up 0"))
    snapshot.channels = ChannelsState(
      ts: since,
      [
        ChannelsState.Channel(
          id: try #require(DeviceName("bob-ntfy")), kind: .ntfy, bound: true, waiting: 2, left: 0, sent: 250,
          failed: 9, rejected: 4, failing: true),
        ChannelsState.Channel(id: try #require(DeviceName("anna-bot")), kind: .telegram, bound: false),
      ])
    let lines = page(snapshot, isLive: false)
    let labels = #"{channel="bob-ntfy",kind="ntfy"}"#
    #expect(lines.contains("loam_push_up 1"))
    #expect(
      lines.contains("loam_channel_left\(labels) 0") && lines.contains("loam_channel_waiting\(labels) 2"))
    #expect(lines.contains("loam_channel_sent_total\(labels) 250"))
    #expect(lines.contains("loam_channel_failed_total\(labels) 9"))
    #expect(lines.contains("loam_channel_rejected_answers_total\(labels) 4"))
    #expect(lines.contains("loam_channel_failing\(labels) 1"))
    #expect(lines.contains(#"loam_channel_bound{channel="anna-bot",kind="telegram"} 0"#))
    #expect(!lines.contains { $0.hasPrefix("loam_channel_left{channel=\"anna-bot") })
    snapshot.isLinked = false
    #expect(page(snapshot, isLive: false).contains("loam_push_up 0"))
  }

  @Test func `a garden among several has its id on every figure`() {
    var snapshot = BridgeSnapshot()
    snapshot.plants["basil"] = LoamKit.PlantState(n: "Basil", s: .dry, m: 20.5, r: 1)
    let plan = GardenPlan(plants: [PlantPlan(id: "basil", name: "Basil")])
    let page = text(MetricsPage(snapshot: snapshot, plan: plan, isLive: true), of: "north")
    let samples = page.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(samples.contains(#"loam_plant_moisture_percent{garden="north",plant="basil",name="Basil"} 20.5"#))
    #expect(samples.contains(#"loam_up{garden="north"} 1"#))
    #expect(samples.allSatisfy { $0.contains(#"{garden="north""#) })
  }

  @Test func `no family is told twice`() {
    let types = page(BridgeSnapshot(), isLive: true).filter { $0.hasPrefix("# TYPE") }
    #expect(Set(types).count == types.count)
  }

  @Test(arguments: [
    (0.0, "0"), (-1, "-1"), (1_795_000_000, "1795000000"), (0.1, "0.1"), (1e300, "1e+300"),
    (.infinity, "+Inf"),
  ])
  func `numbers are written whole where they are`(value: Double, text: String) {
    #expect(MetricText.number(value) == text)
  }
}

@Suite struct BridgeSnapshotTests {
  private func snapshot(age: Int64, isKept: Bool = false, online: Bool = true) throws -> BridgeSnapshot {
    var snapshot = BridgeSnapshot()
    snapshot.isLinked = true
    snapshot.heardAt = 1_000_000
    snapshot.isKept = isKept
    snapshot.status = BridgeStatus(
      online: online, ts: EpochSeconds(clamping: 1_795_000_000 - age),
      since: EpochSeconds(clamping: 1_795_000_000),
      session: try #require(MessageID("0197f0ae-4444-7555-8666-777788889999")))
    return snapshot
  }

  @Test func `a bridge is alive for three minutes after its last word`() throws {
    let fresh = try snapshot(age: 0)
    #expect(fresh.silence(atUptime: 1_180_000, seconds: 1_795_000_000) == nil)
    #expect(
      fresh.silence(atUptime: 1_181_000, seconds: 1_795_000_000)?.text
        == "the bridge has been silent for 181 s")
  }

  @Test func `a word that the broker had kept counts by its own age`() throws {
    #expect(try snapshot(age: 100, isKept: true).silence(atUptime: 1_000_000, seconds: 1_795_000_000) == nil)
    #expect(try snapshot(age: 200, isKept: true).silence(atUptime: 1_000_000, seconds: 1_795_000_000) != nil)
    #expect(try snapshot(age: 200).silence(atUptime: 1_000_000, seconds: 1_795_000_000) == nil)
    // The demo's bridge is ahead of the world.
    #expect(
      try snapshot(age: -90_000, isKept: true).silence(atUptime: 1_000_000, seconds: 1_795_000_000) == nil)
  }

  @Test func `offline, never heard and not linked each say what they are`() throws {
    let said = try snapshot(age: 0, online: false).silence(atUptime: 1_000_000, seconds: 1_795_000_000)?.text
    #expect(said == "the bridge says that it is offline")
    var alone = BridgeSnapshot()
    #expect(alone.silence(atUptime: 0, seconds: 0)?.text == "the broker is not reached")
    alone.isLinked = true
    #expect(alone.silence(atUptime: 0, seconds: 0)?.text == "the bridge has not been heard on this broker")
  }
}
