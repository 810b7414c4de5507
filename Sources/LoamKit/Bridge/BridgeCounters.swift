/// What the bridge counted since it started, and how it stands (`bridge/counters`, retained, renewed with each status).
///
/// The names are those of ``BridgeMetric/all``; a reader ignores a name that it does not know.
public struct BridgeCounters: Document {
  /// ≤ 4096 bytes.
  public static var bytesMax: Int { DocumentLimits.large }

  /// Version 1.
  public private(set) var v = ProtocolVersion()
  /// When this was written.
  public var ts: EpochSeconds
  /// When the bridge started: counts begin there.
  public var since: EpochSeconds
  /// What only rises, by name.
  public var counts: [String: Int]
  /// What only rises, by name and then by a word; words that never came are left out.
  public var by: [String: [String: Int]]
  /// What rises and falls, by name; what is not known is left out.
  public var gauges: [String: Double]

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

  /// Names of `[a-z_]` and at most 64 bytes; counts that are not negative.
  public func check() throws(DocumentError) {
    try Self.check(counts, at: "/counts")
    for (name, group) in by {
      try Self.check(name: name, at: "/by")
      try Self.check(group, at: "/by/\(name)")
    }
    for (name, value) in gauges {
      try Self.check(name: name, at: "/gauges")
      try Rule.number(value, -1e15...1e15, at: "/gauges/\(name)")
    }
    try Rule.that(by.count <= 64, at: "/by", "more than 64")
    try Rule.that(gauges.count <= 128, at: "/gauges", "more than 128")
  }

  private static func check(_ counts: [String: Int], at pointer: String) throws(DocumentError) {
    try Rule.that(counts.count <= 128, at: pointer, "more than 128")
    for (name, count) in counts {
      try check(name: name, at: pointer)
      try Rule.integer(count, 0...9_007_199_254_740_991, at: pointer + "/" + name)
    }
  }

  private static func check(name: String, at pointer: String) throws(DocumentError) {
    let isName =
      (1...64).contains(name.utf8.count)
      && name.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == 0x5F }
    try Rule.that(isName, at: pointer, "a name that is not of a to z and underscores")
  }
}
