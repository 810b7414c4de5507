import PayloadJSON

/// What a key speaks of, by its words; whose it is stands in the words that are left over.
struct KeyMeaning {
  enum Kind: Sendable, Hashable {
    /// True, a number other than 0, a word: something is wrong.
    case fault
    /// A word says whether something is wrong.
    case status
    /// False: something is wrong.
    case soundness
    /// False: the probe is not there.
    case presence
    case alarm
    /// True: a test, a simulation, a replay.
    case test
    /// False: the same.
    case live
    /// A word says whether it is a test.
    case origin
    case supply
    case batteryLow
    /// What is no matter of ours: counters, settings, times.
    case other
  }

  private(set) var kind = Kind.other
  private(set) var tokens: KeyTokens
  /// Words that are neither the kind's nor say nothing: they name what is meant. As bits.
  private(set) var names: UInt8 = 0
  /// A sensor or a probe is named.
  private(set) var namesProbe = false

  /// `nil`: a key of no meaning.
  init?(_ key: Span<UInt8>) {
    guard let tokens = KeyTokens(key), tokens.count > 0 else { return nil }
    self.tokens = tokens
    var kinds: Set8 = []
    for i in 0..<tokens.count {
      let range = tokens[i]
      func isOne(_ words: [StaticString]) -> Bool { WordList.has(words, key, range) }
      if isOne(Self.counted) { return nil }
      if isOne(Self.faults) {
        kinds.insert(.fault)
      } else if isOne(Self.alarms) {
        kinds.insert(.alarm)
      } else if isOne(Self.statuses) {
        kinds.insert(.status)
      } else if isOne(Self.sound) {
        kinds.insert(.sound)
      } else if isOne(Self.there) {
        kinds.insert(.there)
      } else if isOne(Self.tests) {
        kinds.insert(.test)
      } else if isOne(Self.supplies) {
        kinds.insert(.supply)
      } else if isOne(Self.powers) {
        kinds.insert(.power)
      } else if isOne(Self.probes) {
        namesProbe = true
      } else if isOne(["live", "real"]) {
        kinds.insert(.live)
      } else if isOne(["mode", "source", "origin"]) {
        kinds.insert(.origin)
      } else if isOne(["low"]) {
        kinds.insert(.low)
      } else if !isOne(Self.empty) {
        names |= 1 << UInt8(i)
      }
    }
    guard let kind = Self.kind(kinds, hasNames: names != 0, namesProbe: namesProbe) else { return nil }
    self.kind = kind
    if kind == .batteryLow || kind == .fault { return }
    if names != 0, kind == .test || kind == .live || kind == .origin || kind == .supply { return nil }
  }

  private static func kind(_ kinds: Set8, hasNames: Bool, namesProbe: Bool) -> Kind? {
    if kinds.contains(.fault) { return kinds.isDisjoint(with: [.power, .supply]) ? .fault : nil }
    if kinds.contains(.supply) { return .supply }
    if kinds.contains(.low), kinds.contains(.power), !hasNames { return .batteryLow }
    if kinds.contains(.power) { return kinds.contains(.origin) ? .supply : nil }
    if kinds.contains(.alarm) { return .alarm }
    if kinds.contains(.test) { return .test }
    if kinds.contains(.live) { return .live }
    if kinds.contains(.there) { return namesProbe ? .presence : nil }
    if kinds.contains(.sound) { return .soundness }
    if kinds.contains(.status) { return .status }
    return kinds.contains(.origin) ? .origin : nil
  }

  private struct Set8: OptionSet {
    var rawValue: UInt16
    static let fault = Set8(rawValue: 1)
    static let alarm = Set8(rawValue: 2)
    static let status = Set8(rawValue: 4)
    static let sound = Set8(rawValue: 8)
    static let there = Set8(rawValue: 16)
    static let test = Set8(rawValue: 32)
    static let supply = Set8(rawValue: 64)
    static let power = Set8(rawValue: 128)
    static let live = Set8(rawValue: 256)
    static let origin = Set8(rawValue: 512)
    static let low = Set8(rawValue: 1024)
  }

  private static let counted: [StaticString] = [
    "count", "counter", "counts", "cnt", "total", "max", "min", "limit", "threshold", "rate", "ratio", "time",
    "timeout",
    "last", "previous", "interval", "delay", "level", "hysteresis", "setting", "enable", "enabled",
    "correction", "budget",
  ]
  private static let faults: [StaticString] = [
    "error", "errors", "err", "errs", "fault", "faults", "faulty", "failure", "failures", "failed",
    "exception",
    "exceptions", "malfunction", "broken", "defect", "defective", "disconnected", "unplugged", "missing",
    "abnormal",
    "invalid",
  ]
  private static let alarms: [StaticString] = [
    "alarm", "alarms", "alert", "alerts", "warning", "warnings", "shortage", "drought", "dry",
  ]
  private static let statuses: [StaticString] = [
    "status", "health", "condition", "quality", "validity", "diagnosis",
  ]
  private static let sound: [StaticString] = ["valid", "ok", "healthy", "sane", "plausible"]
  private static let there: [StaticString] = [
    "connected", "present", "detected", "attached", "plugged", "inserted", "found",
  ]
  private static let tests: [StaticString] = [
    "test", "testing", "simulated", "simulation", "simulator", "sim", "demo", "replay", "replayed",
    "synthetic", "fake",
    "mock", "playback", "historical", "backfill", "backfilled",
  ]
  private static let supplies: [StaticString] = [
    "external", "ext", "usb", "mains", "dc", "ac", "adapter", "adaptor", "poe",
  ]
  private static let powers: [StaticString] = ["power", "powered", "battery", "batt", "bat", "supply"]
  private static let probes: [StaticString] = [
    "sensor", "sensors", "probe", "probes", "sonde", "device", "electrode",
  ]
  /// Words that say nothing of what is meant.
  private static let empty: [StaticString] = [
    "is", "has", "on", "in", "code", "codes", "flag", "flags", "state", "text", "message", "messages", "msg",
    "reason",
    "data", "value", "values", "reading", "readings", "measurement", "read", "info", "detail", "type",
    "event", "own",
  ]
}
