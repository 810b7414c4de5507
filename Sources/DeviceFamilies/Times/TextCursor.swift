/// A place in a text that moves forward over what is expected.
struct TextCursor {
  private var text = [40 of UInt8](repeating: 0)
  private let count: Int
  private var at = 0

  /// `nil` where the text is longer than any time is.
  init?(_ text: Span<UInt8>) {
    guard text.count <= 40 else { return nil }
    count = text.count
    for i in text.indices { self.text[i] = text[i] }
  }

  var isAtEnd: Bool { at == count }

  mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard at < count, UInt32(text[at]) == character.value else { return false }
    at += 1
    return true
  }

  mutating func digits(_ count: Int) -> Int? {
    var value = 0
    for _ in 0..<count {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  private mutating func digit() -> Int? {
    guard at < count, text[at] >= UInt8(ascii: "0"), text[at] <= UInt8(ascii: "9") else { return nil }
    at += 1
    return Int(text[at - 1] - UInt8(ascii: "0"))
  }

  /// Digits behind a point, as milliseconds, rounded down.
  mutating func fraction() -> Int? {
    var milliseconds = 0
    var weight = 100
    guard let first = digit() else { return nil }
    milliseconds = first * weight
    while let next = digit() {
      weight /= 10
      milliseconds += next * weight
    }
    return milliseconds
  }

  /// Minutes east of UTC.
  mutating func zone() -> Int? {
    if take("Z") || take("z") { return 0 }
    let isWest = take("-")
    guard isWest || take("+"), let hours = digits(2), hours <= 14 else { return nil }
    var minutes = 0
    if !isAtEnd {
      _ = take(":")
      guard let value = digits(2), value < 60 else { return nil }
      minutes = value
    }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }
}
