/// What the web process counts of itself.
struct OwnFigures: Sendable {
  var requests: [Int: Int] = [:]
  var connections = ConnectionCount.State()
  var rateClients = 0
  var historyReads = 0
  var historyFailures = 0
  var reloads = 0
  var badReloads = 0
  var brokerConnects = 0
  var isLinked = false
  var messages = 0
  var unreadable = 0
  var residentBytes: Int?
  /// Seconds since 1970.
  var startedAt: Double = 0

  func write(to page: inout MetricText) {
    page.family(
      "loam_web_requests_total", .counter, "Answers of the web process by status",
      requests.sorted { $0.key < $1.key }.map { (labels: [("code", "\($0.key)")], value: Double($0.value)) })
    let counters: [(String, String, Int)] = [
      ("connections", "Connections that were taken", connections.accepted),
      ("connections_refused", "Connections over the bound, in all or of one client", connections.refused),
      (
        "connections_displaced", "Connections without a whole request that made room for another client",
        connections.displaced
      ),
      ("connections_cut", "Connections whose request took too long", connections.ranOutOfTime),
      ("history_reads", "Questions put to the history's database", historyReads),
      ("history_failures", "Questions that the history's database did not answer", historyFailures),
      ("config_reloads", "Changed configs that were taken over", reloads),
      ("config_refusals", "Changed configs that were not, because something is wrong in them", badReloads),
      ("broker_connects", "Connections of the web process to the broker", brokerConnects),
      ("broker_messages", "Messages that the web process heard", messages),
      ("broker_unreadable", "Of them those that could not be read", unreadable),
    ]
    for (name, help, value) in counters {
      page.family("loam_web_\(name)_total", .counter, help, Double(value))
    }
    page.family("loam_web_connections_open", .gauge, "Connections that are open", Double(connections.open))
    page.family(
      "loam_web_rate_clients", .gauge, "Addresses whose rate is remembered", Double(rateClients))
    page.family(
      "loam_web_broker_connected", .gauge, "1 while the web process is connected to the broker",
      isLinked ? 1 : 0)
    page.family(
      "process_resident_memory_bytes", .gauge, "Resident memory of the web process",
      residentBytes.map(Double.init))
    page.family(
      "process_start_time_seconds", .gauge, "When the web process started, seconds since 1970", startedAt)
  }
}
