internal import LoamKit

/// `/healthz`: whether what the web process rests on is there, and if not, why.
struct HealthDocument: DocumentPart {
  /// All of it is there.
  var ok: Bool
  /// The link to the broker.
  var broker: Check
  /// Whether the bridge was heard within the last minutes.
  var bridge: Check
  /// Whether the past can be read.
  var history: Check

  struct Check: DocumentPart {
    /// It is there.
    var ok: Bool
    /// Why not.
    var reason: String?
    /// Seconds since it was heard.
    var age: Int?
  }
}

extension HealthDocument {
  init(_ snapshot: BridgeSnapshot, silence: String?, history trouble: String?, atUptime now: Int64) {
    broker = Check(ok: snapshot.isLinked, reason: snapshot.isLinked ? nil : snapshot.noLink)
    bridge = Check(
      ok: silence == nil, reason: silence, age: snapshot.heardAt.map { Int(max(0, (now - $0) / 1000)) })
    history = Check(ok: trouble == nil, reason: trouble)
    ok = broker.ok && bridge.ok && history.ok
  }

  init(_ f: Fields<Self>) {
    ok = f.required("ok", \.ok, .flag)
    broker = f.required("broker", \.broker, .part)
    bridge = f.required("bridge", \.bridge, .part)
    history = f.required("history", \.history, .part)
  }
}

extension HealthDocument.Check {
  init(_ f: Fields<Self>) {
    ok = f.required("ok", \.ok, .flag)
    reason = f.optional("reason", \.reason, .string)
    age = f.optional("age_s", \.age, .count)
  }
}

/// `/config.json`: what the page must know before it connects.
struct PageDocument: DocumentPart {
  /// The broker's address; absent: the page's own host, port 9001.
  var broker: String?
  /// Device name that the page offers at login.
  var device: String
  /// First level of the bridge's topics.
  var base: String
  /// The history is served under `/api/v1`.
  var api = true
}

extension PageDocument {
  init(_ f: Fields<Self>) {
    broker = f.optional("broker", \.broker, .string)
    device = f.required("device", \.device, .string)
    base = f.required("base", \.base, .string)
    api = f.required("api", \.api, .flag)
  }
}
