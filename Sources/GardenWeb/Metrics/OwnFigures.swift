internal import HostSystem

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
  /// With every broker that it listens at.
  var isLinked = true
  var messages = 0
  var unreadable = 0
  let residentBytes = ProcessMemory.residentBytes()
  /// Seconds since 1970.
  let startedAt: Double

  init(_ start: ClockReading) { startedAt = Double(start.wallMilliseconds) / 1000 }

  func write(to page: inout MetricText) {
    page.family(
      "loam_web_requests_total", .counter, "HTTP answers of the web process, by status",
      requests.sorted { $0.key < $1.key }.map { (labels: [("code", "\($0.key)")], value: Double($0.value)) })
    let counters: [(String, String, Int)] = [
      ("connections", "Connections accepted", connections.accepted),
      (
        "connections_refused", "Connections refused because there were too many, in total or from one client",
        connections.refused
      ),
      (
        "connections_displaced",
        "Connections closed before their request was complete, to make room for another client",
        connections.displaced
      ),
      ("connections_cut", "Connections closed because their request took too long", connections.ranOutOfTime),
      ("history_reads", "Queries of the history's database", historyReads),
      ("history_failures", "Queries of the history's database that failed", historyFailures),
      ("config_reloads", "Times that a changed config was taken into use", reloads),
      (
        "config_refusals", "Times that a changed config was not taken into use because of an error in it",
        badReloads
      ),
      ("broker_connects", "Connections of the web process to the broker", brokerConnects),
      ("broker_messages", "Messages that the web process received from the broker", messages),
      ("broker_unreadable", "Messages from the broker that the web process could not read", unreadable),
    ]
    for (name, help, value) in counters {
      page.family("loam_web_\(name)_total", .counter, help, Double(value))
    }
    page.family(
      "loam_web_connections_open", .gauge, "Connections that are open now", Double(connections.open))
    page.family(
      "loam_web_rate_clients", .gauge, "Client addresses whose rate of requests is being watched",
      Double(rateClients))
    page.family(
      "loam_web_broker_connected", .gauge, "1 while the web process is connected to the broker",
      isLinked ? 1 : 0)
    page.family(
      "process_resident_memory_bytes", .gauge, "Resident memory of the web process",
      residentBytes.map(Double.init))
    page.family(
      "process_start_time_seconds", .gauge, "When the web process started, in seconds since 1970", startedAt)
  }
}
