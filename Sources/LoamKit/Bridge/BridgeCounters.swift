/// What the bridge counted since it started, and how it stands (`bridge/counters`, retained, renewed with each status).
///
/// The names are those of ``BridgeMetric/all``; a reader ignores a name that it does not know.
public struct BridgeCounters: Document {
  /// ≤ 6144 bytes.
  public static let kind = DocumentKind(
    "bridge-counters", at: "bridge/counters", upTo: DocumentLimits.counters)

  /// When this was written.
  public var ts: EpochSeconds
  /// When the bridge started: counts begin there.
  public var since: EpochSeconds
  /// Counts that only rise, by name.
  public var counts: [String: Int]
  /// Counts that only rise, by name and then by a word. A word that never came is left out.
  public var by: [String: [String: Int]]
  /// What rises and falls, by name; what is not known is left out.
  public var gauges: [String: Double]

  /// Declares the fields.
  public init(_ f: Fields<Self>) {
    let names = FieldType<String>.form(TextForm("a-z_", 1...64))
    let count = FieldType<Int>.integer(0...9_007_199_254_740_991)
    f.version()
    ts = f.required("ts", \.ts, .time)
    since = f.required("since", \.since, .time)
    counts = f.required("counts", \.counts, .table(names, of: count, 128))
    by = f.required("by", \.by, .table(names, of: .table(names, of: count, 128), 64))
    gauges = f.required("gauges", \.gauges, .table(names, of: .number(-1e15...1e15), 128))
  }

  /// What the bridge counted.
  public init(
    ts: EpochSeconds, since: EpochSeconds, counts: [String: Int] = [:], by: [String: [String: Int]] = [:],
    gauges: [String: Double] = [:]
  ) {
    self.ts = ts
    self.since = since
    self.counts = counts
    self.by = by
    self.gauges = gauges
  }
}
