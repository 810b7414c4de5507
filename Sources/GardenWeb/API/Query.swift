internal import GardenCore
internal import LoamKit

/// The parameters of a request, each known by name and read once.
struct Query: Sendable {
  private var values: [String: String] = [:]

  /// - Throws: ``WebError/parameter(_:_:)``: an unknown name, a name twice, or text that is not percent-encoded UTF-8.
  init(_ text: Substring, knows names: [Parameter]) throws(WebError) {
    let pairs = text.split(separator: "&", omittingEmptySubsequences: true)
    guard pairs.count <= 16 else { throw .malformed("more than 16 parameters") }
    for pair in pairs {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : "")
      else {
        throw .malformed("the query is not percent-encoded UTF-8 text")
      }
      guard names.contains(where: { $0.name == name }) else {
        let known = names.map(\.name).joined(separator: ", ")
        throw .parameter(
          String(name.prefix(64)),
          names.isEmpty ? "there are no parameters here" : "no such parameter; known here: \(known)")
      }
      guard values.updateValue(value, forKey: name) == nil else {
        throw .parameter(name, "\(name) is there twice")
      }
    }
  }

  /// A whole number within the parameter's range; `nil` where it was not sent.
  func integer(_ parameter: Parameter) throws(WebError) -> Int? {
    guard let text = values[parameter.name] else { return nil }
    guard case .integer(let range) = parameter.kind else { return nil }
    let digits = text.first == "-" ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(text),
      range.contains(number)
    else {
      throw .parameter(
        parameter.name,
        "\(parameter.name) is a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// One of the parameter's words; `nil` where it was not sent.
  func word(_ parameter: Parameter) throws(WebError) -> String? {
    guard let text = values[parameter.name] else { return nil }
    guard case .word(let words) = parameter.kind else { return nil }
    guard words.contains(text) else {
      throw .parameter(parameter.name, "\(parameter.name) is one of: \(words.joined(separator: ", "))")
    }
    return text
  }

  /// `%XX` and `+` resolved; `nil` where it is no UTF-8 text.
  static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst().flatMap(hex), let low = rest.popFirst().flatMap(hex) else {
          return nil
        }
        bytes.append(high << 4 | low)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func hex(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}

/// One parameter of the API: what reads it and what describes it.
struct Parameter: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    case integer(ClosedRange<Int>)
    case word([String])
  }
  var name: String
  var kind: Kind
  /// As it is described: the value, or words where it depends.
  var fallback: JSON?
  var help: String

  /// Seconds since 1970: what a document can carry.
  static let times = Int(EpochSeconds.range.lowerBound)...Int(EpochSeconds.range.upperBound)

  static let quantity = Parameter(
    name: "quantity", kind: .word(HistoryQuestion.quantities.map { "\($0.name)" }), fallback: "moisture",
    help: "What was measured.")
  static let from = Parameter(
    name: "from", kind: .integer(times), help: "Begin, seconds since 1970 (UTC). Default: a day before 'to'.")
  static let to = Parameter(
    name: "to", kind: .integer(times), help: "End, seconds since 1970 (UTC), not included. Default: now.")
  static let points = Parameter(
    name: "points", kind: .integer(2...HistoryQuestion.pointsMax),
    fallback: .number(Double(HistoryQuestion.pointsUsual)),
    help: "At most so many points; each is the mean of its share of the time.")
}
