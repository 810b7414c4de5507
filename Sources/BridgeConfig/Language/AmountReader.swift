internal import GardenCore

/// Reads a number with a unit of one dimension, and tells the usual mistakes apart.
enum AmountReader {
  static func canonical(_ text: String, _ dimension: Dimension) -> ValueType<Double>.Read {
    let example = dimension.units[0].name
    guard let amount = Amount(text) else {
      return .wrong(
        "is \(dimension.noun), here is \(quoted(text))",
        help: "write a number with its unit, such as '\(sample(dimension))'")
    }
    let unit = Dimension.spelling(amount.unit)
    if let known = dimension.units.first(where: { $0.name == unit }) {
      return .value(known.toCanonical(amount.number))
    }
    if unit.isEmpty {
      let spelled = dimension.units.prefix(2).map { "'\(amount.numberText)\($0.name)'" }.joined(
        separator: " or ")
      return .wrong(
        "is \(dimension.noun) and needs its unit, here is \(quoted(text))", help: "write \(spelled)")
    }
    if unit.first == "," {
      let fixed = text.replacing(",", with: ".", maxReplacements: 1)
      return .wrong("has a decimal comma: \(quoted(text))", help: "write '\(fixed)'")
    }
    if let other = Dimension.of(unit) {
      return .wrong(
        "is \(dimension.noun), and \(quoted(text)) is \(other.noun)",
        help: "write it in \(example), such as '\(sample(dimension))'")
    }
    let names = dimension.units.map(\.name)
    let near = names.first { $0.lowercased() == unit.lowercased() }
    return .wrong(
      "has the unknown unit \(quoted(unit))",
      help: near.map { "did you mean '\($0)'?" }
        ?? "units of \(dimension.noun): \(names.joined(separator: ", "))")
  }

  private static func sample(_ dimension: Dimension) -> String {
    switch dimension {
    case .percent: "30%"
    case .temperature: "5°C"
    case .difference: "1°C"
    case .time: "10min"
    case .light: "2000lx"
    case .conductivity: "350µS/cm"
    case .size: "500MB"
    case .flow: "2l/min"
    case .volume: "20l"
    case .power: "40W"
    case .rain: "3mm"
    }
  }
}

/// Durations as text.
enum DurationText {
  /// Parts in any order, added up.
  static func read(_ text: String) -> ValueType<Duration>.Read {
    if text.contains(":") {
      return .wrong("is a duration, here is \(quoted(text))", help: "write hours and minutes as '2h30min'")
    }
    var rest = text[...]
    var milliseconds = 0.0
    repeat {
      let afterNumber = rest.drop { isDigit($0) || $0 == "-" || $0 == "+" }
      let next = afterNumber.drop { !isDigit($0) }
      let part = rest[..<next.startIndex]
      rest = next
      if let amount = Amount(part), let word = word(amount) { return word }
      switch AmountReader.canonical(part.isEmpty ? text : String(part), .time) {
      case .value(let seconds): milliseconds += seconds * 1000
      case .wrong(let message, let help): return .wrong(message, help: help)
      }
    } while !rest.isEmpty
    guard abs(milliseconds) < 1e15 else { return .wrong("is too long: \(quoted(text))", help: nil) }
    return .value(.milliseconds(Int64(milliseconds.rounded())))
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && (character.isNumber || character == ".")
  }

  /// What people write for a unit.
  private static func word(_ amount: Amount) -> ValueType<Duration>.Read? {
    let unit =
      switch amount.unit.lowercased() {
      case "sec", "secs", "second", "seconds": "s"
      case "m", "mins", "minute", "minutes": "min"
      case "hr", "hrs", "hour", "hours": "h"
      case "day", "days": "d"
      case "week", "weeks": "w"
      default: ""
      }
    if unit.isEmpty { return nil }
    return .wrong("has the unknown unit \(quoted(amount.unit))", help: "write '\(amount.numberText)\(unit)'")
  }

  /// In the largest unit that leaves no fraction.
  static func text(_ duration: Duration) -> String {
    let milliseconds = duration.milliseconds
    let units: [(Int64, String)] = [(86_400_000, "d"), (3_600_000, "h"), (60_000, "min"), (1000, "s")]
    for (size, name) in units where milliseconds % size == 0 && milliseconds >= size {
      return "\(milliseconds / size)\(name)"
    }
    return milliseconds == 0 ? "0s" : "\(milliseconds)ms"
  }
}
