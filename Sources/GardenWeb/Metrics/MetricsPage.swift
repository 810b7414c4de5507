internal import GardenCore
internal import LoamKit

/// A garden's part of `/metrics`: the bridge's counters as it publishes them, and the plants.
struct MetricsPage {
  let snapshot: BridgeSnapshot
  let plan: GardenPlan
  let isLive: Bool

  func write(to page: inout MetricText) {
    page.family("loam_up", .gauge, "1 while the bridge is heard on the broker", isLive ? 1 : 0)
    // What a silent bridge once said would look as if it were so now.
    if isLive { bridge(&page) }
    if isLive { plants(&page) }
    channels(&page)
  }

  private func bridge(_ page: inout MetricText) {
    let info: [MetricText.Sample] = snapshot.info.map { [([("version", $0.software)], 1)] } ?? []
    page.family("loam_info", .gauge, "The bridge's version", info)
    page.family(
      "loam_start_time_seconds", .gauge, "When the bridge started, in seconds since 1970",
      (snapshot.counters?.since ?? snapshot.status?.since).map { Double($0.seconds) })
    guard let counters = snapshot.counters else { return }
    for metric in BridgeMetric.all {
      switch metric.kind {
      case .count:
        page.family(
          "loam_\(metric.name)_total", .counter, metric.help, counters.counts[metric.name].map(Double.init))
      case .countBy(let label):
        let words = (counters.by[metric.name] ?? [:]).sorted { $0.key < $1.key }
        page.family(
          "loam_\(metric.name)_total", .counter, metric.help,
          words.map { (labels: [(label, $0.key)], value: Double($0.value)) })
      case .gauge:
        page.family("loam_\(metric.name)", .gauge, metric.help, counters.gauges[metric.name])
      }
    }
  }

  /// Whether or not the bridge is heard: what is still waiting leaves all the same.
  private func channels(_ page: inout MetricText) {
    let state = snapshot.isLinked ? snapshot.channels : nil
    page.family("loam_push_up", .gauge, "1 while loam-push is connected to the broker", state == nil ? 0 : 1)
    func family(
      _ name: String, _ kind: MetricText.Kind, _ help: String, _ value: (ChannelsState.Channel) -> Int?
    ) {
      page.family(
        "loam_channel_\(name)", kind, help,
        (state?.channels ?? []).compactMap { channel in
          value(channel).map {
            (labels: [("channel", channel.id.text), ("kind", channel.kind.rawValue)], value: Double($0))
          }
        })
    }
    family("bound", .gauge, "1 while somebody can be reached through the channel") { $0.bound ? 1 : 0 }
    family("failing", .gauge, "1 while the last attempt to send has failed") { $0.failing ? 1 : 0 }
    family("waiting", .gauge, "Messages and answers that have still to leave") { $0.waiting }
    family("left", .gauge, "Messages that the service takes on this day; absent where it has no limit") {
      $0.left
    }
    family("sent_total", .counter, "Requests that the service took") { $0.sent }
    family("failed_total", .counter, "Attempts to send that failed") { $0.failed }
    family("rejected_answers_total", .counter, "Answers that were not ours, used before, or too late") {
      $0.rejected
    }
  }

  private func plants(_ page: inout MetricText) {
    let known = plan.plants.compactMap { plant in
      snapshot.plants[plant.id].map { (labels: [("plant", plant.id), ("name", plant.name)], state: $0) }
    }
    func family(_ name: String, _ help: String, _ value: (LoamKit.PlantState) -> Double?) {
      page.family(
        "loam_plant_\(name)", .gauge, help,
        known.compactMap { plant in value(plant.state).map { (labels: plant.labels, value: $0) } })
    }
    family("moisture_percent", "Soil moisture in percent; absent while unknown") { $0.m }
    family("temperature_celsius", "Temperature in degrees Celsius; absent while unknown") { $0.c }
    family("light_lux", "Light in lux; absent while unknown") { $0.u }
    family("conductivity", "Soil conductivity in microsiemens per centimetre; absent while unknown") { $0.e }
    family("battery_percent", "Charge of the plant's weakest sensor battery, in percent") { $0.b }
    family("dry_below_percent", "Dry limit in force, in percent of soil moisture") { $0.d }
    family("measured_timestamp_seconds", "When the newest reading was measured, in seconds since 1970") {
      $0.t.map { Double($0.seconds) }
    }
    family("watered_timestamp_seconds", "When the plant was last watered, in seconds since 1970") {
      $0.l.map { Double($0.seconds) }
    }
    page.family(
      "loam_plant_condition", .gauge, "1 for the condition that the plant is in",
      known.map { (labels: $0.labels + [("condition", $0.state.s.rawValue)], value: 1) })
  }
}
