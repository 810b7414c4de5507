/// `/healthz`: whether what the web process rests on is there, and if not, why.
struct HealthDocument: Encodable {
  var ok: Bool
  var broker: Check
  var bridge: Check
  var history: Check

  struct Check: Encodable {
    var ok: Bool
    var reason: String?
    /// Seconds since the bridge was heard.
    var age_s: Int64?
  }

  init(_ snapshot: BridgeSnapshot, silence: String?, history trouble: String?, atUptime now: Int64) {
    broker = Check(ok: snapshot.isLinked, reason: snapshot.isLinked ? nil : snapshot.noLink)
    bridge = Check(
      ok: silence == nil, reason: silence, age_s: snapshot.heardAt.map { max(0, (now - $0) / 1000) })
    history = Check(ok: trouble == nil, reason: trouble)
    ok = broker.ok && bridge.ok && history.ok
  }
}

/// `/config.json`: what the page must know before it connects.
struct PageDocument: Encodable {
  /// The broker's address; `null`: the page's own host, port 9001.
  var broker: String?
  /// Device name that the page offers at login.
  var device: String
  /// First level of the bridge's topics.
  var base: String
  /// The history is served under `/api/v1`.
  var api = true

  enum CodingKeys: String, CodingKey { case broker, device, base, api }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(broker, forKey: .broker)
    try container.encode(device, forKey: .device)
    try container.encode(base, forKey: .base)
    try container.encode(api, forKey: .api)
  }
}
