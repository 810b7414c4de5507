/// Prometheus text format 0.0.4, family by family.
struct MetricText {
  enum Kind: String { case counter, gauge }

  /// Of the samples that follow, before their own labels: among several gardens of which one server collects the figures.
  var garden: String?
  private var families: [(head: String, samples: String)] = []
  private var places: [String: Int] = [:]

  /// What belongs to one family stands together, whoever it came from.
  var text: String { families.map { $0.head + $0.samples }.joined() }

  typealias Sample = (labels: [(name: String, value: String)], value: Double)

  /// A family without samples is described all the same.
  mutating func family(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    if places[name] == nil {
      places[name] = families.count
      families.append(
        ("# HELP \(name) \(Self.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n", ""))
    }
    let common = garden.map { [(name: "garden", value: $0)] } ?? []
    var text = ""
    for sample in samples where !sample.value.isNaN {
      text += name
      if !common.isEmpty || !sample.labels.isEmpty {
        let labels = (common + sample.labels).map { "\($0.name)=\"\(Self.escaped($0.value, quotes: true))\"" }
        text += "{\(labels.joined(separator: ","))}"
      }
      text += " \(Self.number(sample.value))\n"
    }
    if let place = places[name] { families[place].samples += text }
  }

  mutating func family(_ name: String, _ kind: Kind, _ help: String, _ value: Double?) {
    family(name, kind, help, value.map { [([], $0)] } ?? [])
  }

  /// A whole number without a fraction, because other tools read it, too.
  static func number(_ value: Double) -> String {
    if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
    if value == value.rounded(), abs(value) < 9_007_199_254_740_992 { return String(Int64(value)) }
    return String(value)
  }

  private static func escaped(_ text: String, quotes: Bool) -> String {
    var result = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\"" where quotes: result += "\\\""
      default: result.unicodeScalars.append(character)
      }
    }
    return result
  }
}
