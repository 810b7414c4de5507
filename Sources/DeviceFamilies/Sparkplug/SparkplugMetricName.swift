import PayloadJSON
import SparkplugPayload

/// One metric: by the name that was asked for, by the name of the birth, by its short form, or by its alias.
///
/// Folders are parts of a name (`DATA/soil_moisture`). Some publishers write them in the birth and not in the data, and owners
/// write what they have seen, so in a birth a name also fits that ends in the asked one, or that the asked one ends in. Where
/// several fit, the one in the preferred folder is meant, or else none.
struct SparkplugMetricName: Sendable {
  let asked: String
  /// A name that the family guessed: in any case, with blank, `-` and `_` alike.
  private let isLoose: Bool
  private let folder: String

  /// As the last birth has it; `nil`: it has none such, or there was no birth.
  private(set) var born: String?
  private(set) var type: SparkplugType?
  private var short: String?
  private var alias: UInt64?

  init(_ asked: String, isLoose: Bool = false, folder: String) {
    self.asked = asked
    self.isLoose = isLoose
    self.folder = folder
  }

  mutating func learn(from birth: [SparkplugMetric]) {
    born = nil
    short = nil
    alias = nil
    type = nil
    guard let metric = choose(from: birth), let name = metric.name else { return }
    born = name
    type = metric.type
    alias = metric.alias.flatMap { alias in
      birth.count { $0.alias == alias } == 1 ? alias : nil
    }
    let last = Self.last(name)
    if last != name[...], !birth.contains(where: { $0.name.map { $0[...] } == last }) { short = String(last) }
  }

  /// The only one that fits best; a name that stands twice fits nothing.
  private func choose(from birth: [SparkplugMetric]) -> SparkplugMetric? {
    let whole = birth.filter { $0.name.map { isSame($0[...], asked[...]) } ?? false }
    if !whole.isEmpty { return whole.count == 1 ? whole[0] : nil }
    let partly = birth.filter { $0.name.map(isRelated) ?? false }
    if partly.count <= 1 { return partly.first }
    let preferred = partly.filter { $0.name?.hasPrefix(folder) ?? false }
    return preferred.count == 1 ? preferred[0] : nil
  }

  private func isRelated(_ name: String) -> Bool {
    isLoose
      ? isSame(Self.last(name), asked[...]) : name.hasSuffix("/" + asked) || asked.hasSuffix("/" + name)
  }

  /// Whether a metric of data is meant. Before any birth only the whole name counts.
  func isMeant(_ metric: SparkplugMetric, isBorn: Bool) -> Bool {
    if let name = metric.name {
      if isBorn { return name == born || name == short }
      return isSame(name[...], asked[...])
    }
    return isBorn && alias != nil && metric.alias == alias
  }

  private func isSame(_ a: Substring, _ b: Substring) -> Bool {
    if !isLoose { return a == b }
    var left = a.utf8.makeIterator()
    var right = b.utf8.makeIterator()
    while true {
      let one = Self.next(&left)
      guard one == Self.next(&right) else { return false }
      if one == nil { return true }
    }
  }

  private static func next(_ bytes: inout Substring.UTF8View.Iterator) -> UInt8? {
    while let byte = bytes.next() {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "_"), UInt8(ascii: "-"): continue
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): return byte | 0x20
      default: return byte
      }
    }
    return nil
  }

  private static func last(_ name: String) -> Substring {
    name.lastIndex(of: "/").map { name[name.index(after: $0)...] } ?? name[...]
  }
}
